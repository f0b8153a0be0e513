import { present } from '@mex/core/assert.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'

/** Shared by the tests that play strategies of subscribers over many markets. */

/** A keyed hash that is faster than that of a real draw: any order of the tickets that depends on no price will do. */
export const hashedBy =
  (key: number) =>
  (text: string): string => {
    let [one, other] = [key, ~key]
    for (let index = 0; index < text.length; index += 1) {
      const code = text.charCodeAt(index)
      one = Math.imul(one ^ code, 0x9e3779b1)
      other = Math.imul(other ^ code, 0x85ebca6b)
      one ^= one >>> 15
      other ^= other >>> 13
    }
    one = Math.imul(one ^ (one >>> 16), 0x85ebca6b)
    other = Math.imul(other ^ one ^ (other >>> 13), 0xc2b2ae35)
    return ((one ^ other) >>> 0).toString(16).padStart(8, '0')
  }

export function lastAt(feed: DrawnFeed, key: string, at: number): number {
  const quote = feed.quote(key, at) ?? feed.quote(key, feed.nextTick(at))
  return Number(present(quote, `a quote of ${key}`).last) / 1e8
}

export type Measured = { readonly mean: number; readonly error: number; readonly years: number }

export function measure(values: readonly number[]): Measured {
  const years = values.length
  const mean = values.reduce((sum, each) => sum + each, 0) / years
  const squares = values.reduce((sum, each) => sum + (each - mean) ** 2, 0)
  return { mean, error: Math.sqrt(squares / (years - 1) / years), years }
}

export const errorsOf = ({ mean, error }: Measured): number => Math.abs(mean) / error

export const line = (name: string, { mean, error, years }: Measured): string =>
  `${name}: ${(mean * 100).toFixed(2)} % more, deviation ${(error * 100).toFixed(2)} %, ${years} years`

/** An offer, what each kind of application for it is allotted in US dollars, and whether the random subscriber picks it. */
export type SeenOffer = {
  readonly offer: { readonly market: string }
  readonly picked: boolean
  readonly allotted: { readonly usual: number; readonly random: number; readonly most: number }
}

/** What a strategy is allotted of an offer, in US dollars; nothing where it does not apply. */
export type Strategy<Seen> = { readonly name: string; readonly money: (seen: Seen, year: readonly Seen[]) => number }

/** The part of the offers of the same market and year that have less of a figure. */
export function partBelow<Seen extends SeenOffer>(
  seen: Seen,
  year: readonly Seen[],
  of: (seen: Seen) => number,
): number {
  const alike = year.filter(({ offer }) => offer.market === seen.offer.market)
  return alike.filter((other) => of(other) < of(seen)).length / alike.length
}

/** The strategies that pick among offers by what is known of them, and what their money returns. */
export function strategiesFor<Seen extends SeenOffer>() {
  const where = (name: string, applies: (seen: Seen, year: readonly Seen[]) => boolean): Strategy<Seen> => ({
    name,
    money: (seen, year) => (applies(seen, year) ? seen.allotted.usual : 0),
  })
  const thirds = (figure: string, of: (seen: Seen) => number): readonly Strategy<Seen>[] => [
    where(`the third with the least ${figure}`, (seen, year) => partBelow(seen, year, of) < 1 / 3),
    where(`the third with the most ${figure}`, (seen, year) => partBelow(seen, year, of) >= 2 / 3),
  ]
  /** One strategy for each value that a word of the published terms has. */
  const eachOf = (word: string, values: readonly string[], of: (offer: Seen['offer']) => string) =>
    values.map((value) => where(`${word} ${value}`, ({ offer }) => of(offer) === value))
  const everything = where('everything', () => true)
  const most: Strategy<Seen> = { name: 'the maximum of everything', money: ({ allotted }) => allotted.most }
  const random: Strategy<Seen> = { name: 'random', money: ({ picked, allotted }) => (picked ? allotted.random : 0) }

  /** What the money of a strategy returns in a year; undefined when it was allotted nothing. */
  function returnOf({ money }: Strategy<Seen>, year: readonly Seen[], of: (seen: Seen) => number): number | undefined {
    let [spent, gained] = [0, 0]
    for (const seen of year) {
      const worth = money(seen, year)
      spent += worth
      gained += worth * of(seen)
    }
    return spent === 0 ? undefined : gained / spent
  }

  /** How much more a strategy returns than the random subscriber, each year against the same year. */
  const moreThanRandom = (
    strategy: Strategy<Seen>,
    all: readonly (readonly Seen[])[],
    of: (seen: Seen) => number,
  ): Measured =>
    measure(
      all.flatMap((year) => {
        const [own, other] = [returnOf(strategy, year, of), returnOf(random, year, of)]
        return own === undefined || other === undefined ? [] : [own - other]
      }),
    )
  return { where, thirds, eachOf, everything, most, random, returnOf, moreThanRandom }
}
