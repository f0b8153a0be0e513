import { bondRules, settlementDay, type Bond } from '@mex/core/bonds/bond.ts'
import { worthSince } from '@mex/core/bonds/past-worth.ts'
import { cleanPrice } from '@mex/core/bonds/pricing.ts'
import type { Price } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Feed } from '#feeds/feed.ts'

/** A day, and what the face of one price was worth on it. */
export type PastWorth = { readonly date: string; readonly worth: Price }

/** How far the past of a bond is told. */
const daysMax = 90
/** Every day is told at 20:00 UTC, when the markets of both countries have been open for hours. */
const instantOf = (day: DayNumber): number => day * dayMilliseconds + 20 * 60 * 60_000

/** The past of each bond, until another day is over. */
const known = new WeakMap<Bond, { readonly last: DayNumber; readonly points: readonly PastWorth[] }>()

/**
 * What the face of one price was worth on each of the last days since the bond was issued, for somebody who bought it on the
 * first of them at the price between bid and ask. The same for everybody, as it follows from the curve alone.
 */
export function pastWorth({ bonds }: Pick<Feed, 'bonds'>, bond: Bond, now: number): readonly PastWorth[] {
  const today = utcDay(now)
  const last = instantOf(today) <= now ? today : today - 1
  const earlier = known.get(bond)
  if (earlier?.last === last) return earlier.points
  const { country } = bondRules[bond.kind]
  const prices = Array.from({ length: daysMax + 1 }, (_, index) => last - daysMax + index).flatMap((day) => {
    const at = instantOf(day)
    const settles = settlementDay(bonds.calendar(country), at)
    const curve = bonds.curve(country, at)
    if (curve === undefined || settles < bond.issued || settles >= bond.matures) return []
    return { day, settles, clean: cleanPrice(bond, settles, curve.yieldIn(bond.matures - settles)) }
  })
  const bought = prices[0]?.settles ?? bond.issued
  const points = prices.map(({ day, ...price }) => ({ date: isoDate(day), worth: worthSince(bond, bought, price) }))
  known.set(bond, { last, points })
  return points
}
