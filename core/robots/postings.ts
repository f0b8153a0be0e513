import { credit, debit, headOf, journal, type Journal, type JournalHead, type Occasion } from '#ledger/ledger.ts'
import { subtractMoney, type Money } from '#money/money.ts'
import { walletCurrency } from '#wallet/wallets.ts'
import { residualOfRental, type Redemption, type Rental } from './rental.ts'

/** Robots are paid from the financial wallet, and pay into it (rulebook §7.1). */
export const robotWallet = 'FINANCIAL'
const currency = walletCurrency[robotWallet]

const reference = (rental: number): JournalHead['reference'] => ({ type: 'robot', id: rental })

/** E80: a rental. U.AVAIL → U.PRODUCT residual, SYS.DEFERRED_RENT rent. */
export const robotRented = ({ id, user, price, rent, createdAt }: Rental): Journal =>
  journal(headOf({ user, at: createdAt }, 'E80', reference(id), 'rent'), [
    debit('U.AVAIL', robotWallet, price),
    credit('U.PRODUCT', robotWallet, subtractMoney(price, rent)),
    credit('SYS.DEFERRED_RENT', currency, rent),
  ])

/** E81: rent that a day has earned. SYS.DEFERRED_RENT → REV.RENT. */
export const rentEarned = (occasion: Occasion, rental: number, period: string, amount: Money): Journal =>
  journal(headOf(occasion, 'E81', reference(rental), period), [
    debit('SYS.DEFERRED_RENT', currency, amount),
    credit('REV.RENT', currency, amount),
  ])

/** E82: mined income of a day. SYS.POOL → U.AVAIL. */
export const incomePaid = (occasion: Occasion, rental: number, period: string, amount: Money): Journal =>
  journal(headOf(occasion, 'E82', reference(rental), period), [
    debit('SYS.POOL', currency, amount),
    credit('U.AVAIL', robotWallet, amount),
  ])

/** E83: energy that is bought back at a tick. U.AVAIL → SYS.ENERGY. */
export const energyBought = (occasion: Occasion, rental: number, tick: number, amount: Money): Journal =>
  journal(headOf(occasion, 'E83', reference(rental), String(tick)), [
    debit('U.AVAIL', robotWallet, amount),
    credit('SYS.ENERGY', currency, amount),
  ])

/** E84 of an expired robot, E85 of an early redemption. U.PRODUCT residual, SYS.DEFERRED_RENT → SYS.ENERGY, REV.RENT, U.AVAIL. */
export function robotRedeemed(
  rental: Rental,
  { kind, refund, fee, unearned, energyUnpaid }: Redemption,
  at: number,
): Journal {
  const event = kind === 'early' ? 'E85' : 'E84'
  return journal(headOf({ user: rental.user, at }, event, reference(rental.id), 'redeem'), [
    debit('U.PRODUCT', robotWallet, residualOfRental(rental)),
    debit('SYS.DEFERRED_RENT', currency, unearned),
    credit('SYS.ENERGY', currency, energyUnpaid),
    credit('REV.RENT', currency, fee),
    credit('U.AVAIL', robotWallet, refund),
  ])
}
