import { createHash } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { addBusinessDays, isBusinessDay, type Calendar } from '@mex/core/market/calendar.ts'
import { isDividend, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { shareMarkets, sources, type ShareMarket } from '@mex/core/market/instrument.ts'
import type { OfferWindow } from '@mex/core/offerings/new-issue.ts'
import type { Placing } from '@mex/core/offerings/placing.ts'
import type { Price } from '@mex/core/money/money.ts'
import { dayMilliseconds, dayNumber, instantOf, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { Listing } from '#feeds/listing.ts'
import { marketDefaults } from '#feeds/market-defaults.ts'
import { levels } from './chacha.ts'
import type { DayKeys } from './day-secrets.ts'
import { openDraws, type Draws } from './draws.ts'
import { zones } from './new-issues.ts'
import { drawPlacingTerms, isPlaceable } from './placing-terms.ts'

/**
 * The placings of the simulated market (rulebook §21). Company, discount and book are drawn under the secret of the day of the
 * publication, the seed of the allotment under that of the day on which the window ends.
 */
export type Placings = {
  /** Those that are published by an instant, by time; the same list until another is published. */
  readonly published: (now: number) => readonly Placing[]
  /** SHA-256 of the seed of an allotment: public from the publication on. */
  readonly commitmentOf: (placing: Placing) => string
  /** The seed of an allotment, 32 bytes in hexadecimal: secret until the window has ended. */
  readonly seedOf: (placing: Placing) => string
}

export type PlacingSources = {
  readonly catalogue: Catalogue
  readonly keys: DayKeys
  readonly actions: (key: string, now: number) => readonly CorporateAction[]
  /** The last official close by an instant. */
  readonly closeOf: (key: string, now: number) => Price | undefined
}

/** One placing is published a day, in the markets by turns. */
const firstDay = dayNumber('2026-01-12')
/** The window is open for so many days, until the next business day if the last of them is none. */
const openDays = 3
const noon = 12 * 60
/** Business days from the end of the window to the allotment. */
const allotmentDays = 2

/** Days of lock-up with their shares: most are short. */
const lockUps = [
  { share: 0.15, days: 0 },
  { share: 0.2, days: 1 },
  { share: 0.2, days: 2 },
  { share: 0.15, days: 3 },
  { share: 0.12, days: 5 },
  { share: 0.1, days: 7 },
  { share: 0.06, days: 14 },
  { share: 0.02, days: 30 },
] as const

/** A company is looked for so often before the market is taken for broken. */
const triesMax = 1000

export function openPlacings(source: PlacingSources): Placings {
  const { catalogue, keys } = source
  // A company that may be taken over could jump inside a window, above a price that is fixed.
  const shares = new Map(
    shareMarkets.map((market) => [
      market,
      [...catalogue.fixed.values()].filter(
        ({ instrument, origin, invented }) =>
          instrument.market === market && origin.kind === 'equity' && instrument.tradable && invented === undefined,
      ),
    ]),
  )
  const known: Placing[] = []
  let told: readonly Placing[] = []

  return {
    published(now) {
      const count = Math.max(0, utcDay(now) - firstDay + 1)
      while (known.length < count) known.push(draw(source, shares, known))
      if (told.length !== count) told = known.slice(0, count)
      return told
    },
    commitmentOf: (placing) =>
      createHash('sha256')
        .update(Buffer.from(seedOf(keys, placing), 'hex'))
        .digest('hex'),
    seedOf: (placing) => seedOf(keys, placing),
  }
}

const seedOf = (keys: DayKeys, { id, endsAt }: Pick<Placing, 'id' | 'endsAt'>): string =>
  openDraws(keys, { day: utcDay(endsAt), level: levels.placingSeeds, id }).bytes()

/** The placing that follows those which are known. */
function draw(
  source: PlacingSources,
  shares: ReadonlyMap<ShareMarket, readonly Listing[]>,
  known: readonly Placing[],
): Placing {
  const { catalogue, keys, closeOf } = source
  const day = firstDay + known.length
  const market = shareMarkets[known.length % shareMarkets.length]!
  const draws = openDraws(keys, { day, level: levels.placings, id: 0 })
  const session = present(marketDefaults[market].session, `the session of ${market}`)
  const window = windowOf(present(catalogue.calendars.get(session), `the calendar ${session}`), market, day)
  for (let tries = 0; tries < triesMax; tries += 1) {
    const { instrument } = draws.pick(present(shares.get(market), `the shares of ${market}`))
    const { key, code, venue, name, currency, lot } = instrument
    const lastClose = closeOf(key, window.publishedAt)
    if (lastClose === undefined || !isPlaceable({ market, lot, lastClose })) continue
    if (isTaken(known, key, window) || isInterrupted(source.actions(key, window.publishedAt), window)) continue
    const lockDays = drawLockDays(draws)
    const ticks = catalogue.ticksOn(market, utcDay(window.startsAt))
    return {
      ...drawPlacingTerms(draws, { market, lot, ticks, lastClose }),
      ...window,
      source: sources.placingStock,
      id: known.length + 1,
      instrument: key,
      code,
      market,
      venue,
      name,
      currency,
      zone: zones[market],
      ticks,
      lockDays,
      unlocksAt: window.allotsAt + lockDays * dayMilliseconds,
    }
  }
  throw new Error(`Broken invariant: a company of ${market} places shares`)
}

/** When a placing opens and ends, by the calendar of its market and the day on which it is published. */
function windowOf(calendar: Calendar, market: ShareMarket, day: DayNumber): OfferWindow {
  const zone = zones[market]
  let endDay = day + openDays
  while (!isBusinessDay(calendar, endDay)) endDay += 1
  return {
    publishedAt: day * dayMilliseconds,
    startsAt: instantOf(zone, day, noon),
    endsAt: instantOf(zone, endDay, noon),
    allotsAt: instantOf(zone, addBusinessDays(calendar, endDay, allotmentDays), noon),
  }
}

/** A company has one placing at a time: the lock-up of the last must be over. */
const isTaken = (known: readonly Placing[], key: string, { publishedAt }: OfferWindow): boolean =>
  known.findLast(({ instrument, unlocksAt }) => instrument === key && unlocksAt > publishedAt) !== undefined

/**
 * What is declared for a company must not fall into its placing: neither a dividend that the new shares would miss, nor a split or
 * a removal, which would change what is offered. A split is declared 14 days before, so none comes unseen before the allotment.
 */
const isInterrupted = (declared: readonly CorporateAction[], { publishedAt, allotsAt }: OfferWindow): boolean =>
  declared.some((action) => action.exAt > publishedAt && (!isDividend(action) || action.exAt <= allotsAt))

function drawLockDays(draws: Draws): number {
  let left = draws.next()
  return (lockUps.find(({ share }) => (left -= share) < 0) ?? lockUps[0]).days
}
