import { Ellipsis } from 'lucide-react'
import type { ReactNode } from 'react'

import type { Pages } from '#data/pages.ts'
import { useProduct } from '#data/product.ts'
import { Empty } from '#areas/trading/position/lists.tsx'
import { detailHrefOf, listLabels, type ListName } from '#areas/trading/position/links.ts'
import { capitalize } from '#text/capitalize.ts'
import { formatDate, formatTime, formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { classes } from '#ui/classes.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SortButton } from '#ui/sort-button.tsx'
import styles from './table.module.css'

/** The columns that are left out where there is little room, in the order in which they go. */
export type Spare = 'spareFirst' | 'spareSecond' | 'spareThird' | 'spareLast' | 'spareTablet' | 'spareNarrow'

/** A column: figures stand at the right. */
export type Column = {
  readonly text: string
  readonly kind?: 'figure' | 'actions'
  readonly spare?: Spare
  /** A press on the header sorts by it. */
  readonly sort?: ColumnSort
}

/** Where the sorting by a column begins, undefined while the table is sorted by another one. */
export type ColumnSort = { readonly from: 'low' | 'high' | undefined; readonly onPress: () => void }

const ariaSort = { low: 'ascending', high: 'descending', none: 'none' } as const

type Props<Row> = {
  list: ListName
  columns: readonly Column[]
  pages: Pages<Row>
  failed: string
  /** Replaces the empty state of the list. */
  empty?: ReactNode
  children: (row: Row) => ReactNode
}

/** A dense table whose header stays in view, with its loading, failed and empty states. */
export function DenseTable<Row>({ list, columns, pages, failed, empty, children }: Props<Row>) {
  const t = useText()
  const { data, failure, retry, total, more } = pages
  if (data?.length === 0) {
    return <div className={styles['state']}>{empty ?? <Empty list={list} />}</div>
  }
  if (data === undefined && failure !== undefined) {
    return (
      <div className={styles['state']}>
        <ErrorState title={failed} text={t('trade.failedText')} code={failure.code} onRetry={() => void retry()} />
      </div>
    )
  }
  const label = capitalize(t(listLabels[list]))
  return (
    <section className={styles['scroll']} aria-label={label}>
      <table className={styles['table']}>
        <caption hidden>{label}</caption>
        <thead>
          <tr>
            {columns.map(({ text, kind, spare, sort }) => (
              <th
                key={text}
                scope="col"
                aria-sort={sort === undefined ? undefined : ariaSort[sort.from ?? 'none']}
                className={classes(
                  kind === 'figure' && styles['figure'],
                  kind === 'actions' && styles['end'],
                  spare !== undefined && styles[spare],
                )}
              >
                {kind === 'actions' ? (
                  <span className={styles['unseen']}>{text}</span>
                ) : sort === undefined ? (
                  text
                ) : (
                  <SortButton text={text} {...sort} />
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>{data === undefined ? <Waiting columns={columns.length} /> : data.map(children)}</tbody>
      </table>
      {data !== undefined && total !== undefined && data.length < total ? (
        <div className={styles['more']}>
          <Button text={t('trade.more')} size="small" kind="secondary" onPress={more} />
        </div>
      ) : undefined}
    </section>
  )
}

function Waiting({ columns }: { columns: number }) {
  return [1, 2, 3].map((row) => (
    <tr key={row}>
      <td colSpan={columns}>
        <Skeleton height={16} />
      </td>
    </tr>
  ))
}

type NameProps = { name: string; code: string; href: string }

/** The first cell of a row; its link shows the instrument. */
export function NameCell({ name, code, href }: NameProps) {
  return (
    <th scope="row" className={styles['name']}>
      <a href={href}>
        {name} <span>{code}</span>
      </a>
    </th>
  )
}

type TimeProps = {
  at: number
  spare: Spare
  /** Only the date where there is little room. */
  isDate?: boolean
}

/** A time, to the minute; the whole of it appears under the pointer. */
export const TimeCell = ({ at, spare, isDate = false }: TimeProps) => (
  <td className={classes(styles['figure'], styles[spare])} title={formatTimestamp(at)}>
    {formatDate(at)} <span className={classes(isDate && styles['spareFirst'])}>{formatTime(at)}</span>
  </td>
)

/** The link from a row to its details. */
export function DetailsLink({ row, list }: { row: Parameters<typeof detailHrefOf>[0]; list: ListName }) {
  const t = useText()
  const { opensDetails } = useProduct()
  if (!opensDetails) return undefined
  const label = t('workspace.detailsOf', { name: row.name })
  return (
    <a className={styles['icon']} href={detailHrefOf(row, list)} aria-label={label} title={label}>
      <Ellipsis aria-hidden="true" />
    </a>
  )
}
