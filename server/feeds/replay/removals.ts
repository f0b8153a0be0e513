import type { Removal } from '@mex/core/market/corporate-actions.ts'
import { price } from '@mex/core/money/money.ts'
import { isoDate, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { Series } from './series.ts'

/** A share whose rows end this many days before the newest row of its market has left the market. */
const silentDays = 14

/**
 * A share without a price leaves the market at its last close, so that nobody's money is held for good (rulebook §17.4): a
 * minute after its last session, if its market goes on for two weeks. Nobody is told before, because the file does not
 * say when it was known. Undefined for a share whose rows go on to the end.
 */
export function removalOf(series: Series, newestDay: number): Removal | undefined {
  const { session, whole, day } = series.dayAt(series.count - 1)
  if (newestDay - day <= silentDays) return undefined
  const exAt = session.end + minuteMilliseconds
  return {
    kind: 'removal',
    reason: 'delisting',
    price: price(whole.close),
    declaredAt: exAt,
    exAt,
    exDate: isoDate(day + 1),
  }
}
