import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import { present } from '@mex/core/assert.ts'
import type { Coin } from '@mex/core/funding/coins.ts'
import {
  decideDeclaration,
  decideFiatByOperator,
  decideFiatDeposit,
  decideFiatReview,
  decideUndelivered,
  depositsPendingMax,
  type Deposit,
  type DepositOutcome,
  type FiatVerdict,
} from '@mex/core/funding/deposits.ts'
import { fundingWallet } from '@mex/core/funding/postings.ts'
import { addMoney, nothing, type Money, type WalletCurrency } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { attachImages, imageSizes, releaseImages } from '#areas/files/actions.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import { openLane, type Command, type Lane } from '#db/lane.ts'
import type { Tx } from '#db/sql.ts'
import type { ChainKeys } from './chain-keys.ts'
import { takeIds } from './ids.ts'
import { recordDeposits } from './record-deposits.ts'
import type { FundingDependencies } from './dependencies.ts'
import { applicationRate } from './rates.ts'
import { saveAddresses } from './store-chain.ts'
import { approvedSince, countPending, depositsOf, dueDeposits, cursorOf, type DueCursor } from './store-deposits.ts'
import { depositView } from './views.ts'

export type DepositRequest =
  | {
      readonly kind: 'coin'
      readonly coin: Coin
      readonly amount: Money | undefined
      readonly transaction: string | undefined
    }
  | { readonly kind: 'fiat'; readonly currency: WalletCurrency; readonly amount: Money; readonly proof: string }

type CreateDeposit = Command & { readonly userId: number; readonly requested: DepositRequest; readonly at: number }
type Created = Answer<typeof funding.createDeposit>
export type Review = Command & {
  readonly userId: number
  readonly id: number
  readonly now: number
  /** The verdict of an operator on a fiat deposit; without it the deposit is reviewed when due. */
  readonly verdict?: FiatVerdict
}
export type Reviewed = { readonly ended: boolean }

/** Deposits that users announce (rulebook §9). */
export type Deposits = {
  readonly create: Lane<CreateDeposit, Created>
  /** Reviews the due proofs and announcements; answers how many ended. Safe to run concurrently. */
  reviewDue(now: number): Promise<number>
}

const reviewBatch = 100

export function openDeposits(dependencies: FundingDependencies, keys: ChainKeys): Deposits {
  const { db } = dependencies
  const review = openLane<Review, Reviewed>({
    db,
    listMax: reviewBatch,
    work: (tx, commands) => reviewAll(tx, commands, dependencies),
  })
  return {
    create: openLane({ db, work: (tx, commands) => createAll(tx, commands, keys) }),
    async reviewDue(now) {
      let ended = 0
      let after: DueCursor = { dueAt: 0, id: 0 }
      for (;;) {
        const due = await dueDeposits(db, now, after, reviewBatch)
        const outcomes = await review.sendAll(due.map(({ user, id }) => ({ userId: user, id, now })))
        ended += outcomes.filter((outcome) => !isRefusal(outcome) && outcome.ended).length
        const last = due.at(-1)
        if (last === undefined || due.length < reviewBatch) return ended
        after = cursorOf(last)
      }
    },
  }
}

async function createAll(tx: Tx, commands: readonly CreateDeposit[], keys: ChainKeys): Promise<(Created | Refusal)[]> {
  const ids = await takeIds(tx, 'deposit', commands.length)
  const users = [...new Set(commands.map((command) => command.userId))]
  const pending = new Map(await countPending(tx, users))
  const outcomes: DepositOutcome[] = []
  const answers: (Created | Refusal)[] = []
  const decide = async ({ userId: user, requested, at }: CreateDeposit, id: number): Promise<Deposit | Refusal> => {
    if ((pending.get(user) ?? 0) >= depositsPendingMax) return refusal('too_many_requests')
    if (requested.kind === 'coin') {
      const { coin, amount, transaction } = requested
      const address = keys.addressOf(user, coin)
      const deposit = decideDeclaration({ id, user, coin, address, amount, transaction, at })
      if (!isRefusal(deposit)) await saveAddresses(tx, [{ address, user, coin }])
      return deposit
    }
    const { currency, amount, proof } = requested
    const deposit = decideFiatDeposit({ id, user, currency, amount, proof, at })
    if (isRefusal(deposit)) return deposit
    const use = { record: { type: 'deposit', id }, now: at } as const
    const strange = await attachImages(tx, user, [{ field: 'proofImage', path: proof }], use)
    return strange === undefined ? deposit : refusal('proof_missing', { field: 'proofImage' })
  }
  for (const [index, command] of commands.entries()) {
    const deposit = await decide(command, present(ids[index], 'an id for every deposit'))
    if (!isRefusal(deposit)) {
      outcomes.push({ deposit, journal: undefined })
      pending.set(command.userId, (pending.get(command.userId) ?? 0) + 1)
    }
    answers.push(isRefusal(deposit) ? deposit : depositView(deposit))
  }
  await recordDeposits(tx, outcomes, undefined, Math.max(...commands.map((command) => command.at)))
  return answers
}

/**
 * Ends due deposits in order, each on the state after the previous one: the daily total of a user grows within a list.
 */
export async function reviewAll(
  tx: Tx,
  commands: readonly Review[],
  { feed }: Pick<FundingDependencies, 'feed'>,
): Promise<(Reviewed | Refusal)[]> {
  const now = Math.max(...commands.map((command) => command.now))
  const users = [...new Set(commands.map((command) => command.userId))]
  const book = await loadBalances(tx, users, [fundingWallet])
  const own = new Map((await depositsOf(tx, commands)).map((deposit) => [deposit.id, deposit]))
  const proofs = [...own.values()].flatMap((deposit) => (deposit.kind === 'fiat' ? [deposit.proof] : []))
  const readable = await imageSizes(tx, proofs)
  const name = (user: number, currency: WalletCurrency): string => `${user} ${currency}`
  const approved = new Map<string, Money>()
  for (const row of await approvedSince(tx, users, now - (now % dayMilliseconds)))
    approved.set(name(row.user, row.currency), row.amount)
  const outcomes: DepositOutcome[] = []
  const decide = (deposit: Deposit, verdict: FiatVerdict | undefined): DepositOutcome | Refusal | undefined => {
    if (deposit.kind === 'coin') return decideUndelivered(deposit, now)
    const { user, currency, amount, proof } = deposit
    const key = name(user, currency)
    const approvedToday = approved.get(key) ?? nothing
    const published = applicationRate(feed, currency, deposit, now)
    const facts = { now, published, isReadable: readable.has(proof), approvedToday }
    const outcome =
      verdict === undefined ? decideFiatReview(deposit, facts) : decideFiatByOperator(deposit, verdict, facts)
    if (outcome !== undefined && !isRefusal(outcome) && outcome.deposit.status === 'approved')
      approved.set(key, addMoney(approvedToday, amount))
    return outcome
  }
  const answers = commands.map(({ userId, id, verdict }): Reviewed | Refusal => {
    const deposit = own.get(id)
    const outcome = deposit?.user === userId ? decide(deposit, verdict) : undefined
    if (outcome === undefined) return { ended: false }
    if (isRefusal(outcome)) return outcome
    own.set(id, outcome.deposit)
    if (outcome.journal !== undefined) book.post(outcome.journal)
    outcomes.push(outcome)
    return { ended: true }
  })
  await recordDeposits(tx, outcomes, book, now)
  for (const { deposit } of outcomes)
    if (deposit.kind === 'fiat') await releaseImages(tx, { type: 'deposit', id: deposit.id }, now + proofMilliseconds)
  return answers
}

/** A proof is kept after its review as long as identity documents (rulebook §31 `kyc.imageRetentionDays`). */
const proofMilliseconds = 30 * dayMilliseconds
