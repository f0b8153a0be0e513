import { moneyInMessage } from '@mex/contract/messages.ts'
import { present } from '@mex/core/assert.ts'
import { assetOf, depositConfirmations, depositMin, type DepositOutcome } from '@mex/core/funding/deposits.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import { isCoin } from '@mex/core/funding/coins.ts'
import { shortAddress } from '@mex/core/funding/short-address.ts'
import { receivedOf, type Withdrawal } from '@mex/core/funding/withdrawals.ts'
import type { sendMessages } from '#areas/content/messages.ts'

/** The messages to users about each step of deposits and withdrawals (rulebook §29). */

type Message = Parameters<typeof sendMessages>[1][number]
type About = Message['about']

function aboutDeposit({ deposit, journal }: DepositOutcome): About | undefined {
  const { reason, received } = deposit
  if (reason === 'NO_TRANSACTION') return { kind: 'deposit_without_transaction', values: { reason } }
  const amount = deposit.amount === undefined ? '' : moneyInMessage(deposit.amount, assetOf(deposit))
  const credited = received === undefined ? '' : moneyInMessage(received, fundingCurrency)
  if (deposit.kind === 'fiat') {
    if (journal?.event === 'E07') return { kind: 'fiat_approved', values: { amount, credited } }
    if (reason !== 'IMAGE_UNREADABLE' && reason !== 'DAILY_LIMIT') return undefined
    return { kind: 'fiat_refused', values: { amount, reason } }
  }
  const event = journal?.event
  if (event === 'E02') return { kind: 'deposit_seen', values: { amount, confirmations: String(depositConfirmations) } }
  if (event === 'E03' || event === 'E03x') return { kind: 'deposit_credited', values: { amount, credited } }
  if (event === 'E04') {
    const minimum = moneyInMessage(depositMin, assetOf(deposit))
    return { kind: 'deposit_below_minimum', values: { amount, minimum } }
  }
  if (event === 'E05') return { kind: 'deposit_dropped', values: { amount } }
  return event === 'E06' ? { kind: 'deposit_reorganised', values: { amount } } : undefined
}

export function depositMessage(outcome: DepositOutcome, at: number): readonly Message[] {
  const about = aboutDeposit(outcome)
  const { user, id } = outcome.deposit
  return about === undefined ? [] : [{ user, type: 'DEPOSIT', about, at, reference: { type: 'deposit', id } }]
}

function aboutWithdrawal(withdrawal: Withdrawal): About | undefined {
  const { state, asset, target, reason } = withdrawal
  const amount = moneyInMessage(withdrawal.amount, fundingCurrency)
  switch (state) {
    case 'pending':
      return { kind: 'withdrawal_applied', values: { amount } }
    case 'approved':
      return undefined
    case 'paid':
      return {
        kind: 'withdrawal_paid',
        values: {
          paid: moneyInMessage(receivedOf(withdrawal), asset),
          // A whole address breaks in the middle, and the preview of the message would end before it.
          target: isCoin(asset) ? shortAddress(target) : target,
          amount,
        },
      }
    case 'refused':
      return { kind: 'withdrawal_returned', values: { reason: present(reason, 'why it came back'), amount } }
  }
}

export function withdrawalMessage(withdrawal: Withdrawal, at: number): readonly Message[] {
  const about = aboutWithdrawal(withdrawal)
  const { user, id } = withdrawal
  return about === undefined ? [] : [{ user, type: 'WITHDRAW', about, at, reference: { type: 'withdrawal', id } }]
}
