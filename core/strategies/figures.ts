import { divide } from '#money/decimal.ts'
import { rate, type Price, type Rate } from '#money/money.ts'
import type { DayNumber } from '#time-zone.ts'

/** A net asset value on a date. */
export type NavPoint = { readonly date: DayNumber; readonly nav: Price }

const rateUnit = 10n ** 12n

/** What a value has become of another, less one; to the nearest 1e-12. A value that was lost stays lost. */
export const growthBetween = (before: Price, after: Price): Rate =>
  before <= 0n ? rate(0n) : rate(divide((after - before) * rateUnit, before, 'near'))

/** The newest point on a date or before it. Points are in the order of their dates. */
function pointOn(points: readonly NavPoint[], date: DayNumber): NavPoint | undefined {
  let [low, high] = [0, points.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (points[middle]!.date <= date) low = middle + 1
    else high = middle
  }
  return points[low - 1]
}

/** The return of the last `days` days; undefined for a record that is shorter. */
export function returnOver(points: readonly NavPoint[], days: number): Rate | undefined {
  const last = points.at(-1)
  const first = last === undefined ? undefined : pointOn(points, last.date - days)
  return last === undefined || first === undefined ? undefined : growthBetween(first.nav, last.nav)
}

/** The worst fall from a highest value to a later one: 0 or below, −0.1 is a tenth. */
export function maximumDrawdown(points: readonly NavPoint[]): Rate {
  let [highest, worst] = [0n as Price, rate(0n)]
  for (const { nav } of points) {
    if (nav > highest) highest = nav
    const fall = growthBetween(highest, nav)
    if (fall < worst) worst = fall
  }
  return worst
}

/** The worst return of any `days` days in a row; undefined for a record that is shorter. */
export function worstReturn(points: readonly NavPoint[], days: number): Rate | undefined {
  let worst: Rate | undefined
  for (const { date, nav } of points) {
    const before = pointOn(points, date - days)
    if (before === undefined) continue
    const made = growthBetween(before.nav, nav)
    if (worst === undefined || made < worst) worst = made
  }
  return worst
}
