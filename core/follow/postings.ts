import { credit, debit, headOf, journal, type Journal, type JournalHead, type Occasion } from '#ledger/ledger.ts'
import { subtractMoney, type Money } from '#money/money.ts'
import { walletCurrency } from '#wallet/wallets.ts'

/** The wallet that follows agencies (rulebook §7.1). */
export const followWallet = 'FOLLOW'

const reference = (order: number): JournalHead['reference'] => ({ type: 'follow', id: order })

/** E70: an order waits for its campaign. U.AVAIL → U.ORDER. */
export const followPlaced = (occasion: Occasion, order: number, amount: Money): Journal =>
  journal(headOf(occasion, 'E70', reference(order), 'place'), [
    debit('U.AVAIL', followWallet, amount),
    credit('U.ORDER', followWallet, amount),
  ])

/** E71: the campaign opens. U.ORDER → U.PRODUCT. */
export const followConfirmed = (occasion: Occasion, order: number, amount: Money): Journal =>
  journal(headOf(occasion, 'E71', reference(order), 'confirm'), [
    debit('U.ORDER', followWallet, amount),
    credit('U.PRODUCT', followWallet, amount),
  ])

/** E72: the campaign does not open. U.ORDER → U.AVAIL. */
export const followRefunded = (occasion: Occasion, order: number, amount: Money): Journal =>
  journal(headOf(occasion, 'E72', reference(order), 'refund'), [
    debit('U.ORDER', followWallet, amount),
    credit('U.AVAIL', followWallet, amount),
  ])

export type Settlement = { readonly amount: Money; readonly value: Money; readonly fee: Money }

/**
 * E73 when nothing was lost, else E74: the value comes back. U.PRODUCT and the profit of SYS.MARKET → REV.PERF_FEE and U.AVAIL, or
 * U.PRODUCT → SYS.MARKET the loss and U.AVAIL.
 */
export function followSettled(occasion: Occasion, order: number, { amount, value, fee }: Settlement): Journal {
  const currency = walletCurrency[followWallet]
  const gained = subtractMoney(value, amount)
  return journal(headOf(occasion, gained < 0n ? 'E74' : 'E73', reference(order), 'settle'), [
    debit('U.PRODUCT', followWallet, amount),
    // A loss is a credit.
    debit('SYS.MARKET', currency, gained),
    credit('REV.PERF_FEE', currency, fee),
    credit('U.AVAIL', followWallet, subtractMoney(value, fee)),
  ])
}
