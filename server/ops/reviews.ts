import { paperFaults, type PaperFault } from '@mex/core/identity-papers.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import type { Verdict } from '@mex/core/verification.ts'
import { decideReview, dueSubmissions } from '#areas/kyc/actions.ts'
import { Declined } from '#areas/desk/actions.ts'
import { done, neededOption, table, WrongUsage, type Command, type Tools } from './command.ts'

const shown = 200
/** Longer than any review waits: all that wait are listed, not only those that are due. */
const farMilliseconds = 30 * 86_400_000

const isFault = (text: string): text is PaperFault => paperFaults.some((fault) => fault === text)

async function decide({ db, now }: Tools, text: string, verdict: Verdict) {
  if (!/^\d{1,15}$/.test(text)) throw new WrongUsage(`${text} is no number of a review.`)
  const outcome = await db.transaction().execute((tx) => decideReview(tx, Number(text), verdict, now))
  if (isRefusal(outcome))
    throw new Declined(
      outcome.refused === 'not_found'
        ? `There is no review ${text}.`
        : `Review ${text} is decided already, or somebody else is verified by the same document.`,
    )
  return done(`review ${text}: ${outcome}`, { id: Number(text), status: outcome })
}

/** Verification of identities (rulebook §6.1). Who waits too long for an operator is decided by the published checks. */
export const reviewCommands: readonly Command[] = [
  {
    name: 'review list',
    about: 'lists the verifications that wait; the papers are shown to nobody',
    takes: [],
    examples: ['review list'],
    changes: false,
    async run({ db, now }) {
      const waiting = await dueSubmissions(db, now + farMilliseconds, shown)
      const rows = waiting.map(({ id, userId }) => [String(id), String(userId)])
      const lines = rows.length === 0 ? ['nothing waits'] : table([['review', 'user'], ...rows])
      return { isRight: true, lines, data: { waiting } }
    },
  },
  {
    name: 'review approve',
    about: 'verifies somebody before the checks do',
    takes: ['ID'],
    examples: ['review approve 12 --reason "known in class"'],
    changes: true,
    run: (tools, { arguments: [id = ''] }) => decide(tools, id, { status: 'verified' }),
  },
  {
    name: 'review refuse',
    about: 'refuses a verification for a reason from the list, which its person is told',
    takes: ['ID'],
    options: { fault: { type: 'string', value: 'FAULT', about: paperFaults.join(', ') } },
    examples: ['review refuse 12 --fault IMAGE_UNREADABLE --reason "all black"'],
    changes: true,
    run(tools, given) {
      const fault = neededOption(given, 'fault')
      if (!isFault(fault)) throw new WrongUsage(`--fault is one of ${paperFaults.join(', ')}.`)
      return decide(tools, given.arguments[0] ?? '', { status: 'refused', fault })
    },
  },
]
