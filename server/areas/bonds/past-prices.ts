import { bondRules, settlementDay, type Bond } from '@mex/core/bonds/bond.ts'
import { worthSince } from '@mex/core/bonds/past-worth.ts'
import { cleanPrice } from '@mex/core/bonds/pricing.ts'
import type { Price } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Feed } from '#feeds/feed.ts'

/** What a bond cost on a day: the clean price between bid and ask, and when a trade of then settled. */
export type PastPrice = { readonly day: DayNumber; readonly settles: DayNumber; readonly clean: Price }

/** How far the past of a bond is told. */
const daysMax = 90
/** Every day is told at 20:00 UTC, when the markets of both countries have been open for hours. */
const instantOf = (day: DayNumber): number => day * dayMilliseconds + 20 * 60 * 60_000

/** The past of each bond, until another day is over. */
const known = new WeakMap<Bond, { readonly last: DayNumber; readonly prices: readonly PastPrice[] }>()

/**
 * The price of a bond on each of the last days since it was issued. The same for everybody, as it follows from the curve
 * alone.
 */
export function pastPrices({ bonds }: Pick<Feed, 'bonds'>, bond: Bond, now: number): readonly PastPrice[] {
  const today = utcDay(now)
  const last = instantOf(today) <= now ? today : today - 1
  const earlier = known.get(bond)
  if (earlier?.last === last) return earlier.prices
  const { country } = bondRules[bond.kind]
  const prices = Array.from({ length: daysMax + 1 }, (_, index) => last - daysMax + index).flatMap((day) => {
    const at = instantOf(day)
    const settles = settlementDay(bonds.calendar(country), at)
    const curve = bonds.curve(country, at)
    if (curve === undefined || settles < bond.issued || settles >= bond.matures) return []
    return { day, settles, clean: cleanPrice(bond, settles, curve.yieldIn(bond.matures - settles)) }
  })
  known.set(bond, { last, prices })
  return prices
}

/** A day, and what the face of one price was worth on it. */
export type PastWorth = { readonly date: string; readonly worth: Price }

/** What the face of one price was worth on each of these days, for somebody who bought it on the first of them. */
export function pastWorth(feed: Pick<Feed, 'bonds'>, bond: Bond, now: number): readonly PastWorth[] {
  const prices = pastPrices(feed, bond, now)
  const bought = prices[0]?.settles ?? bond.issued
  return prices.map(({ day, ...price }) => ({ date: isoDate(day), worth: worthSince(bond, bought, price) }))
}
