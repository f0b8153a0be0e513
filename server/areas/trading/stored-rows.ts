import type { Source } from '@mex/core/market/instrument.ts'
import { money, price, quantity, rate, value } from '@mex/core/money/money.ts'
import type { EndReason, Order, OrderStatus, OrderType, Purpose, Side } from '@mex/core/trading/orders.ts'
import type { CloseReason, MarginAddition, Position, PositionState } from '@mex/core/trading/positions.ts'
import { walletCurrency, walletOfNumber } from '@mex/core/wallet/wallets.ts'
import type { Rows } from '#db/schema.ts'

const known = <T>(found: T | null): T | undefined => found ?? undefined

/** A stored order as the rules know it. */
export function orderOf(row: Rows['trade_order']): Order {
  const wallet = walletOfNumber(row.wallet)
  return {
    id: row.id,
    user: row.user_id,
    instrument: row.instrument,
    source: row.source as Source,
    purpose: row.purpose as Purpose,
    side: row.side as Side,
    type: row.type as OrderType,
    limit: row.limit_price === null ? undefined : price(row.limit_price),
    quantity: quantity(row.quantity),
    filled: quantity(row.filled),
    leverage: row.leverage,
    wallet,
    currency: walletCurrency[wallet],
    position: known(row.position_id),
    isForced: row.is_forced,
    extendedHours: row.extended_hours,
    status: row.status as OrderStatus,
    reason: known(row.reason) as EndReason | undefined,
    acceptedAt: row.accepted_at,
    cancelRequestedAt: known(row.cancel_requested_at),
    expiresAt: known(row.expires_at),
    changedAt: row.changed_at,
    conversionRate: rate(row.exchange),
    feeDate: row.fee_date,
    reserve: money(row.reserve),
    cost: value(row.cost),
    notional: value(row.notional),
    margin: money(row.margin),
    fee: money(row.fee),
    block:
      row.offer_id === null || row.commission_min === null
        ? undefined
        : { offer: row.offer_id, commissionMin: money(row.commission_min) },
    replaces:
      row.replaces === null || row.replaces_reserve === null
        ? undefined
        : { order: row.replaces, reserve: money(row.replaces_reserve) },
  }
}

/** A stored position as the rules know it. */
export function positionOf(row: Rows['position']): Position {
  const wallet = walletOfNumber(row.wallet)
  return {
    id: row.id,
    user: row.user_id,
    instrument: row.instrument,
    source: row.source as Source,
    direction: row.direction as Position['direction'],
    leverage: row.leverage,
    wallet,
    currency: walletCurrency[wallet],
    state: row.state as PositionState,
    quantity: quantity(row.quantity),
    locked: quantity(row.locked),
    cost: value(row.cost),
    margin: money(row.margin),
    initialMargin: money(row.initial_margin),
    addedMargin: money(row.added_margin),
    owed: { funding: money(row.owed_funding), issuer: money(row.owed_issuer) },
    openingFee: money(row.opening_fee),
    financing: money(row.financing),
    halved: row.halved,
    warnedAt: known(row.warned_at),
    openedAt: row.opened_at,
    actionsUntil: row.actions_until,
    changedAt: row.changed_at,
    expiresAt: known(row.expires_at),
    closedAt: known(row.closed_at),
    closeReason: known(row.close_reason) as CloseReason | undefined,
  }
}

/** A stored margin addition as the rules know it. */
export const additionOf = (row: Rows['margin_addition']): MarginAddition => ({
  id: row.id,
  user: row.user_id,
  position: row.position_id,
  wallet: walletOfNumber(row.wallet),
  amount: money(row.amount),
  acceptedAt: row.accepted_at,
  state: row.state as MarginAddition['state'],
})
