import { reverseJournal } from '#areas/desk/actions.ts'
import { done, WrongUsage, type Command } from './command.ts'
import { booksFindings } from './verify.ts'

export const journalCommands: readonly Command[] = [
  {
    name: 'journal reverse',
    about:
      'takes back one payment, charge or dividend that "verify ledger" names as wrong; its person sees a Correction',
    takes: ['ID'],
    examples: ['journal reverse 4711 --reason "the deposit was seen twice"'],
    changes: true,
    async run(tools, { arguments: [text = ''] }) {
      if (!/^\d{1,15}$/.test(text)) throw new WrongUsage(`${text} is no id of a journal.`)
      const id = Number(text)
      // Verified now instead of trusting an earlier report, so that a correct journal cannot be reversed.
      const findings = await booksFindings(tools)
      const key = await reverseJournal(tools.db, id, { findings, now: tools.now })
      return done(`journal ${id} is taken back (${key})`, { id, key })
    },
  },
]
