import { market as marketCalls } from '@mex/contract/market/calls.ts'
import { price } from '@mex/core/money/money.ts'
import type { CSSProperties } from 'react'

import { useCall } from '#data/call.ts'
import { changeText, priceText, useCompact } from '#components/figures.ts'
import { capitalize } from '#text/capitalize.ts'
import { unknown } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import type { TableHeads } from '#areas/market/lists/sort-header.tsx'
import { IndexStrip } from './index-strip.tsx'
import { tickOf, type Listing } from './listing.ts'
import type { WideLists } from './wide-lists.ts'
import styles from './wide-table.module.css'

/** The heads of the columns, in the order of the cells. */
const Heads: TableHeads = function Heads({ button }) {
  const t = useText()
  return (
    <>
      {button('name')}
      <span className={styles['trend']}>{t('market.trend')}</span>
      {button('last', true)}
      {button('changeRatio', true, capitalize(t('spec.quoteLabels.changePercent')))}
      <span className={styles['change']}>{capitalize(t('spec.quoteLabels.change'))}</span>
      <span className={styles['side']}>{capitalize(t('spec.quoteLabels.bid'))}</span>
      <span className={styles['side']}>{capitalize(t('spec.quoteLabels.ask'))}</span>
      <span className={styles['range']}>{t('workspace.range')}</span>
      {button('volume', true)}
    </>
  )
}

function Cells({ listing }: { listing: Listing }) {
  const t = useText()
  const compact = useCompact()
  const { change, bid, ask, volume } = listing
  const tick = tickOf(listing)
  const side = (label: string, value: Listing['bid']) => (
    <span className={styles['side']}>
      <VisuallyHidden>{label}</VisuallyHidden>
      {value === undefined ? unknown : priceText(value, tick)}
    </span>
  )
  return (
    <>
      <span className={styles['change']}>
        <VisuallyHidden>{t('spec.quoteLabels.change')}</VisuallyHidden>
        <Change change={changeText(change, tick)} glyph={false} size={13} />
      </span>
      {side(t('spec.quoteLabels.bid'), bid)}
      {side(t('spec.quoteLabels.ask'), ask)}
      <DayRange listing={listing} />
      <span className={styles['volume']}>
        <VisuallyHidden>{t('spec.quoteLabels.volume')}</VisuallyHidden>
        {volume === undefined || volume === 0n ? unknown : compact(volume)}
      </span>
    </>
  )
}

/** The low and the high of the session, and where the last price stands between them. */
function DayRange({ listing }: { listing: Listing }) {
  const t = useText()
  const { last, high, low } = listing
  const tick = tickOf(listing)
  if (last === undefined || high === undefined || low === undefined) {
    return <span className={styles['range']}>{unknown}</span>
  }
  const span = high - low
  const place = span <= 0n ? 50 : Math.min(100, Math.max(0, Number(((last - low) * 100n) / span)))
  return (
    <span className={styles['range']}>
      <span className={styles['track']} style={{ '--at': `${place}%` } as CSSProperties} />
      <span>
        <VisuallyHidden>{t('spec.quoteLabels.low')}</VisuallyHidden>
        {priceText(price(low), tick)}
      </span>
      <span>
        <VisuallyHidden>{t('spec.quoteLabels.high')}</VisuallyHidden>
        {priceText(price(high), tick)}
      </span>
    </span>
  )
}

/** As many as stand in one line: the indices of the three stock markets, which come first. */
const indicesShown = 7

function Indices() {
  const t = useText()
  const { data, failure } = useCall(marketCalls.globalIndices, {}, { everySeconds: 60 })
  if (data === undefined && failure !== undefined) return undefined
  return (
    <div className={styles['indices']}>
      <IndexStrip label={t('market.indices')} rows={data} most={indicesShown} />
    </div>
  )
}

/** Lists of instruments in a wide window: tables with the figures that a narrow window has no room for. */
export const wideTable: WideLists = { Heads, Cells, rowHeight: 53, Indices }
