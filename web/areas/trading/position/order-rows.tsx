import type { ClosedPosition, Order } from '@mex/contract/trading/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { discountText } from '#areas/blocks/door/discount-text.ts'
import { averageText, moneyText, priceText, profitText, quantityText, signedText } from '#components/figures.ts'
import type { Reasons } from '#areas/trading/end-reasons.ts'
import { formatTimestamp } from '#text/format-time.ts'
import type { Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import type { KeyValue } from '#ui/key-values.tsx'
import { orderStateText } from './order-state.ts'
import { label, limitRow, productRow, rows, typeText } from './rows.tsx'

/** All figures of an order. */
export function orderRows(t: Text, reasons: Reasons, order: Order): readonly KeyValue[] {
  const { tick, currency } = order
  return rows(
    { label: t('trade.orderNumber'), value: order.number },
    { label: label(t, 'status'), value: orderStateText(t, order) },
    order.replacesId !== undefined && { label: t('orders.replaces'), value: String(order.replacesId) },
    order.reason !== undefined && { label: t('trade.reason'), value: reasons.endReason(order.reason) },
    order.isPracticeAuction
      ? { label: t('trade.productType'), value: t('trade.practiceAuction') }
      : productRow(t, order),
    order.quoteId !== undefined && { label: t('trade.decidedAt'), value: order.quoteId },
    { label: label(t, 'orderType'), value: orderTypeText(t, order) },
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
    ...blockRows(t, order),
    order.expiresAt !== undefined &&
      order.block === undefined &&
      isLive(order) && { label: t('trade.expires'), value: formatTimestamp(order.expiresAt) },
  )
}

/** 'Market', 'Limit', or that it is filled at the price of the opening auction. */
export const orderTypeText = (t: Text, { source, type, purpose }: Order): string =>
  source === sources.auctionStock && type === 'market' && purpose === 'open'
    ? t('auctions.atOpening')
    : typeText(t, type)

/** What an order of a block says about its offer, and the quote that gave it its price. */
function blockRows(t: Text, { block, quoteId }: Order): readonly (KeyValue | false)[] {
  if (block === undefined) return []
  return [
    { label: t('blocks.discount'), value: discountText(block.discount) },
    { label: t('blocks.confirmsAt'), value: formatTimestamp(block.confirmsAt) },
    { label: t('blocks.lockEnds'), value: formatTimestamp(block.unlocksAt) },
    quoteId !== undefined && { label: t('blocks.quoteId'), value: quoteId },
  ]
}

/** All figures of a closed portion of a position. */
export function closedRows(t: Text, reasons: Reasons, closed: ClosedPosition): readonly KeyValue[] {
  const { tick, currency } = closed
  return rows(
    { label: label(t, 'status'), value: reasons.closeReason(closed.closeReason) },
    productRow(t, closed),
    { label: label(t, 'orderType'), value: typeText(t, closed.type) },
    limitRow(t, closed, closed.limit),
    { label: label(t, 'quantity'), value: quantityText(closed.closedQuantity) },
    { label: label(t, 'leverage'), value: t('ticket.times', { leverage: String(closed.leverage) }) },
    { label: label(t, 'margin'), value: moneyText(closed.marginNow, currency) },
    { label: label(t, 'openPrice'), value: averageText(closed.openPrice, tick) },
    {
      label: t(closed.closeReason === 'expiry' ? 'trade.settlementPrice' : 'spec.positionLabels.closePrice'),
      value: priceText(closed.closePrice, tick),
    },
    { label: t('trade.profitBeforeFees'), value: <Change change={profitText(closed.profit, currency)} /> },
    { label: label(t, 'handlingFee'), value: moneyText(closed.fee, currency) },
    closed.financing !== 0n && { label: t('trade.financing'), value: signedText(closed.financing, currency) },
    { label: t('trade.netProfit'), value: <Change change={profitText(closed.netProfit, currency)} /> },
    { label: label(t, 'openTime'), value: formatTimestamp(closed.openedAt) },
    { label: t('spec.positionLabels.closeTime'), value: formatTimestamp(closed.closedAt) },
  )
}
