import { feeLines } from '#trading/postings.ts'
import type { AllotmentCost } from './application-cost.ts'
import type { OfferSource } from './offer.ts'
import { sources } from '#market/instrument.ts'
import { credit, debit, headOf, journal, type Journal, type Occasion } from '#ledger/ledger.ts'
import type { Money, Quantity } from '#money/money.ts'
import { walletCurrency } from '#wallet/wallets.ts'

/** Applications are paid from the wallet of the product (rulebook §7.1). */
export const applicationWallet = 'SUBSCRIPTION'

/** What the journals of an application name it by. */
type Applied = { readonly id: number; readonly source: OfferSource }

/** The events of an application for a placing are its own; an addition and a cancel are those of all offers (rulebook §8.3). */
const events = {
  [sources.newStock]: { apply: 'E50', settle: 'E53' },
  [sources.placingStock]: { apply: 'E57', settle: 'E58' },
} as const

/** E50, E57: an application. U.AVAIL → U.SUBSCR. */
export function applied(occasion: Occasion, { id, source }: Applied, amount: Money): Journal {
  return setAside(occasion, events[source].apply, id, 'apply', amount)
}

/** E51: an addition to an application. U.AVAIL → U.SUBSCR. `total` is what is applied for with it. */
export function toppedUp(occasion: Occasion, application: number, total: Quantity, amount: Money): Journal {
  return setAside(occasion, 'E51', application, String(total), amount)
}

/** E54: what was missing for the allotted shares. U.AVAIL → U.SUBSCR. */
export function paidPending(occasion: Occasion, application: number, amount: Money): Journal {
  return setAside(occasion, 'E54', application, 'pay', amount)
}

function setAside(
  occasion: Occasion,
  event: 'E50' | 'E51' | 'E54' | 'E57',
  application: number,
  period: string,
  amount: Money,
): Journal {
  return journal(headOf(occasion, event, { type: 'application', id: application }, period), [
    debit('U.AVAIL', applicationWallet, amount),
    credit('U.SUBSCR', applicationWallet, amount),
  ])
}

/** E52: an application is cancelled. U.SUBSCR → U.AVAIL. */
export function cancelled(occasion: Occasion, application: number, amount: Money): Journal {
  return journal(headOf(occasion, 'E52', { type: 'application', id: application }, 'cancel'), [
    debit('U.SUBSCR', applicationWallet, amount),
    credit('U.AVAIL', applicationWallet, amount),
  ])
}

export type Settling = {
  readonly application: Applied
  /** Only what the paid money covers is allotted, because the rest was not paid in time. */
  readonly lapsed: boolean
  readonly paid: Money
  readonly cost: AllotmentCost
  readonly refund: Money
}

/** E53, E55 and E58: an application is settled. U.SUBSCR → U.MARGIN, REV.COMMISSION, SYS.LEVY.*, U.AVAIL (refund). */
export function settled(occasion: Occasion, { application, lapsed, paid, cost, refund }: Settling): Journal {
  const { id, source } = application
  const { margin, fee } = cost
  const event = lapsed ? 'E55' : events[source].settle
  return journal(headOf(occasion, event, { type: 'application', id }, 'settle'), [
    debit('U.SUBSCR', applicationWallet, paid),
    credit('U.MARGIN', applicationWallet, margin),
    ...feeLines(fee, walletCurrency[applicationWallet]),
    credit('U.AVAIL', applicationWallet, refund),
  ])
}
