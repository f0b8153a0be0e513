import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { Placing } from '@mex/core/offerings/placing.ts'
import { drawApplication, rankWholeBook } from '@mex/core/offerings/draw.ts'
import { lotsMax } from '@mex/core/offerings/new-issue.ts'
import { initialLots, lotsAsked } from '@mex/core/offerings/pools.ts'
import { dayMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { levels } from './chacha.ts'
import { openDaySecrets } from './day-secrets.ts'
import { openDraws, type Draws } from './draws.ts'
import {
  errorsOf,
  hashedBy,
  lastAt,
  line,
  measure,
  partBelow,
  strategiesFor,
  type SeenOffer,
} from './offers-edge-testing.ts'
import { openSimulatedFeed } from './simulated-feed.ts'

/**
 * Placings give nobody an edge over the discount that the lock-up pays for (docs/decisions/035-placings.md). What somebody gains
 * has two parts: the discount that is in force when the window ends, the price shown then against the price of the offer, which
 * everybody sees and gets; and what the shares do from then to the end of the lock-up. The second part must not depend on
 * anything that is known when the window ends. Fees and spreads are left out on both sides: they are known costs.
 */

const catalogue = openCatalogue()
const marketCount = 20
/** Every second placing of a market. */
const sampledEvery = 2
const from = Date.parse('2026-03-01')
const until = Date.parse('2027-03-01')
/** What an application is for, in US dollars. */
const stake = 5000
const dollars = { US: 1, HK: 1 / 7.8, MX: 1 / 18 } as const

/** A placing with what is known when its window ends, what was allotted, and how its price went on. */
type Seen = SeenOffer & {
  readonly offer: Placing
  readonly coverage: number
  /** The price shown at the end of the window against that of the offer. */
  readonly discountAtEnd: number
  /** What the price did from the publication to the end of the window, and in the month before. */
  readonly riseInWindow: number
  readonly riseBefore: number
  /** In US dollars. */
  readonly price: number
  readonly lotValue: number
  readonly raised: number
  /** From the end of the window to the end of the lock-up, and to so many days later. */
  readonly returns: Readonly<Record<Kept, number>>
}
const keptDays = [0, 10] as const
type Kept = (typeof keptDays)[number]

function see(feed: DrawnFeed, placing: Placing, draws: Draws): Seen {
  const { market, lot, high, book, totalShares, instrument, publishedAt, endsAt, unlocksAt } = placing
  const offered = Number(high) / 1e8
  const lotValue = (Number(lot) / 1e8) * offered * dollars[market]
  const usual = Math.max(1, Math.min(lotsMax(placing), Math.floor(stake / lotValue)))
  const random = 1 + Math.floor(draws.next() * usual)
  const keyed = hashedBy(Math.floor(draws.next() * 2 ** 32))
  const ranked = rankWholeBook(placing, book, keyed)
  const worthOf = (lots: number): number => drawApplication(ranked, { id: 'p1', lots }, keyed).lots * lotValue
  const atEnd = lastAt(feed, instrument, endsAt)
  const after = (days: Kept): number => lastAt(feed, instrument, unlocksAt + days * dayMilliseconds) / atEnd - 1
  return {
    offer: placing,
    coverage: lotsAsked(book) / initialLots(placing),
    discountAtEnd: atEnd / offered - 1,
    riseInWindow: atEnd / (Number(placing.lastClose) / 1e8) - 1,
    riseBefore: Number(placing.lastClose) / 1e8 / lastAt(feed, instrument, publishedAt - 30 * dayMilliseconds) - 1,
    price: offered * dollars[market],
    lotValue,
    raised: (Number(totalShares) / 1e8) * offered * dollars[market],
    picked: draws.next() < 0.5,
    allotted: { usual: worthOf(usual), random: worthOf(random), most: worthOf(lotsMax(placing)) },
    returns: { 0: after(0), 10: after(10) },
  }
}

function yearOf(market: number): readonly Seen[] {
  const keys = openDaySecrets(Buffer.from(`placings ${market}`), 3)
  const feed = openSimulatedFeed({ keys, catalogue, practiceHours: true })
  const chance = openDraws(openDaySecrets(Buffer.from(`subscribers ${market}`), 3), {
    day: utcDay(from),
    level: levels.day,
    id: 0,
  })
  return feed
    .placings(until)
    .filter(({ publishedAt, id }) => publishedAt >= from && id % sampledEvery === market % sampledEvery)
    .map((placing) => see(feed, placing, chance))
}

const { where, thirds, eachOf, everything, most, random, returnOf, moreThanRandom } = strategiesFor<Seen>()
const strategies = [
  everything,
  most,
  ...thirds('coverage', ({ coverage }) => coverage),
  ...thirds('discount of the offer', ({ offer }) => Number(offer.discount)),
  ...thirds('discount at the end of the window', ({ discountAtEnd }) => discountAtEnd),
  ...thirds('rise in the window', ({ riseInWindow }) => riseInWindow),
  ...thirds('rise in the month before', ({ riseBefore }) => riseBefore),
  ...thirds('money raised', ({ raised }) => raised),
  ...thirds('price', ({ price }) => price),
  ...thirds('value of a lot', ({ lotValue }) => lotValue),
  ...thirds('applications', ({ offer }) => offer.book.length),
  where('covered less than once', ({ coverage }) => coverage < 1),
  where('covered three times', ({ coverage }) => coverage >= 3),
  where('still below the market', ({ discountAtEnd }) => discountAtEnd > 0),
  where('no lock-up', ({ offer }) => offer.lockDays === 0),
  where('a lock-up of a week or more', ({ offer }) => offer.lockDays >= 7),
  ...eachOf('market', ['US', 'HK', 'MX'], ({ market }) => market),
  ...eachOf('weekday of the end', ['1', '2', '3', '4', '5'], ({ endsAt }) => String((utcDay(endsAt) + 4) % 7)),
]

const keptFor =
  (kept: Kept) =>
  ({ returns }: Seen): number =>
    returns[kept]

/** Standard errors that a difference may have; one is from 0.1 % (everything) to 0.6 % (a long lock-up). */
const limit = 3

const edges = (all: readonly (readonly Seen[])[], kept: Kept): readonly string[] =>
  strategies.flatMap((strategy) => {
    const measured = moreThanRandom(strategy, all, keptFor(kept))
    return errorsOf(measured) > limit ? [line(`${strategy.name}, kept ${kept} days`, measured)] : []
  })

describe('whoever applies for placings by what is known when the window ends', () => {
  let years: readonly (readonly Seen[])[]
  before(() => {
    years = Array.from({ length: marketCount }, (_, market) => yearOf(market))
  })

  test('gets the price shown then back on average, at the end of the lock-up and later', () => {
    for (const kept of keptDays) {
      const mean = measure(years.flatMap((year) => returnOf(random, year, keptFor(kept)) ?? []))
      assert.ok(errorsOf(mean) <= limit, line(`the random subscriber, kept ${kept} days`, mean))
    }
  })

  test('gains no more and no less than a random subscriber', () => {
    assert.deepEqual(
      keptDays.flatMap((kept) => edges(years, kept)),
      [],
    )
    const measured = strategies.map((strategy) => moreThanRandom(strategy, years, keptFor(0)))
    assert.equal(new Set(measured.map(({ mean }) => mean)).size, strategies.length)
    assert.ok(measured.every((each) => each.years >= marketCount - 1))
  })

  test('is paid the discount for the lock-up, and everybody the same', () => {
    const discount = measure(
      years.flatMap((year) => returnOf(random, year, ({ discountAtEnd }) => discountAtEnd) ?? []),
    )
    assert.ok(discount.mean > 0.035 && discount.mean < 0.07, line('the random subscriber', discount))
    const more = moreThanRandom(most, years, ({ discountAtEnd }) => discountAtEnd)
    assert.ok(errorsOf(more) <= limit, line('the maximum of everything', more))
  })

  test('would be found to gain if the price rose after a placing that was covered much, by a fiftieth for each class', () => {
    const planted = years.map((year) =>
      year.map((seen) => {
        const rise = 0.02 * Math.floor(3 * partBelow(seen, year, ({ coverage }) => coverage))
        return { ...seen, returns: { 0: seen.returns[0] + rise, 10: seen.returns[10] + rise } }
      }),
    )
    for (const kept of keptDays) {
      const found = edges(planted, kept).join('; ')
      for (const part of ['least', 'most']) assert.match(found, new RegExp(`the third with the ${part} coverage`))
    }
  })
})
