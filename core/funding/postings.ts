import { spreadOf, type Conversion } from '#money/conversion.ts'
import { credit, debit, headOf, journal, type Journal, type Line, type Occasion } from '#ledger/ledger.ts'
import { subtractMoney, type Money, type WalletCurrency } from '#money/money.ts'
import { walletCurrency, type Wallet } from '#wallet/wallets.ts'

/** The journals of deposits and withdrawals (rulebook §8.3, E02 to E12). Their wallet is the funding account. */
export const fundingWallet: Wallet = 'BALANCE'
export const fundingCurrency: WalletCurrency = walletCurrency[fundingWallet]

type Outside = 'EXT.CHAIN' | 'EXT.FIAT'

const deposit = (id: number) => ({ type: 'deposit', id }) as const
const withdrawal = (id: number) => ({ type: 'withdrawal', id }) as const

/** A deposit's amount in its own currency, and how it was converted when that is not the wallet's. */
export type Arrival = {
  readonly currency: WalletCurrency
  readonly amount: Money
  readonly conversion: Conversion | undefined
}

/** The lines that credit the user with an amount that `from` pays: U.AVAIL, through SYS.FX at mid when it is converted. */
function arrivalLines(from: (currency: WalletCurrency, amount: Money) => Line, arrival: Arrival): readonly Line[] {
  const { currency, amount, conversion } = arrival
  const paid = from(currency, amount)
  if (conversion === undefined) return [paid, credit('U.AVAIL', fundingWallet, amount)]
  return [
    paid,
    credit('SYS.FX', currency, amount),
    debit('SYS.FX', conversion.to, conversion.atMid),
    credit('U.AVAIL', fundingWallet, conversion.received),
    credit('REV.FX_SPREAD', conversion.to, spreadOf(conversion)),
  ]
}

/** E02: a deposit is seen on the chain. EXT.CHAIN → SYS.DEPOSIT_PENDING. */
export function depositSeen(occasion: Occasion, id: number, currency: WalletCurrency, amount: Money): Journal {
  return journal(headOf(occasion, 'E02', deposit(id), 'seen'), [
    debit('EXT.CHAIN', currency, amount),
    credit('SYS.DEPOSIT_PENDING', currency, amount),
  ])
}

/** E03, E03x: a deposit has its confirmations. SYS.DEPOSIT_PENDING → U.AVAIL, through SYS.FX when it is converted. */
export function depositCredited(occasion: Occasion, id: number, arrival: Arrival): Journal {
  const event = arrival.conversion === undefined ? 'E03' : 'E03x'
  return journal(
    headOf(occasion, event, deposit(id), 'credit'),
    arrivalLines((currency, amount) => debit('SYS.DEPOSIT_PENDING', currency, amount), arrival),
  )
}

/** E04: a confirmed deposit is below the coin's minimum and not refunded. SYS.DEPOSIT_PENDING → REV.BELOW_MIN. */
export function depositTooSmall(occasion: Occasion, id: number, currency: WalletCurrency, amount: Money): Journal {
  return journal(headOf(occasion, 'E04', deposit(id), 'small'), [
    debit('SYS.DEPOSIT_PENDING', currency, amount),
    credit('REV.BELOW_MIN', currency, amount),
  ])
}

/** E05: the chain has dropped a deposit before it was credited. SYS.DEPOSIT_PENDING → EXT.CHAIN. */
export function depositDropped(occasion: Occasion, id: number, currency: WalletCurrency, amount: Money): Journal {
  return journal(headOf(occasion, 'E05', deposit(id), 'dropped'), [
    debit('SYS.DEPOSIT_PENDING', currency, amount),
    credit('EXT.CHAIN', currency, amount),
  ])
}

/** E06: the chain has dropped a deposit after it was credited; the user keeps the money. SYS.RESERVE → EXT.CHAIN. */
export function depositLost(occasion: Occasion, id: number, currency: WalletCurrency, amount: Money): Journal {
  return journal(headOf(occasion, 'E06', deposit(id), 'lost'), [
    debit('SYS.RESERVE', currency, amount),
    credit('EXT.CHAIN', currency, amount),
  ])
}

/** E07: a fiat deposit is approved. EXT.FIAT → U.AVAIL, through SYS.FX when it is converted. */
export function fiatApproved(occasion: Occasion, id: number, arrival: Arrival): Journal {
  return journal(
    headOf(occasion, 'E07', deposit(id), 'credit'),
    arrivalLines((currency, amount) => debit('EXT.FIAT', currency, amount), arrival),
  )
}

/** E10: a withdrawal is applied for. U.AVAIL → U.WDRAW. */
export function withdrawalApplied(occasion: Occasion, id: number, amount: Money): Journal {
  return journal(headOf(occasion, 'E10', withdrawal(id), 'apply'), [
    debit('U.AVAIL', fundingWallet, amount),
    credit('U.WDRAW', fundingWallet, amount),
  ])
}

export type Payout = {
  readonly outside: Outside
  /** In the funding account's currency. */
  readonly amount: Money
  /** Undefined when it is paid in that currency. */
  readonly conversion: Conversion | undefined
  /** In the currency that is paid. */
  readonly fee: Money
}

/**
 * E11, E11x: a withdrawal is paid. U.WDRAW → EXT.* and REV.WITHDRAW_FEE; in another currency through SYS.FX at mid,
 * and the spread is REV.FX_SPREAD.
 */
export function withdrawalPaid(occasion: Occasion, id: number, payout: Payout): Journal {
  const { outside, amount, conversion, fee } = payout
  if (conversion === undefined) {
    return journal(headOf(occasion, 'E11', withdrawal(id), 'paid'), [
      debit('U.WDRAW', fundingWallet, amount),
      credit(outside, fundingCurrency, subtractMoney(amount, fee)),
      credit('REV.WITHDRAW_FEE', fundingCurrency, fee),
    ])
  }
  const { to, received, atMid } = conversion
  return journal(headOf(occasion, 'E11x', withdrawal(id), 'paid'), [
    debit('U.WDRAW', fundingWallet, amount),
    credit('SYS.FX', fundingCurrency, amount),
    debit('SYS.FX', to, atMid),
    credit(outside, to, subtractMoney(received, fee)),
    credit('REV.WITHDRAW_FEE', to, fee),
    credit('REV.FX_SPREAD', to, spreadOf(conversion)),
  ])
}

/** E12: a withdrawal comes back. U.WDRAW → U.AVAIL. */
export function withdrawalReturned(occasion: Occasion, id: number, amount: Money): Journal {
  return journal(headOf(occasion, 'E12', withdrawal(id), 'return'), [
    debit('U.WDRAW', fundingWallet, amount),
    credit('U.AVAIL', fundingWallet, amount),
  ])
}
