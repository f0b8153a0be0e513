import { Ellipsis } from 'lucide-react'
import { sources } from '@mex/core/market/instrument.ts'
import { price } from '@mex/core/money/money.ts'
import { memo, type ComponentType } from 'react'

import { useLiveQuote } from '#data/quotes.ts'
import { changePercentText, changeText, linePoints, priceText, useCompact } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change, ChangePill } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { tickOf, type Listing } from '#areas/market/door/listing.ts'
import { PriceAge } from '#areas/market/door/price-age.tsx'
import { useLongPress } from './long-press.ts'
import { nameInLines } from './name-lines.ts'
import styles from './quote-row.module.css'

/** An index is not traded and has no volume. */
function Under({
  listing: { source, code, volume, publicPrice },
  withDelay,
  Cells,
}: Omit<Props, 'withChange' | 'onMenu'>) {
  const t = useText()
  const compact = useCompact()
  const isIndex = source === sources.globalIndex
  return (
    <>
      <PriceAge price={publicPrice} withDelay={withDelay} isFirst />
      {code}
      {isIndex || Cells !== undefined ? undefined : (
        <>
          {' · '}
          <VisuallyHidden>{t('spec.quoteLabels.volume')}</VisuallyHidden>
          {compact(volume)}
        </>
      )}
    </>
  )
}

type Props = {
  listing: Listing
  /** Shows the change under the price too. */
  withChange?: boolean
  /** Tells the lag of the exchange in the row. */
  withDelay?: boolean | undefined
  /** The figures of further columns, where the row is one of a table: the volume is among them. */
  Cells?: ComponentType<{ listing: Listing }> | undefined
  /** Opens the menu of the instrument: by long press, right click, menu key or the button. */
  onMenu: (listing: Listing) => void
}

/** One instrument in a list, 62 px high: name, code and volume, sparkline, live price and change. */
export const QuoteRow = memo(function QuoteRow({ listing, withChange = false, withDelay, Cells, onMenu }: Props) {
  const t = useText()
  const live: Listing = useLiveQuote(listing)
  const ratio = changePercentText(live.changeRatio, live.change)
  const press = useLongPress(() => onMenu(listing))
  return (
    <div className={styles['row']}>
      <a
        className={classes(
          styles['link'],
          listing.closes === undefined && styles['withoutLine'],
          Cells !== undefined && styles['tabular'],
        )}
        href={quoteHrefOf(listing)}
        {...press}
      >
        <span className={styles['words']}>
          <span className={styles['name']}>{nameInLines(listing.productName ?? listing.name)}</span>
          <span className={styles['under']}>
            <Under listing={live} withDelay={withDelay} Cells={Cells} />
          </span>
        </span>
        <RowLine listing={live} />
        <span className={styles['price']}>
          <VisuallyHidden>{t('spec.quoteLabels.last')}</VisuallyHidden>
          {priceText(live.last, tickOf(live))}
          {withChange && Cells === undefined ? (
            <span className={styles['under']}>
              <Change change={changeText(live.change, tickOf(live))} glyph={false} size={12} weight="regular" />
            </span>
          ) : undefined}
        </span>
        <span className={styles['pill']}>
          <VisuallyHidden>{t('spec.quoteLabels.changePercent')}</VisuallyHidden>
          <ChangePill change={ratio} />
        </span>
        {Cells === undefined ? undefined : <Cells listing={live} />}
      </a>
      <button
        type="button"
        className={styles['menu']}
        aria-label={t('market.rowActions', { name: listing.name })}
        aria-haspopup="dialog"
        onClick={() => onMenu(listing)}
      >
        <Ellipsis aria-hidden="true" />
      </button>
    </div>
  )
})

type LineProps = { listing: Listing }

const isSameLine = (before: LineProps, now: LineProps): boolean => before.listing.closes === now.listing.closes

/** Rerenders only after a refetch, not with every tick. */
const RowLine = memo(function RowLine({ listing: { closes, last, change } }: LineProps) {
  if (closes === undefined || last === undefined || change === undefined) return undefined
  return <Sparkline points={linePoints(closes, last, price(last - change))} width={54} />
}, isSameLine)
