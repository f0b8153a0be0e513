import { allotmentCost } from './application-cost.ts'
import type { Application } from './application.ts'
import type { NewIssue } from './new-issue.ts'
import { applicationWallet } from './postings.ts'
import { sources } from '#market/instrument.ts'
import { nothing, one, quantity, valueOf, type Price } from '#money/money.ts'
import { feeTotal } from '#trading/fees.ts'
import type { Position } from '#trading/positions.ts'
import { nothingOwed } from '#trading/postings.ts'
import { walletCurrency } from '#wallet/wallets.ts'

/** The position of allotted shares (rulebook §20.3): fully paid, and locked until they are listed. */
export function allottedPosition(offer: NewIssue, application: Application, price: Price, at: number): Position {
  const { id, user, allotted, conversionRate } = application
  const { margin, fee } = allotmentCost(price, allotted, { feeRate: offer.feeRate, conversionRate })
  return {
    id,
    user,
    instrument: offer.instrument,
    source: sources.newStock,
    direction: 'long',
    leverage: 1,
    wallet: applicationWallet,
    currency: walletCurrency[applicationWallet],
    state: at < offer.listsAt ? 'LOCKED' : 'OPEN',
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
    expiresAt: at < offer.listsAt ? offer.listsAt : undefined,
    closedAt: undefined,
    closeReason: undefined,
  }
}

/** The shares are listed and can be sold (rulebook §8.3 E56); nothing else changes. */
export const listedPosition = (position: Position, at: number): Position => ({
  ...position,
  state: 'OPEN',
  expiresAt: undefined,
  changedAt: at,
})
