import { convertMoney, isFreshRate, type Conversion, type PublishedRate } from '#money/conversion.ts'
import type { Journal } from '#ledger/ledger.ts'
import { formatMoney, type Money, type Rate } from '#money/money.ts'
import { transferCancelled, transferConverted, transferSettled, transferSubmitted } from './postings.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { nextRelease, unsettledTotal, type Unsettled } from './settlement.ts'
import { transferStates, type TransferStatus } from './transfer-status.ts'
import { canTransfer, transferable, walletCurrency, type Wallet } from './wallets.ts'

/** Seconds for which a transfer is on its way and may be cancelled (rulebook §11, `transfer.delaySec`). */
export const transferDelaySeconds = 30

/** Money between the funding account and another wallet (rulebook §11). Instants are epoch milliseconds. */
export type Transfer = {
  readonly id: number
  readonly user: number
  readonly from: Wallet
  readonly to: Wallet
  /** Cents of the wallet it leaves. */
  readonly amount: Money
  readonly status: TransferStatus
  readonly submittedAt: number
  readonly dueAt: number
  /** Set while a cancel waits for the feed (rulebook §13.6). */
  readonly cancelRequestedAt: number | undefined
  readonly endedAt: number | undefined
  /** What arrived, in cents of the other wallet, and by which rate; undefined until it has settled. */
  readonly received: Money | undefined
  readonly rate: Rate | undefined
}

export type TransferCommand = {
  readonly id: number
  readonly user: number
  readonly from: Wallet
  readonly to: Wallet
  readonly amount: Money
  readonly at: number
}

export type TransferFacts = {
  readonly available: Money
  /** Of the wallet it leaves. */
  readonly unsettled: readonly Unsettled[]
  /** The rate now, when the wallets' currencies differ; it is an estimate, for the rate is fixed at settlement. */
  readonly published: PublishedRate | undefined
}

export type TransferOutcome = { readonly transfer: Transfer; readonly journal: Journal | undefined }

const converts = (transfer: { readonly from: Wallet; readonly to: Wallet }): boolean =>
  walletCurrency[transfer.from] !== walletCurrency[transfer.to]

/** What would arrive at the rate of now; undefined when nothing is converted or no rate is known. */
export function estimateTransfer(
  from: Wallet,
  to: Wallet,
  amount: Money,
  published: PublishedRate | undefined,
): Conversion | undefined {
  if (!converts({ from, to }) || published === undefined) return undefined
  return convertMoney(amount, walletCurrency[from], published)
}

/**
 * Decides a transfer (rulebook §11, E20). Refuses: wallets_equal, incorrect_amount (also when not a cent would
 * arrive), insufficient_balance, not_settled, quote_unavailable.
 */
export function decideTransfer(command: TransferCommand, facts: TransferFacts): TransferOutcome | Refusal {
  const { id, user, from, to, amount, at } = command
  if (!canTransfer(from, to)) return refusal('wallets_equal')
  if (amount <= 0n) return refusal('incorrect_amount', { field: 'amount' })
  if (converts(command) && facts.published === undefined) return refusal('quote_unavailable')
  if (estimateTransfer(from, to, amount, facts.published)?.received === 0n) {
    return refusal('incorrect_amount', { field: 'amount' })
  }
  if (amount > facts.available) return refusal('insufficient_balance')
  const unsettled = unsettledTotal(facts.unsettled)
  if (amount > transferable(facts.available, unsettled)) {
    const date = nextRelease(facts.unsettled) ?? ''
    return refusal('not_settled', { values: { amount: formatMoney(unsettled), date } })
  }
  const transfer: Transfer = {
    id,
    user,
    from,
    to,
    amount,
    status: 'moving',
    submittedAt: at,
    dueAt: at + transferDelaySeconds * 1000,
    cancelRequestedAt: undefined,
    endedAt: undefined,
    received: undefined,
    rate: undefined,
  }
  return { transfer, journal: transferSubmitted({ user, at }, id, from, amount) }
}

/**
 * Decides the user's cancel (rulebook §11, E23). It counts at once, unless a rate that was made before it may still
 * settle the transfer: then it waits for the feed. Refuses: transfer_settled. Cancelling again changes nothing.
 */
export function decideTransferCancel(transfer: Transfer, at: number): TransferOutcome | Refusal {
  if (transfer.status === 'cancelled') return { transfer, journal: undefined }
  if (!transferStates.can(transfer.status, 'cancel')) return refusal('transfer_settled')
  if (transfer.cancelRequestedAt !== undefined) return { transfer, journal: undefined }
  if (converts(transfer) && at > transfer.dueAt) {
    return { transfer: { ...transfer, cancelRequestedAt: at }, journal: undefined }
  }
  return cancelled(transfer, at)
}

export type SettlementFacts = {
  /** Epoch milliseconds. */
  readonly now: number
  /** The newest rate and when it was made; the job asks often enough that the first after the due time is seen. */
  readonly rate: { readonly published: PublishedRate; readonly time: number } | undefined
  /** By how much the feed lags, and how old its quotes may be (rulebook §13.6). */
  readonly delaySeconds: number
  readonly quoteAgeSecondsMax: number
}

/**
 * Decides what the job does with a transfer in transit (rulebook §11, E21, E22, E23); undefined while it waits.
 * A conversion takes the first fresh rate made after the due time, also when it is handled late; a cancel counts once
 * that rate is known to be later than it, or once no earlier rate can arrive.
 */
export function decideTransferSettlement(transfer: Transfer, facts: SettlementFacts): TransferOutcome | undefined {
  const { now, rate } = facts
  if (!transferStates.can(transfer.status, 'settle') || now < transfer.dueAt) return undefined
  const { id, user, from, to, amount, cancelRequestedAt } = transfer
  const ended = { ...transfer, status: 'settled', endedAt: now } as const
  if (!converts(transfer)) {
    const journal = transferSettled({ user, at: now }, id, from, to, amount)
    return { transfer: { ...ended, received: amount }, journal }
  }
  const settling = rate !== undefined && rate.time > transfer.dueAt && isFreshRate(rate.time, now) ? rate : undefined
  if (cancelRequestedAt !== undefined) {
    const last = cancelRequestedAt + (facts.delaySeconds + facts.quoteAgeSecondsMax) * 1000
    const isOutOfRates = settling === undefined && now > last
    if (isOutOfRates || (rate !== undefined && rate.time > cancelRequestedAt)) return cancelled(transfer, now)
  }
  if (settling === undefined) return undefined
  const conversion = convertMoney(amount, walletCurrency[from], settling.published)
  const journal = transferConverted({ user, at: now }, id, from, to, conversion)
  return { transfer: { ...ended, received: conversion.received, rate: conversion.rate }, journal }
}

function cancelled(transfer: Transfer, at: number): TransferOutcome {
  return {
    transfer: { ...transfer, status: 'cancelled', cancelRequestedAt: transfer.cancelRequestedAt ?? at, endedAt: at },
    journal: transferCancelled({ user: transfer.user, at }, transfer.id, transfer.from, transfer.amount),
  }
}
