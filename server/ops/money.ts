import { fiatFaults, type FiatVerdict } from '@mex/core/funding/deposits.ts'
import { withdrawalReasons } from '@mex/core/funding/review.ts'
import { formatMoney } from '@mex/core/money/money.ts'
import { isRefusal, type RefusalWord } from '@mex/core/refusal.ts'
import type { WithdrawalVerdict } from '@mex/core/funding/withdrawals.ts'
import { Declined } from '#areas/desk/actions.ts'
import { openMoneyReviews, pendingReviews, type MoneyReviews } from '#areas/funding/operators.ts'
import { isoInstant } from '#clock.ts'
import { openSecrets } from '#secrets.ts'
import {
  done,
  listed,
  neededOption,
  WrongUsage,
  type Command,
  type Given,
  type Outcome,
  type Tools,
} from './command.ts'

async function open({ db, randomness, installation }: Tools): Promise<MoneyReviews> {
  const { feed } = await installation.market()
  const { chain } = await openSecrets(installation.dataFolder, randomness)
  return openMoneyReviews({ db, feed, chainSecret: chain })
}

const sentences: Partial<Record<RefusalWord, string>> = {
  not_found: 'there is no review that an operator can decide',
  wrong_state: 'it is already decided',
  invalid_parameter: 'the records contradict this fault',
  proof_missing: 'its picture cannot be read',
  daily_limit: 'it would exceed the daily limit',
  quote_unavailable: 'no fresh conversion rate is available',
  card_missing: 'its card was removed',
  address_invalid: 'its address is invalid',
}

const isFiatFault = (text: string): text is (typeof fiatFaults)[number] => fiatFaults.some((fault) => fault === text)
const isReason = (text: string): text is (typeof withdrawalReasons)[number] =>
  withdrawalReasons.some((reason) => reason === text)
const wrongFault = (list: readonly string[]) => new WrongUsage(`--fault must be one of ${list.join(', ')}.`)

function fiatVerdict(fault: string | undefined): FiatVerdict {
  if (fault === undefined) return 'approve'
  if (!isFiatFault(fault)) throw wrongFault(fiatFaults)
  return fault
}

function withdrawalVerdict(fault: string | undefined): WithdrawalVerdict {
  if (fault === undefined) return 'approve'
  if (!isReason(fault)) throw wrongFault(withdrawalReasons)
  return fault
}

async function decide(tools: Tools, { arguments: [kind = '', text = ''] }: Given, fault?: string): Promise<Outcome> {
  if (kind !== 'deposit' && kind !== 'withdrawal') throw new WrongUsage('KIND must be deposit or withdrawal.')
  if (!/^\d{1,15}$/.test(text)) throw new WrongUsage(`${text} is not the id of a ${kind}.`)
  const id = Number(text)
  const refused =
    kind === 'deposit'
      ? await decideDeposit(tools, id, fiatVerdict(fault))
      : await decideWithdrawal(tools, id, withdrawalVerdict(fault))
  if (isRefusal(refused)) throw new Declined(`${kind} ${id}: ${sentences[refused.refused] ?? refused.refused}.`)
  return done(`${kind} ${id}: ${fault === undefined ? 'approved' : `refused, ${fault}`}`, { kind, id, fault })
}

const decideDeposit = async (tools: Tools, id: number, verdict: FiatVerdict) =>
  (await open(tools)).decideDeposit(id, verdict, tools.now)
const decideWithdrawal = async (tools: Tools, id: number, verdict: WithdrawalVerdict) =>
  (await open(tools)).decideWithdrawal(id, verdict, tools.now)

/** Reviews of fiat deposits and withdrawals (rulebook §9.3, §10.2). Overdue ones are decided by the automatic review. */
export const moneyCommands: readonly Command[] = [
  {
    name: 'review money list',
    about: 'lists the fiat deposits and withdrawals under review, and the time of their automatic decision',
    takes: [],
    examples: ['review money list'],
    changes: false,
    async run({ db }) {
      const waiting = await pendingReviews(db)
      const rows = waiting.map(({ kind, id, user, amount, currency, dueAt }) => [
        kind,
        String(id),
        String(user),
        formatMoney(amount),
        currency,
        isoInstant(dueAt),
      ])
      const head = ['kind', 'id', 'user', 'amount', 'currency', 'automatic decision']
      return listed(head, rows, 'no open reviews', { waiting })
    },
  },
  {
    name: 'review money approve',
    about: 'approves early what the automatic review would approve, with the same limits, fees and rates for all users',
    takes: ['KIND', 'ID'],
    examples: [
      'review money approve deposit 12 --reason "lesson ends"',
      'review money approve withdrawal 7 --reason "lesson ends"',
    ],
    changes: true,
    run: (tools, given) => decide(tools, given),
  },
  {
    name: 'review money refuse',
    about: 'refuses early what the automatic review would refuse, for the same fault; reserved money is returned',
    takes: ['KIND', 'ID'],
    options: {
      fault: {
        type: 'string',
        value: 'FAULT',
        about: `deposit: ${fiatFaults.join(', ')}; withdrawal: ${withdrawalReasons.join(', ')}`,
      },
    },
    examples: ['review money refuse deposit 12 --fault DAILY_LIMIT --reason "lesson ends"'],
    changes: true,
    run: (tools, given) => decide(tools, given, neededOption(given, 'fault')),
  },
]
