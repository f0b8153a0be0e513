import { allotmentCost } from './application-cost.ts'
import type { Application } from './application.ts'
import { sellableFrom, type Offer } from './offer.ts'
import { applicationWallet } from './postings.ts'
import { nothing, one, quantity, valueOf, type Price } from '#money/money.ts'
import { feeTotal } from '#trading/fees.ts'
import type { Position } from '#trading/positions.ts'
import { nothingOwed } from '#trading/postings.ts'
import { walletCurrency } from '#wallet/wallets.ts'

/** The position of allotted shares (rulebook §20.3, §21): fully paid, and locked until they are listed or the lock-up is over. */
export function allottedPosition(offer: Offer, application: Application, price: Price, at: number): Position {
  const { id, user, allotted, conversionRate } = application
  const { margin, fee } = allotmentCost(price, allotted, { ...offer, conversionRate })
  const lockedUntil = sellableFrom(offer)
  return {
    id,
    user,
    instrument: offer.instrument,
    source: offer.source,
    direction: 'long',
    leverage: 1,
    wallet: applicationWallet,
    currency: walletCurrency[applicationWallet],
    state: at < lockedUntil ? 'LOCKED' : 'OPEN',
    quantity: allotted,
    locked: quantity(0n),
    cost: valueOf(price, allotted, one),
    margin,
    initialMargin: margin,
    addedMargin: nothing,
    owed: nothingOwed,
    openingFee: feeTotal(fee),
    financing: nothing,
    halved: false,
    warnedAt: undefined,
    openedAt: at,
    actionsUntil: at,
    changedAt: at,
    expiresAt: at < lockedUntil ? lockedUntil : undefined,
    closedAt: undefined,
    closeReason: undefined,
  }
}
