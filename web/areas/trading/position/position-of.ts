import type { Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { nothing } from '@mex/core/money/money.ts'
import type { Position } from '@mex/core/trading/positions.ts'

/**
 * A position as the rules know it, made of what the page was told: the checks and previews of `core` run on it. To whom
 * a charge is owed does not matter to a preview, and nothing here is ever sent back.
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
    changedAt: view.changedAt,
    expiresAt: view.expiresAt,
    closedAt: undefined,
    closeReason: undefined,
  }
}
