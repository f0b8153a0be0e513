import { conversionAgain, differs, rateFaults, type Bookings } from '#ledger/bookings.ts'
import type { Journal } from '#ledger/ledger.ts'
import { convertedAt } from '#money/conversion.ts'
import { nothing, subtractMoney } from '#money/money.ts'
import { currencyOf, isCoin } from './coins.ts'
import { assetOf, type CoinDeposit, type Deposit } from './deposits.ts'
import {
  depositCredited,
  depositDropped,
  depositLost,
  depositSeen,
  depositTooSmall,
  fiatApproved,
  fundingCurrency,
  withdrawalApplied,
  withdrawalPaid,
  withdrawalReturned,
  type Arrival,
} from './postings.ts'
import { withdrawalFee, type Withdrawal } from './withdrawals.ts'

const none = (): readonly Journal[] => []

/** The journals of a deposit (rulebook §9, E02 to E07). */
export function bookingsOfDeposit(deposit: Deposit): Bookings {
  const { status, endedAt, received, rate } = deposit
  const isApproved = status === 'approved'
  const unpaid = [
    ...differs('received', received, status === 'refused' ? nothing : undefined),
    ...rateFaults(rate, false),
  ]
  const begin = deposit.kind === 'coin' ? seen(deposit) : []
  const faults = isApproved ? [] : unpaid
  if ((status === 'pending') !== (endedAt === undefined))
    return { journals: () => begin, faults: [...faults, endedAt === undefined ? 'has no end' : 'has ended'] }
  if (status === 'pending') return { journals: () => begin, faults }
  const at = endedAt ?? 0
  if (isApproved) return credited(deposit, begin, at)
  if (deposit.kind === 'fiat') return { journals: none, faults }
  const refusal = refused(deposit, at)
  const isStrange = (deposit.reason === 'NO_TRANSACTION') !== (deposit.seenAt === undefined)
  return {
    journals: () => [...begin, ...refusal],
    faults: isStrange ? [...faults, 'was refused for no such reason'] : faults,
  }
}

function seen({ id, user, coin, amount, seenAt }: CoinDeposit): readonly Journal[] {
  if (seenAt === undefined || amount === undefined) return []
  return [depositSeen({ user, at: seenAt }, id, currencyOf(coin), amount)]
}

function refused({ id, user, coin, amount, reason }: CoinDeposit, at: number): readonly Journal[] {
  if (amount === undefined) return []
  if (reason === 'BELOW_MINIMUM') return [depositTooSmall({ user, at }, id, currencyOf(coin), amount)]
  return reason === 'TX_DROPPED' ? [depositDropped({ user, at }, id, currencyOf(coin), amount)] : []
}

function credited(deposit: Deposit, begin: readonly Journal[], at: number): Bookings {
  const { id, user, amount, received, rate } = deposit
  const currency = currencyOf(assetOf(deposit))
  const isSeen = deposit.kind === 'fiat' || deposit.seenAt !== undefined
  if (amount === undefined || !isSeen) return { journals: () => begin, faults: ['was credited and never seen'] }
  const lost =
    deposit.kind === 'coin' && deposit.lostAt !== undefined
      ? [depositLost({ user, at: deposit.lostAt }, id, currency, amount)]
      : []
  const post = (arrival: Arrival): readonly Journal[] => {
    const occasion = { user, at }
    const last = deposit.kind === 'coin' ? depositCredited(occasion, id, arrival) : fiatApproved(occasion, id, arrival)
    return [...begin, last, ...lost]
  }
  if (currency === fundingCurrency) {
    const faults = [...differs('received', received, amount), ...rateFaults(rate, false)]
    return { journals: () => post({ currency, amount, conversion: undefined }), faults }
  }
  const again = conversionAgain(amount, currency, fundingCurrency, rate)
  if (again === undefined) return { journals: () => [...begin, ...lost], faults: rateFaults(rate, true) }
  return {
    journals: (spread) => post({ currency, amount, conversion: again(spread) }),
    faults: differs('received', received, again(nothing).received),
  }
}

/** The journals of a withdrawal (rulebook §10, E10 to E12). */
export function bookingsOfWithdrawal(withdrawal: Withdrawal): Bookings {
  const { id, user, asset, amount, conversion, fee, state, appliedAt, endedAt } = withdrawal
  const applied = withdrawalApplied({ user, at: appliedAt }, id, amount)
  const faults = [...differs('fee', fee, withdrawalFee(asset)), ...payoutFaults(withdrawal)]
  const isOpen = state === 'pending' || state === 'approved'
  if (isOpen !== (endedAt === undefined))
    return { journals: () => [applied], faults: [...faults, isOpen ? 'has ended' : 'has no end'] }
  if (endedAt === undefined) return { journals: () => [applied], faults }
  const occasion = { user, at: endedAt }
  const outside = isCoin(asset) ? 'EXT.CHAIN' : 'EXT.FIAT'
  const last =
    state === 'paid'
      ? withdrawalPaid(occasion, id, { outside, amount, conversion, fee })
      : withdrawalReturned(occasion, id, amount)
  return { journals: () => [applied, last], faults }
}

function payoutFaults({ asset, amount, conversion }: Withdrawal): readonly string[] {
  const currency = currencyOf(asset)
  if (currency === fundingCurrency) return rateFaults(conversion?.rate, false)
  if (conversion === undefined) return rateFaults(undefined, true)
  const { received, atMid, rate } = conversion
  const again = convertedAt(amount, fundingCurrency, currency, rate, subtractMoney(atMid, received))
  if (again === undefined) return rateFaults(rate, true)
  return [...differs('gross', received, again.received), ...differs('gross at mid', atMid, again.atMid)]
}
