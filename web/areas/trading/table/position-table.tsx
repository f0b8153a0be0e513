import type { Position } from '@mex/contract/trading/shapes.ts'

import type { Pages } from '#data/pages.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { PriceAge } from '#areas/market/door/price-age.tsx'
import { useLiveFigures } from '#areas/trading/position/live-figures.ts'
import { setPositionOrder, usePositionOrder, type PositionColumn } from '#areas/trading/position/position-order.ts'
import { TotalLines } from '#areas/trading/position/position-totals.tsx'
import { SideTag } from '#areas/trading/position/position-card.tsx'
import { useSortedPositions } from '#areas/trading/position/use-sorted-positions.ts'
import { resultOfOpen } from '#areas/trading/share/result.ts'
import { ShareButton } from '#areas/trading/share/share-button.tsx'
import { averageText, changePercentText, moneyText, priceText, profitText, quantityText } from '#components/figures.ts'
import { nextSortOrder } from '#components/sort-order.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { CloseLinks } from './close-links.tsx'
import { DenseTable, DetailsLink, NameCell, TimeCell, type Spare } from './table.tsx'
import styles from './table.module.css'

type Props = { pages: Pages<Position>; current: string | undefined }

/** The open positions, live; the first one in the instrument in view is the one that the key C closes. */
export function PositionTable({ pages, current }: Props) {
  const t = useText()
  const sorted = useSortedPositions(pages)
  const order = usePositionOrder()
  const first = sorted.data?.find((position) => keyOfListing(position) === current)
  const sort = (column: PositionColumn) => ({
    from: order?.column === column ? order.from : undefined,
    onPress: () => setPositionOrder(nextSortOrder(order, column)),
  })
  const columns = [
    { text: t('market.name'), sort: sort('name') },
    { text: t('workspace.side') },
    { text: t('workspace.quantity'), kind: 'figure' },
    { text: t('workspace.average'), kind: 'figure', spare: 'spareTablet' },
    { text: t('workspace.mark'), kind: 'figure', spare: 'spareTablet' },
    { text: t('workspace.marketValue'), kind: 'figure', spare: 'spareSecond', sort: sort('value') },
    { text: t('workspace.liquidation'), kind: 'figure', spare: 'spareFirst' },
    { text: t('orders.opened'), kind: 'figure', spare: 'spareSecond', sort: sort('opened') },
    { text: t('orders.todayShort'), kind: 'figure', spare: 'spareThird', sort: sort('today') },
    { text: t('orders.profit'), kind: 'figure', sort: sort('profit') },
    { text: t('orders.favour'), kind: 'figure', spare: 'spareFirst', sort: sort('favour') },
    { text: t('workspace.actions'), kind: 'actions' },
  ] as const
  return (
    <>
      <DenseTable list="holding" columns={columns} pages={sorted} failed={t('trade.positionsFailed')}>
        {(position) => (
          <PositionRow
            key={position.id}
            position={position}
            isCurrent={keyOfListing(position) === current}
            hasKey={position === first}
          />
        )}
      </DenseTable>
      {sorted.data === undefined || sorted.data.length === 0 ? undefined : (
        <section className={styles['totals']} aria-label={t('orders.totals')}>
          <TotalLines positions={sorted.data} />
        </section>
      )}
    </>
  )
}

type RowProps = { position: Position; isCurrent: boolean; hasKey: boolean }

function PositionRow({ position, isCurrent, hasKey }: RowProps) {
  const figures = useLiveFigures(position)
  const { name, code, tick, currency, quantity, openPrice, liquidationPrice } = position
  const favour = changePercentText(figures.favour)
  const figure = (spare: Spare) => classes(styles['figure'], styles[spare])
  return (
    <tr aria-current={isCurrent ? 'true' : undefined}>
      <NameCell name={name} code={code} href={quoteHrefOf(position)} />
      <td>
        <SideTag position={position} />
      </td>
      <td className={styles['figure']}>{quantityText(quantity)}</td>
      <td className={figure('spareTablet')}>{averageText(openPrice, tick)}</td>
      <td className={figure('spareTablet')}>
        {priceText(figures.mark, tick)}
        <PriceAge price={figures.publicPrice} />
      </td>
      <td className={figure('spareSecond')}>{moneyText(figures.marketValue, currency)}</td>
      <td className={figure('spareFirst')}>
        {liquidationPrice === undefined ? '–' : priceText(liquidationPrice, tick)}
      </td>
      <TimeCell at={position.openedAt} spare="spareSecond" isDate />
      <td className={figure('spareThird')}>
        <Change change={profitText(figures.today, currency)} glyph={false} />
      </td>
      <td className={styles['figure']}>
        <Change change={profitText(figures.profit, currency)} glyph={false} />
        <span className={styles['below']}>
          <Change change={favour} glyph={false} size={11} weight="regular" />
        </span>
      </td>
      <td className={figure('spareFirst')}>
        <Change change={favour} glyph={false} size={12} weight="regular" />
      </td>
      <td className={styles['end']}>
        <span className={styles['actions']}>
          <CloseLinks position={position} hasKey={hasKey} />
          <span className={styles['spareShare']}>
            <ShareButton resultOf={() => resultOfOpen(position, figures)} iconClass={styles['icon']} />
          </span>
          <DetailsLink row={position} list="holding" />
        </span>
      </td>
    </tr>
  )
}
