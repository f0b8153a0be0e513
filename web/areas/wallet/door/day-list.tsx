import type { ReactElement, ReactNode } from 'react'

import type { Pages } from '#data/pages.ts'
import { LoadedRows, MoreFailed, type LoadedRowsProps } from '#components/loaded-rows.tsx'
import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useText } from '#text/use-text.ts'
import { VirtualList } from '#ui/virtual-list.tsx'
import styles from './day-list.module.css'
import { dayRows, type DayRow } from '#areas/wallet/day-rows.ts'

type Props<Row> = Pick<LoadedRowsProps<Row>, 'failed' | 'empty'> & {
  pages: Pages<Row>
  label: string
  /** Epoch milliseconds. */
  instantOf: (row: Row) => number
  /** Rendered under the last row. */
  end?: ReactNode
  /** Renders a row; `isFirst` and `isLast` refer to its day. */
  children: (row: Row, place: { readonly isFirst: boolean; readonly isLast: boolean }) => ReactElement
}

/** The loaded rows, newest first, each day under its heading. */
export function DayList<Row extends { readonly id: number }>(props: Props<Row>) {
  const { pages, failed, empty, label, instantOf, end, children } = props
  // Fetched together with the rows, so that no heading changes from a date to 'Today'.
  const { now } = useMarketNow(60)
  return (
    <LoadedRows called={pages} failed={failed} waitingRows={8} empty={empty}>
      {(rows) => (
        <div>
          <VirtualList
            bare
            label={label}
            items={dayRows(rows, instantOf, now)}
            keyOf={(item) => (item.kind === 'day' ? item.date : item.row.id)}
            onEnd={pages.next}
          >
            {(item) =>
              item.kind === 'day' ? <DayHeading date={item.date} day={item.day} /> : children(item.row, item)
            }
          </VirtualList>
          <MoreFailed pages={pages} />
          {end === undefined ? undefined : <div className={styles['end']}>{end}</div>}
        </div>
      )}
    </LoadedRows>
  )
}

type Heading = Extract<DayRow<unknown>, { kind: 'day' }>

function DayHeading({ date, day }: Pick<Heading, 'date' | 'day'>) {
  const t = useText()
  const word = day === 'today' ? t('wallet.todayGroup') : day === 'yesterday' ? t('wallet.yesterdayGroup') : date
  return <h2 className={styles['day']}>{word}</h2>
}
