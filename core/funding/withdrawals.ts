import { isSimulatedAddress } from './coin-addresses.ts'
import type { Card } from './cards.ts'
import { currencyOf, isCoin, type FundingAsset } from './coins.ts'
import { convertMoney, type Conversion, type PublishedRate } from '#money/conversion.ts'
import { fundingCurrency, withdrawalApplied, withdrawalPaid, withdrawalReturned } from './postings.ts'
import type { Journal } from '#ledger/ledger.ts'
import {
  addMoney,
  formatMoney,
  moneyOf,
  nothing,
  subtractMoney,
  type Money,
  type WalletCurrency,
} from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import type { Review, WithdrawalReason } from './review.ts'
import { nextRelease, unsettledTotal, type Unsettled } from '#wallet/settlement.ts'
import { states } from '#states.ts'
import { dayMilliseconds, isoDate, minuteMilliseconds, utcDay } from '#time-zone.ts'
import { transferable } from '#wallet/wallets.ts'

/** Rulebook §31, "withdraw". The least that is paid, in its currency. */
export const withdrawalMin: Readonly<Record<WalletCurrency, Money>> = {
  MXN: moneyOf('10'),
  USD: moneyOf('2'),
  HKD: moneyOf('10'),
}
/** In the funding account's currency. */
export const withdrawalPerDayMax: Money = moneyOf('5000000')
export const withdrawalReviewSeconds = 120
/** After a password was reset, and after a card was added or changed. */
export const coolOffHours = 24
export const newTargetHours = 0
/** For coins, in the currency that is paid; the bank costs nothing. */
export const coinFee: Money = moneyOf('1')

const hourMilliseconds = 3_600_000

/** `approved` waits for its payout; `paid` and `refused` are final. */
export type WithdrawalState = Review | 'paid'
export const withdrawalStates = states<WithdrawalState, 'approve' | 'pay' | 'return'>({
  pending: { approve: 'approved', return: 'refused' },
  approved: { pay: 'paid', return: 'refused' },
  refused: {},
  paid: {},
})

export type Withdrawal = {
  readonly id: number
  readonly user: number
  readonly card: number
  /** The asset that is paid: a coin to `target`, or money of the simulated bank. */
  readonly asset: FundingAsset
  /** The coin's address, or the masked number of the card. */
  readonly target: string
  /** In the funding account's currency. */
  readonly amount: Money
  /** At the rate of the application; undefined when nothing is converted. */
  readonly conversion: Conversion | undefined
  readonly fee: Money
  readonly state: WithdrawalState
  readonly reason: WithdrawalReason | undefined
  /** The chain's transaction, once it was approved; undefined for the bank. */
  readonly transaction: string | undefined
  readonly appliedAt: number
  readonly dueAt: number
  readonly endedAt: number | undefined
}

export type WithdrawalOutcome = { readonly withdrawal: Withdrawal; readonly journal: Journal | undefined }

export const withdrawalFee = (asset: FundingAsset): Money => (isCoin(asset) ? coinFee : nothing)

/** The payout of an amount: converted, and after the fee. Undefined when a rate is needed and missing. */
export function payoutOf(
  amount: Money,
  asset: FundingAsset,
  published: PublishedRate | undefined,
):
  | { readonly conversion: Conversion | undefined; readonly gross: Money; readonly fee: Money; readonly receive: Money }
  | undefined {
  const fee = withdrawalFee(asset)
  if (currencyOf(asset) === fundingCurrency)
    return { conversion: undefined, gross: amount, fee, receive: subtractMoney(amount, fee) }
  if (published === undefined) return undefined
  const conversion = convertMoney(amount, fundingCurrency, published)
  return { conversion, gross: conversion.received, fee, receive: subtractMoney(conversion.received, fee) }
}

/** What arrives, in the currency that is paid. */
export const receivedOf = ({ amount, conversion, fee }: Withdrawal): Money =>
  subtractMoney(conversion?.received ?? amount, fee)

/** Until when a reset or a new card stops withdrawals (rulebook §10.3); undefined when nothing does. */
export function pausedUntil(
  now: number,
  securityChangedAt: number | undefined,
  targetChangedAt: number | undefined,
): number | undefined {
  const ends = [
    securityChangedAt === undefined ? 0 : securityChangedAt + coolOffHours * hourMilliseconds,
    targetChangedAt === undefined ? 0 : targetChangedAt + newTargetHours * hourMilliseconds,
  ]
  const until = Math.max(...ends)
  return until > now ? until : undefined
}

/** The refusal of a pause states its end in UTC: '2026-11-21 15:00 UTC'. */
export function paused(until: number): Refusal {
  const minute = Math.floor((until % dayMilliseconds) / minuteMilliseconds)
  const two = (number: number): string => String(number).padStart(2, '0')
  const time = `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
  return refusal('withdrawals_paused', { values: { t: `${isoDate(utcDay(until))} ${time} UTC` } })
}

/** The amount that may leave the funding account now (rulebook §10.1), before blocks are considered. */
export const usableAmount = (available: Money, unsettled: readonly Unsettled[]): Money =>
  transferable(available, unsettledTotal(unsettled))

export type WithdrawalCommand = {
  readonly id: number
  readonly user: number
  readonly amount: Money
  readonly at: number
}

export type WithdrawalFacts = {
  readonly card: Card
  readonly target: string
  readonly asset: FundingAsset
  readonly available: Money
  readonly unsettled: readonly Unsettled[]
  /** In the funding account's currency; what came back does not count. */
  readonly appliedToday: Money
  readonly published: PublishedRate | undefined
}

/** A payout that is too small to be made (rulebook §31 `withdraw`), in the currency that it would be paid in. */
export function tooLittle(payout: NonNullable<ReturnType<typeof payoutOf>>, asset: FundingAsset): Refusal | undefined {
  const least = withdrawalMin[currencyOf(asset)]
  if (payout.gross >= least && payout.receive > 0n) return undefined
  return refusal('withdrawal_too_small', { field: 'amount', values: { n: `${formatMoney(least)} ${asset}` } })
}

/**
 * The asset of a withdrawal to a card: a coin account in its coin, a bank card in the requested currency.
 * Refuses: currency_missing.
 */
export function decideAsset({ details }: Card, asked: FundingAsset | undefined): FundingAsset | Refusal {
  const wrong = refusal('currency_missing', { field: 'currency' })
  if (details.kind === 'coin') return asked === undefined || asked === details.coin ? details.coin : wrong
  return asked !== undefined && isCoin(asked) ? wrong : (asked ?? fundingCurrency)
}

/**
 * Decides a withdrawal of a user who may withdraw (rulebook §10.2, E10). Refuses: quote_unavailable,
 * withdrawal_too_small, daily_limit, insufficient_balance, not_settled.
 */
export function decideWithdrawal(command: WithdrawalCommand, facts: WithdrawalFacts): WithdrawalOutcome | Refusal {
  const { id, user, amount, at } = command
  const { card, target, asset, available, unsettled, appliedToday, published } = facts
  const payout = payoutOf(amount, asset, published)
  if (payout === undefined) return refusal('quote_unavailable')
  const tooSmall = tooLittle(payout, asset)
  if (tooSmall !== undefined) return tooSmall
  if (addMoney(appliedToday, amount) > withdrawalPerDayMax) return refusal('daily_limit', { field: 'amount' })
  if (amount > available) return refusal('insufficient_balance', { field: 'amount' })
  if (amount > usableAmount(available, unsettled)) {
    const date = nextRelease(unsettled) ?? ''
    return refusal('not_settled', { field: 'amount', values: { amount: formatMoney(unsettledTotal(unsettled)), date } })
  }
  const withdrawal: Withdrawal = {
    id,
    user,
    card: card.id,
    asset,
    target,
    amount,
    conversion: payout.conversion,
    fee: payout.fee,
    state: 'pending',
    reason: undefined,
    transaction: undefined,
    appliedAt: at,
    dueAt: at + withdrawalReviewSeconds * 1000,
    endedAt: undefined,
  }
  return { withdrawal, journal: withdrawalApplied({ user, at }, id, amount) }
}

/** Decides the review that is due: approved, with a transaction of the chain for a coin, or returned (E12). */
export function decideWithdrawalReview(withdrawal: Withdrawal, facts: ReviewFacts): WithdrawalOutcome | undefined {
  const { state, dueAt } = withdrawal
  return !withdrawalStates.can(state, 'approve') || facts.now < dueAt ? undefined : reviewed(withdrawal, facts)
}

export type ReviewFacts = { readonly now: number; readonly hasCard: boolean; readonly transaction: string }
export type WithdrawalVerdict = 'approve' | WithdrawalReason

/**
 * Decides a withdrawal in an operator's name, before its time or after it (rulebook §10.2): what the automatic review
 * finds, and nothing else. A card that is there was valid when it was saved, and the simulated chain takes every payout
 * into its next block, so neither can be doubted beforehand. What is approved is paid from then on. Refuses:
 * wrong_state, card_missing, address_invalid, invalid_parameter.
 */
export function decideWithdrawalByOperator(
  withdrawal: Withdrawal,
  verdict: WithdrawalVerdict,
  facts: ReviewFacts,
): WithdrawalOutcome | Refusal {
  const { state, dueAt } = withdrawal
  const { now, hasCard } = facts
  if (!withdrawalStates.can(state, 'approve')) return refusal('wrong_state')
  const outcome = reviewed(withdrawal, facts)
  const { state: found, reason } = outcome.withdrawal
  if (verdict !== 'approve') return reason === verdict ? outcome : refusal('invalid_parameter', { field: 'reason' })
  if (found !== 'approved') return refusal(hasCard ? 'address_invalid' : 'card_missing')
  return { ...outcome, withdrawal: { ...outcome.withdrawal, dueAt: Math.min(dueAt, now) } }
}

function reviewed(withdrawal: Withdrawal, { now, hasCard, transaction }: ReviewFacts): WithdrawalOutcome {
  const { asset, target } = withdrawal
  if (!hasCard) return returned(withdrawal, 'TARGET_REMOVED', now)
  if (!isCoin(asset)) return { withdrawal: { ...withdrawal, state: 'approved' }, journal: undefined }
  if (!isSimulatedAddress(target)) return returned(withdrawal, 'TARGET_INVALID', now)
  return { withdrawal: { ...withdrawal, state: 'approved', transaction }, journal: undefined }
}

/** What became of the payment of an approved withdrawal. */
export type PayoutState = 'waiting' | 'done' | 'failed'

/** Decides the end of an approved withdrawal: paid (E11, E11x), or returned when the chain did not take it (E12). */
export function decidePayout(withdrawal: Withdrawal, payout: PayoutState, now: number): WithdrawalOutcome | undefined {
  const { id, user, state, asset, amount, conversion, fee } = withdrawal
  if (!withdrawalStates.can(state, 'pay') || payout === 'waiting') return undefined
  if (payout === 'failed') return returned(withdrawal, 'CHAIN_UNAVAILABLE', now)
  const outside = isCoin(asset) ? 'EXT.CHAIN' : 'EXT.FIAT'
  return {
    withdrawal: { ...withdrawal, state: 'paid', endedAt: now },
    journal: withdrawalPaid({ user, at: now }, id, { outside, amount, conversion, fee }),
  }
}

function returned(withdrawal: Withdrawal, reason: WithdrawalReason, now: number): WithdrawalOutcome {
  const { id, user, amount } = withdrawal
  return {
    withdrawal: { ...withdrawal, state: 'refused', reason, endedAt: now },
    journal: withdrawalReturned({ user, at: now }, id, amount),
  }
}
