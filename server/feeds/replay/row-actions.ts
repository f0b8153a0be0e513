import { present } from '@mex/core/assert.ts'
import { isSplit, sharesSince, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { RowAction } from './bar-file.ts'
import type { Series, Values } from './series.ts'

/** History has no dates of declarations: each action is told so many days ahead. */
const noticeDays = 14

/**
 * The dividends and splits of a share's files, by ex instant: the first minute after the last session with the right
 * (rulebook §17.3), its post hours included. Its last quote is that of its end. What the first day says is left out, because nobody held before it.
 */
export function actionsOf(rows: readonly RowAction[], series: Series): readonly CorporateAction[] {
  const positions = new Map(Array.from({ length: series.count }, (_, at) => [series.dayOf(at), at]))
  return rows.flatMap(({ time, dividend, to, from }): CorporateAction[] => {
    const position = present(positions.get(time), 'a row has its day')
    if (position === 0) return []
    const exAt = series.dayAt(position - 1).session.end + minuteMilliseconds
    const declared = { declaredAt: exAt - noticeDays * dayMilliseconds, exAt, exDate: isoDate(time) }
    return [
      ...(dividend > 0n ? [{ kind: 'dividend', amount: price(dividend), ...declared } as const] : []),
      ...(to === from ? [] : [{ kind: 'split', to, from, ...declared } as const]),
    ]
  })
}

/** Prices and volume of an instant, in the shares of `now`. */
export function inSharesOf(actions: readonly CorporateAction[], instant: number, now: number, values: Values): Values {
  if (!actions.some(isSplit)) return values
  const { to, from } = sharesSince(actions, instant, now)
  if (to === from) return values
  const after = (before: bigint): bigint => divide(before * from, to, 'near')
  return {
    open: after(values.open),
    high: after(values.high),
    low: after(values.low),
    close: after(values.close),
    volume: divide(values.volume * to, from, 'near'),
  }
}
