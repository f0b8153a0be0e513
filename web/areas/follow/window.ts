import type { Agency } from '@mex/contract/follow/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price, type Price, type Rate } from '@mex/core/money/money.ts'

/** Days whose return an agency has. */
export const periods = [30, 90, 365] as const
export type Period = (typeof periods)[number]

type Track = Pick<Agency, 'return30' | 'return90' | 'return365' | 'endedAt' | 'navHistory'>

const day = 86_400_000
const whole = 10n ** 12n
/** Days of values that the list of agencies has. */
const listedDays = 90

/** When the last days of an agency began; undefined if it has no value. */
function beginOf({ navHistory }: Track, days: number): number | undefined {
  const end = navHistory.at(-1)?.at
  return end === undefined ? undefined : end - days * day
}

/** The return of the last days; undefined for a shorter record, and for days on which the agency was closed. */
export function returnOf(agency: Track, period: Period): Rate | undefined {
  const begin = beginOf(agency, period)
  if (begin === undefined || (agency.endedAt !== undefined && agency.endedAt <= begin)) return undefined
  return { 30: agency.return30, 90: agency.return90, 365: agency.return365 }[period]
}

type Point = { readonly at: number; readonly nav: Price }

/**
 * The values on which the return of the last days rests: the first is the one from which it counts, which may be of a session before them.
 * Undefined where the values that the list has do not cover the days.
 */
export function valuesOf(agency: Track, period: Period): readonly Point[] | undefined {
  const [made, begin] = [returnOf(agency, period), beginOf(agency, period)]
  const last = agency.navHistory.at(-1)
  if (made === undefined || begin === undefined || last === undefined || period > listedDays) return undefined
  if (made <= 0n - whole) return undefined
  const base = price(divide(last.nav * whole, whole + made, 'near'))
  // The clocks may have changed in between: a session ends up to an hour earlier or later.
  return [{ at: begin, nav: base }, ...agency.navHistory.filter(({ at }) => at > begin + day / 2)]
}

/** A value for each of the last days, which is that of the session before where there was none. */
export function dailyValuesOf(agency: Track, period: Period): readonly Price[] {
  const values = valuesOf(agency, period) ?? []
  const begin = values[0]?.at ?? 0
  return values.length === 0
    ? []
    : Array.from({ length: period + 1 }, (_, index) => {
        const until = begin + index * day + day / 2
        return values.findLast(({ at }) => at < until)!.nav
      })
}
