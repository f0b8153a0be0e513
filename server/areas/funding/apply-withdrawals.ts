import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import { present } from '@mex/core/assert.ts'
import { maskedNumber, type Card } from '@mex/core/funding/cards.ts'
import type { FundingAsset } from '@mex/core/funding/coins.ts'
import { fundingWallet } from '@mex/core/funding/postings.ts'
import type { LoadedBalances } from '@mex/core/ledger/ledger.ts'
import { addMoney, nothing, type Money } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import {
  decideAsset,
  decideWithdrawal,
  paused,
  pausedUntil,
  type WithdrawalOutcome,
} from '@mex/core/funding/withdrawals.ts'
import { loadBalances, loadUnsettled } from '#areas/ledger/actions.ts'
import type { PayPasswordAttempt } from '#areas/account/pay-password.ts'
import type { Command } from '#db/lane.ts'
import type { Tx } from '#db/sql.ts'
import type { Cards } from './cards.ts'
import { takeIds } from './ids.ts'
import { recordWithdrawals } from './record-withdrawals.ts'
import type { FundingChecks, FundingDependencies } from './dependencies.ts'
import { fundingRate } from './rates.ts'
import { appliedSince } from './store-withdrawals.ts'
import { appliedView } from './views.ts'

export type ApplyWithdrawal = Command & {
  readonly userId: number
  readonly card: number
  readonly amount: Money
  readonly asset: FundingAsset | undefined
  /** The compared transaction password. */
  readonly payPasswordAttempt: PayPasswordAttempt
  readonly at: number
}
export type Applied = Answer<typeof funding.withdraw>

/** Refuses every withdrawal of a user: missing verification, or the pause after a password reset (rulebook §10.3). */
export async function withdrawalRefusal(
  tx: Tx,
  checks: FundingChecks,
  user: number,
  now: number,
  targetChangedAt?: number,
): Promise<Refusal | undefined> {
  const unverified = await checks.verificationRefusal(tx, user)
  if (unverified !== undefined) return unverified
  const until = pausedUntil(now, await checks.securityChangedAt(tx, user), targetChangedAt)
  return until === undefined ? undefined : paused(until)
}

type ApplicationContext = {
  readonly tx: Tx
  readonly dependencies: FundingDependencies
  readonly book: LoadedBalances
  readonly cards: ReadonlyMap<number, readonly Card[]>
  readonly unsettledOf: Awaited<ReturnType<typeof loadUnsettled>>
  /** Updated after each application of the list. */
  readonly appliedToday: Map<number, Money>
}

/** Decides applications in order, each on the state after the previous one (rulebook §10.2). */
export async function applyAll(
  tx: Tx,
  commands: readonly ApplyWithdrawal[],
  dependencies: FundingDependencies,
  cards: Cards,
): Promise<(Applied | Refusal)[]> {
  const users = [...new Set(commands.map((command) => command.userId))]
  const now = Math.max(...commands.map((command) => command.at))
  const context: ApplicationContext = {
    tx,
    dependencies,
    book: await loadBalances(tx, users, [fundingWallet]),
    cards: new Map(await Promise.all(users.map(async (user) => [user, await cards.of(tx, user)] as const))),
    unsettledOf: await loadUnsettled(tx, users),
    appliedToday: new Map(await appliedSince(tx, users, now - (now % dayMilliseconds))),
  }
  const ids = await takeIds(tx, 'withdrawal', commands.length)
  const outcomes: WithdrawalOutcome[] = []
  const answers: (Applied | Refusal)[] = []
  for (const [index, command] of commands.entries()) {
    const outcome = await decide(command, present(ids[index], 'an id for every withdrawal'), context)
    answers.push(isRefusal(outcome) ? outcome : appliedView(outcome.withdrawal))
    if (!isRefusal(outcome)) outcomes.push(outcome)
  }
  await recordWithdrawals(tx, outcomes, context.book, now)
  return answers
}

async function decide(
  command: ApplyWithdrawal,
  id: number,
  context: ApplicationContext,
): Promise<WithdrawalOutcome | Refusal> {
  const { userId: user, amount, at } = command
  const { tx, dependencies, book, appliedToday } = context
  const card = context.cards.get(user)?.find((each) => each.id === command.card)
  const stopped = await withdrawalRefusal(tx, dependencies.checks, user, at, card?.changedAt)
  if (stopped !== undefined) return stopped
  if (card === undefined) return refusal('card_missing', { field: 'cardId' })
  const asset = decideAsset(card, command.asset)
  if (isRefusal(asset)) return asset
  const wrong = await dependencies.checks.countPayPasswordAttempt(tx, user, command.payPasswordAttempt)
  if (wrong !== undefined) return wrong
  const { details } = card
  const already = appliedToday.get(user) ?? nothing
  const outcome = decideWithdrawal(
    { id, user, amount, at },
    {
      card,
      target: details.kind === 'coin' ? details.address : maskedNumber(details.cardNumber),
      asset,
      available: book.available(user, fundingWallet),
      unsettled: context.unsettledOf(user, fundingWallet, at),
      appliedToday: already,
      published: fundingRate(dependencies.feed, asset, at),
    },
  )
  if (isRefusal(outcome)) return outcome
  if (outcome.journal !== undefined) book.post(outcome.journal)
  appliedToday.set(user, addMoney(already, amount))
  return outcome
}
