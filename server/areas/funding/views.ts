import type { Answer } from '@mex/contract/call.ts'
import type { funding } from '@mex/contract/funding/calls.ts'
import type {
  Card as CardView,
  Deposit as DepositView,
  Withdrawal as WithdrawalView,
} from '@mex/contract/funding/shapes.ts'
import { maskedNumber, type Card } from '@mex/core/funding/cards.ts'
import type { Deposit } from '@mex/core/funding/deposits.ts'
import { receivedOf, type Withdrawal, type WithdrawalState } from '@mex/core/funding/withdrawals.ts'

const emptyDetails = {
  bankName: undefined,
  accountName: undefined,
  cardNumber: undefined,
  swiftCode: undefined,
  branchCode: undefined,
  cardholderName: undefined,
  account: undefined,
  region: undefined,
  city: undefined,
  postalCode: undefined,
  bankAddress: undefined,
  personalAddress: undefined,
  routingNumber: undefined,
  frontImage: undefined,
  backImage: undefined,
  coin: undefined,
  network: undefined,
  address: undefined,
} as const

/** A card as its owner sees it; the oldest of its kind is the default. */
export function cardView({ id, details }: Card, own: readonly Card[]): CardView {
  const first = own.find((card) => card.details.kind === details.kind)
  const card = { ...emptyDetails, id, isDefault: first === undefined || first.id === id }
  if (details.kind === 'coin') return { ...card, ...details }
  const { cardNumber, account } = details
  return {
    ...card,
    ...details,
    cardNumber: maskedNumber(cardNumber),
    account: account === undefined ? undefined : maskedNumber(account),
  }
}

export function depositView(deposit: Deposit): DepositView {
  const { id, status, reason, createdAt, received, rate, amount } = deposit
  const shown = { id, amount, received, rate, status, reason, createdAt }
  if (deposit.kind === 'fiat') {
    const none = { network: undefined, address: undefined, transaction: undefined, confirmations: 0 }
    return { ...shown, ...none, kind: 'fiat', asset: deposit.currency }
  }
  const { coin, address, transaction, confirmations } = deposit
  return { ...shown, kind: 'coin', asset: coin, network: 'SIMCHAIN', address, transaction, confirmations }
}

const reviewOf = (state: WithdrawalState) => (state === 'paid' ? 'approved' : state)

export function withdrawalView(withdrawal: Withdrawal): WithdrawalView {
  const { id, asset, target, amount, fee, conversion, state, reason, transaction, dueAt, endedAt, appliedAt } =
    withdrawal
  return {
    id,
    asset,
    target,
    amount,
    fee,
    receive: receivedOf(withdrawal),
    rate: conversion?.rate,
    status: reviewOf(state),
    reason,
    transaction,
    reviewBy: dueAt,
    paidAt: state === 'paid' ? endedAt : undefined,
    createdAt: appliedAt,
  }
}

/** The answer to an application. */
export function appliedView(withdrawal: Withdrawal): Answer<typeof funding.withdraw> {
  const { id, status, amount, fee, receive, rate, reviewBy } = withdrawalView(withdrawal)
  return { id, status, amount, fee, receive, rate, reviewBy }
}
