import type { Position } from '@mex/contract/trading/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'
import type { Price } from '@mex/core/money/money.ts'
import type { OrderType } from '@mex/core/trading/orders.ts'

import { PriceAge } from '#areas/market/door/price-age.tsx'
import { offsetText } from '#areas/trading/financing-time.ts'
import { discountText } from '#areas/blocks/door/discount-text.ts'
import {
  changePercentText,
  moneyText,
  averageText,
  priceText,
  profitText,
  quantityText,
  signedText,
} from '#components/figures.ts'
import { formatCalendarDate, formatTime, formatTimestamp } from '#text/format-time.ts'
import type { Catalogue } from '#text/en.ts'
import { capitalize } from '#text/capitalize.ts'
import type { Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import type { KeyValue } from '#ui/key-values.tsx'
import type { LiveFigures } from './live-figures.ts'

/** The spec's labels of the figures of a position (spec §3). */
export const label = (t: Text, key: keyof Catalogue['spec']['positionLabels']): string =>
  t(`spec.positionLabels.${key}`)

/** Drops the rows that do not apply. */
export const rows = (...all: readonly (KeyValue | false)[]): readonly KeyValue[] =>
  all.filter((row): row is KeyValue => row !== false)

export const typeText = (t: Text, type: OrderType | undefined): string =>
  type === undefined ? '—' : t(type === 'market' ? 'trade.market' : 'trade.limit')

type Priced = { readonly tick: Price }
export const limitRow = (t: Text, { tick }: Priced, limit: Price | undefined): KeyValue | false =>
  limit !== undefined && { label: t('spec.positionLabels.limitPrice'), value: priceText(limit, tick) }

/** The specification's labels of product types, by their numbers (spec §4). */
const productTypes = [
  'spec.productTypes.individualStock',
  'spec.productTypes.individualStock',
  'spec.productTypes.forex',
  'spec.productTypes.futures',
  'spec.productTypes.blockTrade',
  'spec.productTypes.newStock',
  'spec.productTypes.newBond',
  'spec.productTypes.preMarketAuction',
  'titles.placings',
] as const

/** The product type. */
export function productRow(t: Text, { productType }: { readonly productType: number }): KeyValue | false {
  const key = productTypes[productType]
  return key !== undefined && { label: t('trade.productType'), value: capitalize(t(key)) }
}

/** The label of a position's state. */
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

/** The last trade of a contract and what follows it; the end of a lock-up of anything else. */
function expiryRow(t: Text, { expiresAt, settlesAt, source, block }: Position): KeyValue | false {
  if (expiresAt === undefined) return false
  if (block !== undefined) return { label: t('blocks.lockEnds'), value: formatTimestamp(expiresAt) }
  if (source !== sources.future) return { label: t('trade.lockedUntil'), value: formatTimestamp(expiresAt) }
  const value = settlesAt === undefined ? formatTimestamp(expiresAt) : t('trade.ended', { time: formatTime(settlesAt) })
  return { label: t('trade.lastTrade'), value }
}

/** All figures of an open position, with the spec's labels (spec §3). */
export function positionRows(t: Text, position: Position, figures: LiveFigures): readonly KeyValue[] {
  const { tick, currency } = position
  return rows(
    { label: label(t, 'status'), value: stateText(t, position.state) },
    productRow(t, position),
    { label: label(t, 'orderType'), value: typeText(t, position.type) },
    limitRow(t, position, position.limit),
    { label: label(t, 'quantity'), value: quantityText(position.quantity) },
    position.locked > 0n && { label: t('trade.inOrders'), value: quantityText(position.locked) },
    { label: label(t, 'leverage'), value: t('ticket.times', { leverage: String(position.leverage) }) },
    { label: label(t, 'openPrice'), value: averageText(position.openPrice, tick) },
    position.block !== undefined && { label: t('blocks.discount'), value: discountText(position.block.discount) },
    {
      label: t('trade.markPrice'),
      value: (
        <>
          {priceText(figures.mark, tick)}
          <PriceAge price={figures.publicPrice} withDelay />
        </>
      ),
    },
    { label: t('trade.marketValue'), value: moneyText(figures.marketValue, currency) },
    { label: label(t, 'margin'), value: moneyText(position.marginNow, currency) },
    position.addedMargin > 0n && { label: t('trade.addedMargin'), value: moneyText(position.addedMargin, currency) },
    position.pendingMargin > 0n && {
      label: t('trade.pendingMargin'),
      value: moneyText(position.pendingMargin, currency),
    },
    { label: label(t, 'handlingFee'), value: moneyText(position.fee, currency) },
    position.financing !== 0n && { label: t('trade.financing'), value: signedText(position.financing, currency) },
    position.nextFinancing !== undefined && {
      label: t('trade.nextFinancing', { nights: position.nextFinancing.nights }),
      value: signedText(position.nextFinancing.amount, currency),
    },
    position.nextFinancing !== undefined && {
      label: t('trade.nextNight', { zone: offsetText(position.nextFinancing.at) }),
      value: formatTimestamp(position.nextFinancing.at),
    },
    position.nextDividend !== undefined && {
      label: t(position.nextDividend.amount < 0n ? 'trade.dividendToPay' : 'trade.dividendToReceive', {
        date: formatCalendarDate(position.nextDividend.exDate),
      }),
      value: t('trade.about', { amount: signedText(position.nextDividend.amount, currency) }),
    },
    position.nextSplit !== undefined && {
      label: t('trade.splitOn', { date: formatCalendarDate(position.nextSplit.exDate) }),
      value: position.nextSplit.ratio,
    },
    position.nextRemoval !== undefined && {
      label: t('trade.paidOutOn', { date: formatCalendarDate(position.nextRemoval.exDate) }),
      value: t('trade.eachShare', { price: priceText(position.nextRemoval.price, tick) }),
    },
    position.owed > 0n && { label: t('trade.owed'), value: moneyText(position.owed, currency) },
    {
      label: label(t, 'floatingProfitAndLoss'),
      value: <Change change={profitText(figures.profit, currency)} />,
    },
    { label: t('orders.today'), value: <Change change={profitText(figures.today, currency)} /> },
    { label: t('trade.favour'), value: <Change change={changePercentText(figures.favour)} /> },
    {
      label: t('trade.liquidationPrice'),
      value: position.liquidationPrice === undefined ? t('trade.none') : priceText(position.liquidationPrice, tick),
    },
    { label: label(t, 'openTime'), value: formatTimestamp(position.openedAt) },
    expiryRow(t, position),
  )
}
