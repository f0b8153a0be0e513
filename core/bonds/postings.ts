import { credit, debit, headOf, journal, type Journal, type JournalHead, type Occasion } from '#ledger/ledger.ts'
import type { Money } from '#money/money.ts'
import { isoDate, type DayNumber } from '#time-zone.ts'
import { walletCurrency } from '#wallet/wallets.ts'

/** Bonds are paid from the funding account, and pay into it (rulebook §7.1). */
export const bondWallet = 'BALANCE'

const reference = (holding: number): JournalHead['reference'] => ({ type: 'bond', id: holding })

/** E60: a purchase. U.AVAIL → SYS.ISSUER; its spread is in the price, and there is no fee (rulebook §18). */
export const bondBought = (occasion: Occasion, holding: number, cost: Money): Journal =>
  journal(headOf(occasion, 'E60', reference(holding), 'buy'), [
    debit('U.AVAIL', bondWallet, cost),
    credit('SYS.ISSUER', walletCurrency[bondWallet], cost),
  ])

/** E61: a coupon. SYS.ISSUER → U.AVAIL; nothing is withheld (`wht.coupon` 0). */
export const couponPaid = (occasion: Occasion, holding: number, date: DayNumber, amount: Money): Journal =>
  received(occasion, 'E61', holding, isoDate(date), amount)

/** E63: what a sale brought. SYS.ISSUER → U.AVAIL. */
export const saleSettled = (occasion: Occasion, holding: number, amount: Money): Journal =>
  received(occasion, 'E63', holding, 'settle', amount)

/** E64: the face at maturity. SYS.ISSUER → U.AVAIL. */
export const bondMatured = (occasion: Occasion, holding: number, amount: Money): Journal =>
  received(occasion, 'E64', holding, 'mature', amount)

function received(
  occasion: Occasion,
  event: 'E61' | 'E63' | 'E64',
  holding: number,
  period: string,
  amount: Money,
): Journal {
  return journal(headOf(occasion, event, reference(holding), period), [
    debit('SYS.ISSUER', walletCurrency[bondWallet], amount),
    credit('U.AVAIL', bondWallet, amount),
  ])
}
