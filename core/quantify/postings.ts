import { credit, debit, headOf, journal, type Journal, type JournalHead, type Occasion } from '#ledger/ledger.ts'
import { money, type Money } from '#money/money.ts'
import { walletCurrency } from '#wallet/wallets.ts'
import { payoutOf, type QuantifyResult } from './order.ts'

/** Products are paid from this wallet, and pay into it (rulebook §7.1). */
export const quantifyWallet = 'FINANCIAL'
const currency = walletCurrency[quantifyWallet]

const reference = (order: number): JournalHead['reference'] => ({ type: 'product', id: order })

/** E75: money is put in. U.AVAIL → U.PRODUCT. */
export const quantifySubscribed = (occasion: Occasion, order: number, amount: Money): Journal =>
  journal(headOf(occasion, 'E75', reference(order), 'subscribe'), [
    debit('U.AVAIL', quantifyWallet, amount),
    credit('U.PRODUCT', quantifyWallet, amount),
  ])

/** E76: the end. U.PRODUCT and the gain of SYS.MARKET → fees and U.AVAIL; a loss goes to SYS.MARKET. */
export function quantifySettled(
  occasion: Occasion,
  order: number,
  amount: Money,
  { value, managementFee, performanceFee }: QuantifyResult,
): Journal {
  const fees = { management: managementFee, performance: performanceFee }
  return journal(headOf(occasion, 'E76', reference(order), 'settle'), [
    debit('U.PRODUCT', quantifyWallet, amount),
    debit('SYS.MARKET', currency, money(value - amount)),
    credit('REV.MGMT_FEE', currency, managementFee),
    credit('REV.PERF_FEE', currency, performanceFee),
    credit('U.AVAIL', quantifyWallet, payoutOf(value, fees)),
  ])
}
