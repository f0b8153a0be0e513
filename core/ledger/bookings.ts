import { currencyOf, isCoin } from '#funding/coins.ts'
import { assetOf, type CoinDeposit, type Deposit } from '#funding/deposits.ts'
import { convertedAt, type Conversion } from '#money/conversion.ts'
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
} from '#funding/postings.ts'
import type { Journal } from './ledger.ts'
import { formatMoney, nothing, subtractMoney, type Money, type Rate, type WalletCurrency } from '#money/money.ts'
import { transferCancelled, transferConverted, transferSettled, transferSubmitted } from './postings.ts'
import type { Transfer } from '#wallet/transfer.ts'
import { walletCurrency } from '#wallet/wallets.ts'
import { withdrawalFee, type Withdrawal } from '#funding/withdrawals.ts'

/**
 * What the books must hold about a row as it stands: exactly these journals. Of a conversion the row stores the rate of
 * the platform and not the mid, so the platform's share in the posted journal (`spread`) is taken as far as a mid of
 * that rate allows it.
 */
export type Bookings = {
  readonly journals: (spread: Money) => readonly Journal[]
  /** What the row says and cannot be: it contradicts itself. */
  readonly faults: readonly string[]
}

const none = (): readonly Journal[] => []
const differs = (what: string, found: Money | undefined, expected: Money | undefined): readonly string[] => {
  const told = (amount: Money | undefined): string => (amount === undefined ? 'missing' : formatMoney(amount))
  return found === expected ? [] : [`${what} is ${told(found)}, should be ${told(expected)}`]
}

/** The journals of a transfer (rulebook §11, E20 to E23). */
export function bookingsOfTransfer(transfer: Transfer): Bookings {
  const { id, user, from, to, amount, status, submittedAt, endedAt } = transfer
  const submitted = transferSubmitted({ user, at: submittedAt }, id, from, amount)
  const only = (last: Journal | undefined, ...faults: readonly string[]): Bookings => ({
    journals: () => (last === undefined ? [submitted] : [submitted, last]),
    faults,
  })
  if (status === 'moving')
    return only(undefined, ...unsettled(transfer), ...(endedAt === undefined ? [] : ['has ended']))
  if (endedAt === undefined) return only(undefined, 'has no end')
  const occasion = { user, at: endedAt }
  if (status === 'cancelled') return only(transferCancelled(occasion, id, from, amount), ...unsettled(transfer))
  const [paid, got] = [walletCurrency[from], walletCurrency[to]]
  if (paid === got) {
    const faults = [...differs('settled amount', transfer.received, amount), ...rateFaults(transfer.rate, false)]
    return only(transferSettled(occasion, id, from, to, amount), ...faults)
  }
  const again = conversionAgain(amount, paid, got, transfer.rate)
  if (again === undefined) return only(undefined, ...rateFaults(transfer.rate, true))
  return {
    journals: (spread) => [submitted, transferConverted(occasion, id, from, to, again(spread))],
    faults: differs('settled amount', transfer.received, again(nothing).received),
  }
}

const unsettled = ({ received, rate }: Transfer): readonly string[] => [
  ...differs('settled amount', received, undefined),
  ...rateFaults(rate, false),
]

/** A rate must be there exactly when something was converted; one that is there and gives no conversion is wrong. */
function rateFaults(rate: Rate | undefined, isConverted: boolean): readonly string[] {
  if (isConverted) return [rate === undefined ? 'has no rate' : 'has a rate that cannot have been published']
  return rate === undefined ? [] : ['has a rate, and nothing is converted']
}

/** The conversion of a stored rate, for each spread; undefined when the rate cannot have been published. */
function conversionAgain(
  amount: Money,
  from: WalletCurrency,
  to: WalletCurrency,
  rate: Rate | undefined,
): ((spread: Money) => Conversion) | undefined {
  if (rate === undefined) return undefined
  const first = convertedAt(amount, from, to, rate, nothing)
  return first === undefined ? undefined : (spread) => convertedAt(amount, from, to, rate, spread) ?? first
}

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
