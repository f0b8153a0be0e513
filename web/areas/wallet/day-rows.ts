import type { Zone } from '@mex/core/time-zone.ts'

import { formatDate } from '#text/format-time.ts'

/** An item of a list by days: the heading of a day, or a row. */
export type DayRow<Row> =
  | { readonly kind: 'day'; readonly date: string; readonly day: 'today' | 'yesterday' | 'earlier' }
  | { readonly kind: 'row'; readonly row: Row; readonly isFirst: boolean; readonly isLast: boolean }

const dayMilliseconds = 86_400_000

/**
 * Groups rows, newest first, under a heading for each day in a time zone (by default the device's). `now` and the rows'
 * instants are epoch milliseconds; without `now` no day is called today.
 */
export function dayRows<Row>(
  rows: readonly Row[],
  instantOf: (row: Row) => number,
  now: number | undefined,
  zone?: Zone,
): readonly DayRow<Row>[] {
  const today = formatDate(now, zone)
  const yesterday = formatDate(now === undefined ? undefined : now - dayMilliseconds, zone)
  const dates = rows.map((row) => formatDate(instantOf(row), zone))
  return rows.flatMap((row, index): readonly DayRow<Row>[] => {
    const date = dates[index] ?? ''
    const isFirst = date !== dates[index - 1]
    const shown = { kind: 'row', row, isFirst, isLast: date !== dates[index + 1] } as const
    if (!isFirst) return [shown]
    return [{ kind: 'day', date, day: date === today ? 'today' : date === yesterday ? 'yesterday' : 'earlier' }, shown]
  })
}
