import { trading } from '@mex/contract/trading/calls.ts'

import { usePages } from '#data/pages.ts'
import { quoteHrefOf } from '#areas/market/door/links.ts'
import { keyOfListing } from '#areas/market/door/listing.ts'
import { useReasons } from '#areas/trading/end-reasons.ts'
import { firstPage } from '#areas/trading/position/lists.tsx'
import { SideTag } from '#areas/trading/position/position-card.tsx'
import { resultOfClosed } from '#areas/trading/share/result.ts'
import { ShareButton } from '#areas/trading/share/share-button.tsx'
import { averageText, moneyText, priceText, profitText, quantityText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { classes } from '#ui/classes.ts'
import { DenseTable, NameCell, TimeCell } from './table.tsx'
import styles from './table.module.css'

/** What was closed, with its result and the reason. */
export function ClosedTable({ current }: { current: string | undefined }) {
  const t = useText()
  const reasons = useReasons()
  const pages = usePages(trading.closedPositions, firstPage)
  const columns = [
    { text: t('market.name') },
    { text: t('workspace.side') },
    { text: t('workspace.quantity'), kind: 'figure' },
    { text: t('workspace.average'), kind: 'figure', spare: 'spareNarrow' },
    { text: t('workspace.closePrice'), kind: 'figure' },
    { text: t('workspace.openedAt'), kind: 'figure', spare: 'spareFirst' },
    { text: t('workspace.closedAt'), kind: 'figure', spare: 'spareNarrow' },
    { text: t('workspace.gross'), kind: 'figure', spare: 'spareSecond' },
    { text: t('workspace.fees'), kind: 'figure', spare: 'spareSecond' },
    { text: t('trade.netProfit'), kind: 'figure' },
    { text: t('workspace.reason'), spare: 'spareSecond' },
    { text: t('workspace.actions'), kind: 'actions' },
  ] as const
  return (
    <DenseTable list="closed" columns={columns} pages={pages} failed={t('trade.closedFailed')}>
      {(closed) => (
        <tr
          key={`${closed.id}-${closed.closeOrderId}-${closed.closedAt}`}
          aria-current={keyOfListing(closed) === current ? 'true' : undefined}
        >
          <NameCell name={closed.name} code={closed.code} href={quoteHrefOf(closed)} />
          <td>
            <SideTag position={closed} />
          </td>
          <td className={styles['figure']}>{quantityText(closed.closedQuantity)}</td>
          <td className={classes(styles['figure'], styles['spareNarrow'])}>
            {averageText(closed.openPrice, closed.tick)}
          </td>
          <td className={styles['figure']}>{priceText(closed.closePrice, closed.tick)}</td>
          <TimeCell at={closed.openedAt} spare="spareFirst" />
          <TimeCell at={closed.closedAt} spare="spareNarrow" isDate />
          <td className={classes(styles['figure'], styles['spareSecond'])}>
            <Change change={profitText(closed.profit, closed.currency)} glyph={false} weight="regular" />
          </td>
          <td className={classes(styles['figure'], styles['spareSecond'])}>{moneyText(closed.fee, closed.currency)}</td>
          <td className={styles['figure']}>
            <Change change={profitText(closed.netProfit, closed.currency)} glyph={false} />
          </td>
          <td className={styles['spareSecond']}>{reasons.closeReason(closed.closeReason)}</td>
          <td className={styles['end']}>
            <span className={styles['actions']}>
              <ShareButton resultOf={() => resultOfClosed(closed)} iconClass={styles['icon']} />
            </span>
          </td>
        </tr>
      )}
    </DenseTable>
  )
}
