import { confirmationsAt, currencyOf, type Coin, type FundingAsset } from './coins.ts'
import { convertMoney, type Conversion, type PublishedRate } from '#money/conversion.ts'
import {
  depositCredited,
  depositDropped,
  depositLost,
  depositSeen,
  depositTooSmall,
  fiatApproved,
  fundingCurrency,
} from './postings.ts'
import type { Journal } from '#ledger/ledger.ts'
import { addMoney, formatMoney, moneyOf, nothing, type Money, type Rate, type WalletCurrency } from '#money/money.ts'
import { refusal, type Refusal } from '#refusal.ts'
import type { DepositReason, Review } from './review.ts'
import { states } from '#states.ts'
import { dayMilliseconds } from '#time-zone.ts'

/** Confirmations until a deposit is credited (rulebook §9.2, `deposit.confirmations`). */
export const depositConfirmations = 3
/** Smaller deposits are not refunded (rulebook §9.1, `deposit.min`, `deposit.fiat.min`), in units of what is sent. */
export const depositMin: Money = moneyOf('1')
/** How long a declared deposit waits for its transaction (rulebook §9.2). */
export const declaredMilliseconds = dayMilliseconds
/** Maximum of declared deposits of one user that have not arrived yet, so that no user fills the list. */
export const depositsPendingMax = 20
/** Seconds until a proof is reviewed (rulebook §9.3, `deposit.fiat.autoDelaySec`). */
export const fiatReviewSeconds = 300
/** Most of one request (rulebook §31, `deposit.fiat.max`), and of a day, which is five times as much. */
export const fiatMax: Readonly<Record<WalletCurrency, Money>> = {
  MXN: moneyOf('1000000'),
  USD: moneyOf('50000'),
  HKD: moneyOf('400000'),
}
export const fiatPerDayMax: Readonly<Record<WalletCurrency, Money>> = {
  MXN: moneyOf('5000000'),
  USD: moneyOf('250000'),
  HKD: moneyOf('2000000'),
}

/** Allowed transitions of a deposit in each state of its review. */
export const depositStates = states<Review, 'see' | 'credit' | 'refuse' | 'lose'>({
  pending: { see: 'pending', credit: 'approved', refuse: 'refused' },
  refused: {},
  approved: { lose: 'approved' },
})

type Progress = {
  readonly id: number
  readonly user: number
  readonly status: Review
  readonly reason: DepositReason | undefined
  readonly createdAt: number
  readonly endedAt: number | undefined
  /** Amount credited to the funding account, and its rate; undefined before the credit, or when nothing was converted. */
  readonly received: Money | undefined
  readonly rate: Rate | undefined
}

/** Coins on the simulated chain, or a user's declaration that they are in transit. */
export type CoinDeposit = Progress & {
  readonly kind: 'coin'
  readonly coin: Coin
  readonly address: string
  /** Undefined while it is only declared; then also the amount may be unknown. */
  readonly transaction: string | undefined
  readonly amount: Money | undefined
  /** When it was seen on the chain; money is pending from then on. */
  readonly seenAt: number | undefined
  readonly confirmations: number
  /** When the chain dropped it after it had been credited. */
  readonly lostAt: number | undefined
}

/** Money of the simulated bank, with a picture as proof. */
export type FiatDeposit = Progress & {
  readonly kind: 'fiat'
  readonly currency: WalletCurrency
  readonly amount: Money
  readonly proof: string
  readonly dueAt: number
}

export type Deposit = CoinDeposit | FiatDeposit
export const assetOf = (deposit: Deposit): FundingAsset => (deposit.kind === 'coin' ? deposit.coin : deposit.currency)

export type DepositOutcome<Kind extends Deposit = Deposit> = {
  readonly deposit: Kind
  readonly journal: Journal | undefined
}

/**
 * The pair's rate when the deposit's currency is not the wallet's: of now, and fresh, for coins; the one of the application
 * for the simulated bank. Undefined makes it wait.
 */
export type RateFacts = { readonly now: number; readonly published: PublishedRate | undefined }

const begun = {
  status: 'pending',
  reason: undefined,
  endedAt: undefined,
  received: undefined,
  rate: undefined,
} as const

export type DeclareCommand = {
  readonly id: number
  readonly user: number
  readonly coin: Coin
  /** The user's own address, which receives the coin. */
  readonly address: string
  readonly amount: Money | undefined
  readonly transaction: string | undefined
  readonly at: number
}

/** Decides the word that coins are on their way: no money moves. Refuses: deposit_too_small. */
export function decideDeclaration(command: DeclareCommand): CoinDeposit | Refusal {
  const { at, ...asked } = command
  if (asked.amount !== undefined && asked.amount < depositMin) return tooSmall()
  return { ...asked, ...begun, kind: 'coin', createdAt: at, seenAt: undefined, confirmations: 0, lostAt: undefined }
}

const tooSmall = (): Refusal =>
  refusal('deposit_too_small', { field: 'amount', values: { n: formatMoney(depositMin) } })

export type FiatCommand = {
  readonly id: number
  readonly user: number
  readonly currency: WalletCurrency
  readonly amount: Money
  readonly proof: string
  readonly at: number
}

/** Decides a fiat deposit (rulebook §9.3). Refuses: deposit_too_small, amount_above_limit. */
export function decideFiatDeposit(command: FiatCommand): FiatDeposit | Refusal {
  const { at, ...asked } = command
  if (asked.amount < depositMin) return tooSmall()
  if (asked.amount > fiatMax[asked.currency]) return refusal('amount_above_limit', { field: 'amount' })
  return { ...asked, ...begun, kind: 'fiat', createdAt: at, dueAt: at + fiatReviewSeconds * 1000 }
}

/** A transaction of the chain that pays to a user's address. */
export type ChainPayment = {
  readonly hash: string
  readonly coin: Coin
  readonly address: string
  readonly amount: Money
  /** The block that it is in, or will be in. */
  readonly height: number
  /** The chain has forgotten it. */
  readonly isDropped: boolean
}

/**
 * Which declared deposit a payment is: the one that named its hash, else the oldest that named none, of the same coin
 * and address (rulebook §9.2).
 */
export function declarationOf(payment: ChainPayment, waiting: readonly CoinDeposit[]): CoinDeposit | undefined {
  const open = waiting.filter((deposit) => deposit.status === 'pending' && deposit.seenAt === undefined)
  const named = open.find((deposit) => deposit.transaction === payment.hash)
  if (named !== undefined) return named
  return open
    .filter(
      ({ transaction, coin, address }) =>
        transaction === undefined && coin === payment.coin && address === payment.address,
    )
    .toSorted((left, right) => left.id - right.id)[0]
}

/** E02: a payment is seen; with `declared` it becomes the deposit that was announced. What counts is the chain's word. */
export function decideSeen(
  payment: ChainPayment,
  declared: CoinDeposit | undefined,
  fresh: { readonly id: number; readonly user: number },
  at: number,
): DepositOutcome<CoinDeposit> {
  const { hash, coin, address, amount } = payment
  const { id, user, createdAt } = declared ?? { ...fresh, createdAt: at }
  const deposit: CoinDeposit = {
    ...begun,
    kind: 'coin',
    id,
    user,
    coin,
    address,
    transaction: hash,
    amount,
    createdAt,
    seenAt: at,
    confirmations: 0,
    lostAt: undefined,
  }
  return { deposit, journal: depositSeen({ user, at }, id, currencyOf(coin), amount) }
}

/**
 * Decides what the chain has done to a deposit (rulebook §9.2): counted another confirmation, credited (E03, E03x),
 * found too small (E04), dropped before (E05) or after it was credited (E06). Undefined when nothing has changed.
 */
export function decideOnChain(
  deposit: CoinDeposit,
  payment: ChainPayment,
  { now, published }: RateFacts,
): DepositOutcome<CoinDeposit> | undefined {
  const { id, user, status, coin } = deposit
  const occasion = { user, at: now }
  const currency = currencyOf(coin)
  const { amount } = payment
  if (payment.isDropped) {
    if (depositStates.can(status, 'lose')) {
      if (deposit.lostAt !== undefined) return undefined
      return { deposit: { ...deposit, lostAt: now }, journal: depositLost(occasion, id, currency, amount) }
    }
    if (!depositStates.can(status, 'refuse')) return undefined
    return refused(deposit, 'TX_DROPPED', now, depositDropped(occasion, id, currency, amount))
  }
  if (!depositStates.can(status, 'credit')) return undefined
  const confirmations = Math.min(depositConfirmations, confirmationsAt(payment.height, now))
  const counted = { ...deposit, confirmations }
  const changed = confirmations === deposit.confirmations ? undefined : { deposit: counted, journal: undefined }
  if (confirmations < depositConfirmations) return changed
  if (amount < depositMin)
    return refused(counted, 'BELOW_MINIMUM', now, depositTooSmall(occasion, id, currency, amount))
  const arrival = arrivalOf(currency, amount, published)
  if (arrival === undefined) return changed
  return { deposit: credited(counted, arrival, now), journal: depositCredited(occasion, id, arrival) }
}

/** Decides a declared deposit that no transaction has come for; undefined while it may still come. */
export function decideUndelivered(deposit: CoinDeposit, now: number): DepositOutcome<CoinDeposit> | undefined {
  if (deposit.seenAt !== undefined || !depositStates.can(deposit.status, 'refuse')) return undefined
  if (now < deposit.createdAt + declaredMilliseconds) return undefined
  return refused(deposit, 'NO_TRANSACTION', now, undefined)
}

export type FiatFacts = RateFacts & {
  readonly isReadable: boolean
  /** Amount approved before in this currency on the day. */
  readonly approvedToday: Money
}

/** Decides the review of a fiat deposit that is due (E07); undefined while it waits for its time or for a rate. */
export function decideFiatReview(deposit: FiatDeposit, facts: FiatFacts): DepositOutcome<FiatDeposit> | undefined {
  const { status, dueAt } = deposit
  return !depositStates.can(status, 'credit') || facts.now < dueAt ? undefined : reviewed(deposit, facts)
}

/** Why an operator may refuse a fiat deposit (rulebook §9.3): the list that the automatic review has. */
export const fiatFaults = ['IMAGE_UNREADABLE', 'DAILY_LIMIT'] as const satisfies readonly DepositReason[]
export type FiatVerdict = 'approve' | (typeof fiatFaults)[number]

/**
 * Decides a fiat deposit in an operator's name, before its time or after it (rulebook §9.3): what the automatic review
 * finds, and nothing else. Pictures are shown to no operator, so none can judge one better than the check does.
 * Refuses: wrong_state, proof_missing, daily_limit, quote_unavailable, invalid_parameter.
 */
export function decideFiatByOperator(
  deposit: FiatDeposit,
  verdict: FiatVerdict,
  facts: FiatFacts,
): DepositOutcome<FiatDeposit> | Refusal {
  if (!depositStates.can(deposit.status, 'credit')) return refusal('wrong_state')
  const outcome = reviewed(deposit, facts)
  const fault = outcome?.deposit.reason
  if (verdict !== 'approve')
    return outcome !== undefined && fault === verdict ? outcome : refusal('invalid_parameter', { field: 'reason' })
  if (outcome === undefined) return refusal('quote_unavailable')
  if (outcome.deposit.status === 'approved') return outcome
  return refusal(fault === 'DAILY_LIMIT' ? 'daily_limit' : 'proof_missing')
}

const isDayFull = ({ currency, amount }: FiatDeposit, { approvedToday }: FiatFacts): boolean =>
  addMoney(approvedToday, amount) > fiatPerDayMax[currency]

function reviewed(deposit: FiatDeposit, facts: FiatFacts): DepositOutcome<FiatDeposit> | undefined {
  const { now, published, isReadable } = facts
  const { id, user, currency, amount } = deposit
  if (!isReadable) return refused(deposit, 'IMAGE_UNREADABLE', now, undefined)
  if (isDayFull(deposit, facts)) return refused(deposit, 'DAILY_LIMIT', now, undefined)
  const arrival = arrivalOf(currency, amount, published)
  if (arrival === undefined) return undefined
  return { deposit: credited(deposit, arrival, now), journal: fiatApproved({ user, at: now }, id, arrival) }
}

type Arrived = {
  readonly currency: WalletCurrency
  readonly amount: Money
  readonly conversion: Conversion | undefined
}

/** The amount credited to the funding account; undefined while there is no rate. */
function arrivalOf(currency: WalletCurrency, amount: Money, published: PublishedRate | undefined): Arrived | undefined {
  if (currency === fundingCurrency) return { currency, amount, conversion: undefined }
  return published === undefined
    ? undefined
    : { currency, amount, conversion: convertMoney(amount, currency, published) }
}

function credited<Kind extends Deposit>(deposit: Kind, { amount, conversion }: Arrived, endedAt: number): Kind {
  return { ...deposit, status: 'approved', endedAt, received: conversion?.received ?? amount, rate: conversion?.rate }
}

function refused<Kind extends Deposit>(
  deposit: Kind,
  reason: DepositReason,
  endedAt: number,
  journal: Journal | undefined,
): DepositOutcome<Kind> {
  return { deposit: { ...deposit, status: 'refused', reason, endedAt, received: nothing }, journal }
}
