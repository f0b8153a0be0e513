import type { Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { nothing } from '@mex/core/money/money.ts'
import type { Position } from '@mex/core/trading/positions.ts'

/**
 * The position of the rules, built from the server's answer, for the checks and previews of `core`. The creditor of a
 * charge does not matter to a preview, and the object is never sent to the server.
 */
export function positionOf(view: PositionView): Position {
  return {
    id: view.id,
    user: 0,
    instrument: `${view.market}:${view.code}`,
    source: view.source,
    direction: view.direction,
    leverage: view.leverage,
    wallet: view.wallet,
    currency: view.currency,
    state: view.state,
    quantity: view.quantity,
    locked: view.locked,
    cost: view.cost,
    margin: view.marginNow,
    initialMargin: view.initialMargin,
    addedMargin: view.addedMargin,
    owed: { funding: view.owed, issuer: nothing },
    openingFee: view.fee,
    financing: view.financing,
    halved: false,
    warnedAt: undefined,
    openedAt: view.openedAt,
    actionsUntil: view.changedAt,
    changedAt: view.changedAt,
    expiresAt: view.expiresAt,
    closedAt: undefined,
    closeReason: undefined,
  }
}
