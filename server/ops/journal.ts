import { reverseJournal } from '#areas/desk/actions.ts'
import { done, WrongUsage, type Command } from './command.ts'
import { ledgerFindings } from './verify.ts'

export const journalCommands: readonly Command[] = [
  {
    name: 'journal reverse',
    about: 'reverses one payment, charge or dividend that "verify ledger" reports as wrong; its user sees a Correction',
    takes: ['ID'],
    examples: ['journal reverse 4711 --reason "the deposit was credited twice"'],
    changes: true,
    async run(tools, { arguments: [text = ''] }) {
      if (!/^\d{1,15}$/.test(text)) throw new WrongUsage(`${text} is not the id of a journal.`)
      const id = Number(text)
      // Verified now instead of trusting an earlier report, so that a correct journal cannot be reversed.
      const findings = await ledgerFindings(tools)
      const key = await reverseJournal(tools.db, id, { findings, now: tools.now })
      return done(`reversed journal ${id} (${key})`, { id, key })
    },
  },
]
