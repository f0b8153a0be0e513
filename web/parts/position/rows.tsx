import type { ClosedPosition, Order, Position } from '@mex/contract/shapes.ts'
import type { Price } from '@mex/core/money.ts'
import { isLive, type OrderType } from '@mex/core/orders.ts'

import { changePercentText, moneyText, averageText, priceText, profitText, quantityText } from '#parts/figures.ts'
import type { Reasons } from '#parts/reasons.ts'
import { formatTimestamp } from '#text/format-time.ts'
import type { Catalogue } from '#text/en.ts'
import type { Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import type { KeyValue } from '#ui/key-values.tsx'
import type { Moving } from './live.ts'

/** The spec's words for the figures of a position (spec §3). */
const label = (t: Text, key: keyof Catalogue['spec']['positionLabels']): string => t(`spec.positionLabels.${key}`)

/** Rows that apply: what there is nothing of is left out. */
const rows = (...all: readonly (KeyValue | false)[]): readonly KeyValue[] =>
  all.filter((row): row is KeyValue => row !== false)

const typeText = (t: Text, type: OrderType | undefined): string =>
  type === undefined ? '—' : t(type === 'market' ? 'trade.market' : 'trade.limit')

type Priced = { readonly tick: Price }
const limitRow = (t: Text, { tick }: Priced, limit: Price | undefined): KeyValue | false =>
  limit !== undefined && { label: t('spec.positionLabels.limitPrice'), value: priceText(limit, tick) }

/** What a holding's state is called. */
export function stateText(t: Text, state: Position['state']): string {
  switch (state) {
    case 'LOCKED':
      return t('trade.locked')
    case 'OPEN':
      return t('trade.open')
    case 'CLOSED':
      return t('trade.closedState')
  }
}

/** All figures of an open position, with the spec's labels (spec §3). */
export function positionRows(t: Text, position: Position, moving: Moving): readonly KeyValue[] {
  const { tick, currency } = position
  return rows(
    { label: label(t, 'status'), value: stateText(t, position.state) },
    { label: label(t, 'orderType'), value: typeText(t, position.type) },
    limitRow(t, position, position.limit),
    { label: label(t, 'quantity'), value: quantityText(position.quantity) },
    position.locked > 0n && { label: t('trade.inOrders'), value: quantityText(position.locked) },
    { label: label(t, 'leverage'), value: t('ticket.times', { leverage: String(position.leverage) }) },
    { label: label(t, 'openPrice'), value: averageText(position.openPrice, tick) },
    { label: t('trade.markPrice'), value: priceText(moving.mark, tick) },
    { label: t('trade.marketValue'), value: moneyText(moving.marketValue, currency) },
    { label: label(t, 'margin'), value: moneyText(position.marginNow, currency) },
    position.addedMargin > 0n && { label: t('trade.addedMargin'), value: moneyText(position.addedMargin, currency) },
    position.pendingMargin > 0n && {
      label: t('trade.pendingMargin'),
      value: moneyText(position.pendingMargin, currency),
    },
    { label: label(t, 'handlingFee'), value: moneyText(position.fee, currency) },
    position.financing !== 0n && { label: t('trade.financing'), value: moneyText(position.financing, currency) },
    position.owed > 0n && { label: t('trade.owed'), value: moneyText(position.owed, currency) },
    {
      label: label(t, 'floatingProfitAndLoss'),
      value: <Change change={profitText(moving.profit, currency)} />,
    },
    { label: t('trade.favour'), value: <Change change={changePercentText(moving.favour)} /> },
    {
      label: t('trade.liquidationPrice'),
      value: position.liquidationPrice === undefined ? t('trade.none') : priceText(position.liquidationPrice, tick),
    },
    { label: label(t, 'openTime'), value: formatTimestamp(position.openedAt) },
    position.expiresAt !== undefined && { label: t('trade.expires'), value: formatTimestamp(position.expiresAt) },
  )
}

/** All figures of an order. */
export function orderRows(t: Text, reasons: Reasons, order: Order): readonly KeyValue[] {
  const { tick, currency } = order
  return rows(
    { label: t('trade.orderNumber'), value: order.number },
    { label: label(t, 'status'), value: orderStateText(t, order) },
    order.reason !== undefined && { label: t('trade.reason'), value: reasons.endReason(order.reason) },
    { label: label(t, 'orderType'), value: typeText(t, order.type) },
    limitRow(t, order, order.limit),
    {
      label: label(t, 'quantity'),
      value: t('trade.filledOf', { filled: quantityText(order.filled), quantity: quantityText(order.quantity) }),
    },
    order.averagePrice !== undefined && {
      label: t('trade.averagePrice'),
      value: averageText(order.averagePrice, tick),
    },
    { label: label(t, 'leverage'), value: t('ticket.times', { leverage: String(order.leverage) }) },
    order.purpose === 'open' && {
      label: order.filled > 0n ? label(t, 'margin') : t('trade.reserved'),
      value: moneyText(order.margin, currency),
    },
    order.filled > 0n && { label: label(t, 'handlingFee'), value: moneyText(order.fee, currency) },
    { label: t('trade.placed'), value: formatTimestamp(order.acceptedAt) },
    order.changedAt !== order.acceptedAt && { label: t('trade.changed'), value: formatTimestamp(order.changedAt) },
    order.expiresAt !== undefined &&
      isLive(order) && { label: t('trade.expires'), value: formatTimestamp(order.expiresAt) },
  )
}

export function orderStateText(t: Text, order: Pick<Order, 'status' | 'cancelRequestedAt'>): string {
  switch (order.status) {
    case 'accepted':
    case 'partly_filled':
      if (order.cancelRequestedAt !== undefined) return t('trade.cancelRequested')
      return t(order.status === 'accepted' ? 'trade.working' : 'trade.partlyFilled')
    case 'filled':
      return t('trade.filled')
    case 'ended':
      return t('trade.ended')
  }
}

/** All figures of a part of a position that was closed. */
export function closedRows(t: Text, reasons: Reasons, closed: ClosedPosition): readonly KeyValue[] {
  const { tick, currency } = closed
  return rows(
    { label: label(t, 'status'), value: reasons.closeReason(closed.closeReason) },
    { label: label(t, 'orderType'), value: typeText(t, closed.type) },
    limitRow(t, closed, closed.limit),
    { label: label(t, 'quantity'), value: quantityText(closed.closedQuantity) },
    { label: label(t, 'leverage'), value: t('ticket.times', { leverage: String(closed.leverage) }) },
    { label: label(t, 'margin'), value: moneyText(closed.marginNow, currency) },
    { label: label(t, 'openPrice'), value: averageText(closed.openPrice, tick) },
    { label: label(t, 'closePrice'), value: priceText(closed.closePrice, tick) },
    { label: t('trade.profitBeforeFees'), value: <Change change={profitText(closed.profit, currency)} /> },
    { label: label(t, 'handlingFee'), value: moneyText(closed.fee, currency) },
    closed.financing !== 0n && { label: t('trade.financing'), value: moneyText(closed.financing, currency) },
    { label: t('trade.netProfit'), value: <Change change={profitText(closed.netProfit, currency)} /> },
    { label: label(t, 'openTime'), value: formatTimestamp(closed.openedAt) },
    { label: label(t, 'closeTime'), value: formatTimestamp(closed.closedAt) },
  )
}
