import { present } from '@mex/core/assert.ts'
import type { BondCountry } from '@mex/core/bonds/bond.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import { divide, greatest } from '@mex/core/money/decimal.ts'
import { isBetween, isSplit, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { isShareMarket, type Instrument } from '@mex/core/market/instrument.ts'
import { marketRules, products } from '@mex/core/market/products.ts'
import { price, quantity, type Quantity } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { halfSpreadAt, tickNear } from '@mex/core/market/ticks.ts'
import { dayMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { BadTable } from '#feeds/csv.ts'
import { noAgencies } from '#feeds/agency-market.ts'
import type { CountryCurves, YieldCurves } from '#feeds/bond-market.ts'
import { noRobots } from '#feeds/robot-market.ts'
import type { DrawnFeed } from '#feeds/drawn.ts'
import { withoutBlocks, type Feed } from '#feeds/feed.ts'
import { openBondIssues } from '#feeds/simulator/bond-issues.ts'
import { openCapacityPlans } from '#feeds/simulator/capacity-plans.ts'
import type { DayKeys } from '#feeds/simulator/day-secrets.ts'
import { firstDrawnCurve, openDrawnCurves } from '#feeds/simulator/yield-curve.ts'
import { untilPassed } from '#feeds/phase-changes.ts'
import { barPath } from './bar-path.ts'
import { bridgedPath } from './bridged-path.ts'
import { conversionRateBetween } from './conversion-rates.ts'
import { barsOf, summaryOf, yearRangeOf, type History } from './history.ts'
import { instrumentOf, marketOf, sessionOf } from './instruments.ts'
import { readManifest, type ManifestEntry } from './manifest.ts'
import { flat, keepPaths, type DayPath, type Tick } from './path.ts'
import { openPublicCurves, readPublicYields, type PublicYields } from './public-yields.ts'
import { removalOf } from './removals.ts'
import { actionsOf, inSharesOf } from './row-actions.ts'
import { firstTick, openSeries, type Series } from './series.ts'

export type ReplayOptions = {
  /** A folder of history (docs/guide/replay.md). */
  readonly directory: string
  readonly catalogue: Catalogue
  /** The day keys that generate all prices that the files do not contain. */
  readonly keys: DayKeys
  /** Start of the clock, epoch milliseconds; undefined: the start with the most history ahead (`suggestedStart`). */
  readonly start?: number | undefined
}

export type ReplayFeed = DrawnFeed & {
  /** Start of the clock, epoch milliseconds. */
  readonly start: number
}

/** An instrument and its history from the files. */
type Loaded = {
  readonly instrument: Instrument
  readonly calendar: Calendar
  readonly series: Series
  /** By ex instant. */
  readonly actions: readonly CorporateAction[]
  readonly begin: number
  /** When a contract ends, or a share leaves the market; undefined for what stays listed with its last close. */
  readonly end: number | undefined
}

/** A loaded instrument with a cache of the paths of its days. */
type Replayed = Loaded & History

/**
 * Opens a folder of real history as a feed. All files are read and checked at the start, so that an invalid row throws
 * `BadTable` with its file and line then, not in the middle of a replay. Trading hours are real; no practice hours.
 */
export async function openReplayFeed({ directory, ...rest }: ReplayOptions): Promise<ReplayFeed> {
  const entries = await readManifest(directory)
  return replayEntries({ ...rest, entries, yields: readPublicYields(directory) })
}

/** The options of a replay whose files have been read. */
export type ReplayedEntries = Omit<ReplayOptions, 'directory'> & {
  readonly entries: readonly ManifestEntry[]
  readonly yields: readonly PublicYields[]
}

/** Real history has no invented issuers, sellers or order books. */
const withoutOffers = {
  agencies: noAgencies,
  robots: noRobots,
  newIssues: () => noOffers,
  placings: () => noOffers,
  ...withoutBlocks,
  commitmentOf: () => '',
  seedOf: () => undefined,
  auctions: undefined,
} as const
const noOffers: readonly never[] = []

/** Opens the entries of a manifest as a feed. Throws `BadTable` when two rows are the same instrument. */
export function replayEntries({ entries, yields, catalogue, keys, start }: ReplayedEntries): ReplayFeed {
  const begin = start ?? suggestedStart(entries)
  const loaded = new Map<string, Loaded>()
  for (const entry of entries) {
    const one = loadEntry(entry, catalogue, begin)
    const { key } = one.instrument
    if (loaded.has(key)) throw new BadTable(entry.place, `${entry.symbol} is ${key}, which an earlier row already is`)
    loaded.set(key, one)
  }
  return feedOf(withRemovals(loaded), { begin, catalogue, yields }, keys)
}

/** The curve of each country is public where the files have its yields, and drawn where they have not. */
function curvesOf(yields: readonly PublicYields[], keys: DayKeys): YieldCurves {
  const curves = (country: BondCountry): CountryCurves => {
    const published = yields.find((each) => each.country === country)
    return published === undefined ? openDrawnCurves(keys, country) : openPublicCurves(published)
  }
  return { US: curves('US'), MX: curves('MX') }
}

/** The records of strategies begin at most so long before the clock, where the files have prices. */
const recordDays = 730

/** A feed of loaded history: a pure function of (files, day keys, instrument, time), with caches. */
function feedOf(
  loaded: ReadonlyMap<string, Loaded>,
  facts: { readonly begin: number; readonly catalogue: Catalogue; readonly yields: readonly PublicYields[] },
  keys: DayKeys,
): ReplayFeed {
  const replayed: ReadonlyMap<string, Replayed> = new Map(
    Array.from(loaded, ([key, one]) => [key, { ...one, pathOf: openPaths(keys, key, one.series) }]),
  )
  const quotes = new Map<string, Quote>()
  const quote = (key: string, now: number): Quote | undefined => {
    const one = replayed.get(key)
    if (one === undefined || now < one.begin) return undefined
    const tick = tickOf(one, standing(one, now))
    if (tick === undefined) return undefined
    const known = quotes.get(key)
    const found = known?.venueTime === tick.time ? known : quoteOf(one.instrument, tick)
    quotes.set(key, found)
    return isOver(one, now) ? { ...found, phase: 'closed' } : found
  }
  const pairs = Array.from(replayed.values(), ({ instrument }) => instrument).filter(({ market }) => market === 'FX')
  return {
    mode: 'replay',
    delaySeconds: 0,
    delayOf: () => 0,
    start: facts.begin,
    // The UTC date of the first bar, or of the first drawn curve of bonds.
    firstDrawnDay: utcDay(Math.min(firstDrawnCurve, ...Array.from(loaded.values(), (one) => one.begin))),
    withKeys: (others) => feedOf(loaded, facts, others),
    instruments: cachedInstruments(replayed),
    removed: cachedRemoved(replayed),
    actions: (key, now) => replayed.get(key)?.actions.filter(({ declaredAt }) => declaredAt <= now) ?? [],
    catalogue: facts.catalogue,
    ...withoutOffers,
    bonds: openBondIssues(facts.catalogue, keys, 'real', curvesOf(facts.yields, keys)),
    capacity: openCapacityPlans(keys),
    recordsFrom: utcDay(facts.begin) - recordDays,
    // History does not say when they were told.
    resultsDays: () => [],
    ended(key, now) {
      const one = replayed.get(key)
      return one !== undefined && isOver(one, now) ? endedInstrument(one) : undefined
    },
    quote,
    nextTick: (now) => Math.floor(now / 1000) * 1000 + 1000,
    nextPhaseChange: untilPassed((now) => Math.min(...Array.from(replayed.values(), (one) => phaseChangeOf(one, now)))),
    day: (key, now) => {
      const one = replayed.get(key)
      return one === undefined ? undefined : summaryOf(one, standing(one, now))
    },
    year(key, now) {
      const one = replayed.get(key)
      return one === undefined ? undefined : yearRangeOf(one, standing(one, now))
    },
    bars: (key, period, end, limit, now) => {
      const one = replayed.get(key)
      return one === undefined ? [] : barsOf(one, period, end, limit, standing(one, now))
    },
    // The days of real history are rows of a file, so there is no cache to fill.
    *warmUp() {},
    conversionRate: ratesBy(pairs, quote, freshMilliseconds),
    lastConversionRate: ratesBy(pairs, quote, Infinity),
    quoteById: (id, now) => {
      const at = id.lastIndexOf('@')
      const time = Number(id.slice(at + 1))
      if (at < 0 || !Number.isSafeInteger(time) || time > now) return undefined
      const found = quote(id.slice(0, at), time)
      return found?.id === id ? found : undefined
    },
  }
}

/** The rates by pairs whose quotes are at most so old. */
const ratesBy =
  (pairs: readonly Instrument[], quote: Feed['quote'], age: number): Feed['conversionRate'] =>
  (from, to, now) => {
    const young = pairs.map(({ key, code }) => {
      const inForce = quote(key, now)
      const isYoung = inForce !== undefined && now - inForce.venueTime <= age
      return { base: code.slice(0, 3), quote: code.slice(3), inForce: isYoung ? inForce : undefined }
    })
    return conversionRateBetween(young, from, to, now)
  }

/** A currency quote is valid over a weekend with a holiday, not longer: a series that has ended gives no rate. */
const freshMilliseconds = 4 * dayMilliseconds

function loadEntry(entry: ManifestEntry, catalogue: Catalogue, begin: number): Loaded {
  const market = marketOf(entry)
  const startDay = utcDay(begin)
  const session = sessionOf(entry, market, catalogue, startDay)
  const calendar = present(catalogue.calendars.get(session), `the calendar ${session}`)
  const { orders } = products[marketRules[market].source]
  const series = openSeries(entry, calendar, orders?.extendedHoursMarket === market)
  const last = series.dayAt(series.count - 1)
  const near = Math.max(0, finishedBy(series, begin))
  const instrument = instrumentOf(entry, market, catalogue, {
    level: price(greatest(1n, series.dayAt(near).whole.close)),
    averageVolume: averageVolume(series, near),
    startDay,
    lastDay: last.day,
    end: last.session.close,
  })
  const actions = isShareMarket(market) ? actionsOf(entry.daily?.actions ?? [], series) : []
  const end = instrument.contract === undefined ? undefined : last.session.close
  return { instrument, calendar, series, actions, begin: firstTick(series.dayAt(0)), end }
}

/** Position of the last day that is over at an instant, so that no later price is used; −1 before the first. */
function finishedBy(series: Series, instant: number): number {
  const position = series.positionAt(instant)
  return position >= 0 && series.dayAt(position).session.close > instant ? position - 1 : position
}

/** Mean volume of the 20 days up to a position, in whole units (rulebook §13.1). */
function averageVolume(series: Series, position: number): Quantity {
  const from = Math.max(0, position - 19)
  let sum = 0n
  for (let index = from; index <= position; index += 1) sum += series.dayAt(index).whole.volume
  const unit = 10n ** 8n
  return quantity(divide(divide(sum, BigInt(position - from + 1), 'floor'), unit, 'floor') * unit)
}

function openPaths(keys: DayKeys, key: string, series: Series): (position: number) => DayPath {
  return keepPaths((position) => {
    const day = series.dayAt(position)
    return day.range === undefined ? bridgedPath(keys, key, day) : barPath(keys, key, day, day.range)
  })
}

/** A pair without interest rates cannot be traded: it gives conversion rates and is not listed (rulebook §13.6). */
const isListed = ({ instrument }: Loaded): boolean => instrument.market !== 'FX' || instrument.tradable

const isOver = ({ end = Infinity }: Pick<Loaded, 'end'>, now: number): boolean => now >= end

/** A share that has left cannot be traded; trading in a contract ends by itself. */
const endedInstrument = ({ instrument }: Loaded): Instrument =>
  instrument.contract === undefined ? { ...instrument, tradable: false } : instrument

/** The instant whose prices an instrument shows at `now`: what has ended stands still. */
const standing = ({ end = Infinity }: Loaded, now: number): number => Math.min(now, end)

function tickOf({ series, pathOf, actions }: Replayed, now: number): Tick | undefined {
  const position = series.positionAt(now)
  const tick = position < 0 ? undefined : pathOf(position).tickAt(now)
  const split =
    tick === undefined ? undefined : actions.findLast((one) => isSplit(one) && isBetween(one, tick.time, now))
  if (tick === undefined || split === undefined) return tick
  // Until the next session the last price stands, but a share is another one.
  const standing = inSharesOf(actions, tick.time, now, flat(tick.price)).close
  return { time: split.exAt, price: standing, phase: 'closed', opening: false }
}

/** The next instant at which a series opens, closes or pauses: on the day of its newest price or on the next one. */
function phaseChangeOf({ series }: Replayed, now: number): number {
  const position = series.positionAt(now)
  const instants = [position, position + 1]
    .filter((each) => each >= 0 && each < series.count)
    .map((each) => series.dayAt(each))
    .flatMap((day) => [day.opens, ...day.session.stretches.flatMap(({ start, end }) => [start, end])])
  return Math.min(...instants.filter((instant) => instant > now))
}

/** Bid and ask size are this fraction of the average daily volume (`fill.defaultSize`, rulebook §31). */
const sizeDivisor = 2000n

function quoteOf(instrument: Instrument, tick: Tick): Quote {
  const { key, ticks, halfSpread, lot, averageVolume } = instrument
  const last = tickNear(ticks, price(tick.price))
  const half = halfSpreadAt(ticks, last, halfSpread)
  const size = quantity(greatest(1n, divide(averageVolume, sizeDivisor * lot, 'floor')) * lot)
  return {
    id: `${key}@${tick.time}`,
    key,
    venueTime: tick.time,
    receivedTime: tick.time,
    last,
    bid: price(last - half),
    ask: price(last + half),
    bidSize: size,
    askSize: size,
    phase: tick.phase,
    opening: tick.opening,
  }
}

/** Ends the shares whose rows end long before those of their market. */
function withRemovals(loaded: ReadonlyMap<string, Loaded>): ReadonlyMap<string, Loaded> {
  const lastDay = ({ series }: Loaded): number => series.dayAt(series.count - 1).day
  const newest = new Map<string, number>()
  for (const one of loaded.values()) {
    const { market } = one.instrument
    newest.set(market, Math.max(newest.get(market) ?? -Infinity, lastDay(one)))
  }
  return new Map(
    Array.from(loaded, ([key, one]) => {
      const { market } = one.instrument
      const removal = isShareMarket(market) ? removalOf(one.series, newest.get(market) ?? -Infinity) : undefined
      return [key, removal === undefined ? one : { ...one, actions: [...one.actions, removal], end: removal.exAt }]
    }),
  )
}

/** The shares that have left, as a map that is rebuilt only when one leaves. */
function cachedRemoved(replayed: ReadonlyMap<string, Replayed>): Feed['removed'] {
  const leaving = [...replayed.values()].filter(
    ({ instrument, end }) => isShareMarket(instrument.market) && end !== undefined,
  )
  let known: ReadonlyMap<string, Instrument> = new Map()
  return (now) => {
    const gone = leaving.filter((one) => isOver(one, now))
    if (gone.length !== known.size) known = new Map(gone.map((one) => [one.instrument.key, endedInstrument(one)]))
    return known
  }
}

/** The instruments with a price, as a map that is rebuilt only when an instrument begins or expires. */
function cachedInstruments(replayed: ReadonlyMap<string, Replayed>): Feed['instruments'] {
  const edges = Float64Array.from(
    Array.from(replayed.values()).flatMap((one) => [one.begin, ...(one.end === undefined ? [] : [one.end])]),
  ).sort()
  let known: { from: number; until: number; instruments: ReadonlyMap<string, Instrument> } | undefined
  return (now) => {
    if (known !== undefined && now >= known.from && now < known.until) return known.instruments
    const next = edges.find((edge) => edge > now) ?? Infinity
    const present = Array.from(replayed).filter(([, one]) => isListed(one) && now >= one.begin && !isOver(one, now))
    const instruments = new Map(present.map(([key, { instrument }]) => [key, instrument]))
    known = { from: edges.findLast((edge) => edge <= now) ?? -Infinity, until: next, instruments }
    return instruments
  }
}

/** Days of history before the start: a quarter of a year for the charts. */
const daysBehind = 90
/** Days after the start that are counted. */
const daysAhead = 365

/**
 * The default start of a replay: the Monday, 12:00 UTC, with the most days of all daily series in the year ahead,
 * counting only series that already have 90 days of history. Without daily series: the first bar.
 */
function suggestedStart(entries: readonly ManifestEntry[]): number {
  const spans = entries.flatMap(({ daily }) =>
    daily === undefined ? [] : [{ first: daily.times[0]! + daysBehind, last: daily.times.at(-1)! }],
  )
  if (spans.length === 0) {
    const starts = entries.flatMap(({ intraday }) => intraday.map(({ bars }) => bars.times[0]!))
    return Math.min(...starts)
  }
  const earliest = Math.min(...spans.map(({ first }) => first))
  const latest = Math.max(...spans.map(({ last }) => last))
  let best = { day: Math.min(earliest, latest), score: -1 }
  // Day 4 was a Monday (1970-01-05).
  for (let day = earliest + ((4 - (earliest % 7) + 7) % 7); day <= latest; day += 7) {
    let score = 0
    for (const { first, last } of spans) if (first <= day && last > day) score += Math.min(last - day, daysAhead)
    if (score > best.score) best = { day, score }
  }
  return best.day * dayMilliseconds + dayMilliseconds / 2
}
