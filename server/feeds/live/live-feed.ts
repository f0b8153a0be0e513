import { nextPhaseChange, officialPhase, type Calendar } from '@mex/core/market/calendar.ts'
import type { CorporateAction } from '@mex/core/market/corporate-actions.ts'
import type { Instrument, Market, SessionName } from '@mex/core/market/instrument.ts'
import type { DaySummary, Phase, Quote } from '@mex/core/market/quote.ts'
import { greatest, least } from '@mex/core/money/decimal.ts'
import { price, quantity } from '@mex/core/money/money.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { noAgencies } from '#feeds/agency-market.ts'
import { noBonds } from '#feeds/bond-market.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { withoutBlocks, type Feed } from '#feeds/feed.ts'
import { untilPassed } from '#feeds/phase-changes.ts'
import { conversionRateBetween } from '#feeds/replay/conversion-rates.ts'
import { noRobots } from '#feeds/robot-market.ts'
import { openCapacityPlans } from '#feeds/simulator/capacity-plans.ts'
import type { DayKeys } from '#feeds/simulator/day-secrets.ts'
import { secondMilliseconds } from './seconds.ts'
import { symbolOf } from './symbols.ts'
import type { Tape, TapeQuote } from './tape.ts'

export type LiveFeedOptions = {
  readonly tape: Tape
  readonly catalogue: Catalogue
  readonly keys: DayKeys
  /** The dividends and splits of a share that are stored, by ex instant. */
  readonly actions: (key: string) => readonly CorporateAction[]
}

/** Seconds by which the source lags behind the exchanges of a market, as it says. */
const delaySeconds: Readonly<Record<Market, number>> = {
  US: 0,
  HK: 900,
  MX: 1200,
  FUT: 0,
  FX: 0,
  BOND: 0,
  GLOBAL: 1200,
  CRYPTO: 0,
}
const delayMax = Math.max(...Object.values(delaySeconds))

/** While currencies trade, a rate is fresh for so long; over a weekend with a holiday until they trade again. */
const rateMilliseconds = 15 * minuteMilliseconds
const weekendMilliseconds = 4 * dayMilliseconds

const none: readonly never[] = []

/** What only the simulated market has: no issuers, sellers, strategies or order books are invented beside real prices. */
const withoutOffers = {
  agencies: noAgencies,
  robots: noRobots,
  bonds: noBonds,
  newIssues: () => none,
  placings: () => none,
  ...withoutBlocks,
  commitmentOf: () => '',
  seedOf: () => undefined,
  auctions: undefined,
  resultsDays: () => none,
  ended: () => undefined,
  // A strike that nobody asked the source for would be missing for ever.
  recordsFrom: Infinity,
} as const
const nobody: ReadonlyMap<string, Instrument> = new Map()

/** Public quotes as a feed: a pure function of (stored quotes, instrument, time). */
export function openLiveFeed({ tape, catalogue, keys, actions }: LiveFeedOptions): Feed {
  const calendarOf = ({ session }: Instrument): Calendar | undefined => catalogue.calendars.get(session)
  const known = (key: string): Instrument | undefined => catalogue.fixed.get(key)?.instrument

  const lastChanges = new Map([...catalogue.calendars.values()].map((calendar) => [calendar, openLastChange(calendar)]))

  function quote(key: string, now: number): Quote | undefined {
    const [stored, instrument] = [tape.at(key, now), known(key)]
    const calendar = instrument === undefined ? undefined : calendarOf(instrument)
    if (stored === undefined || instrument === undefined || calendar === undefined) return undefined
    const lag = delaySeconds[instrument.market] * secondMilliseconds
    const change = lastChanges.get(calendar)?.(now - lag) ?? -Infinity
    return inPhaseOf(stored, change, { calendar, lag, now })
  }

  const pairs = [...catalogue.fixed.values()]
    .map(({ instrument }) => instrument)
    .filter((instrument) => instrument.market === 'FX' && symbolOf(instrument) !== undefined)
  const forex = catalogue.calendars.get('forex')
  const isFresh = ({ receivedTime }: Quote, now: number): boolean =>
    now - receivedTime <= (forex !== undefined && isTrading(forex, now) ? rateMilliseconds : weekendMilliseconds)
  const rates =
    (isTaken: (quote: Quote, now: number) => boolean): Feed['conversionRate'] =>
    (from, to, now) =>
      conversionRateBetween(
        pairs.map(({ key, code }) => {
          const inForce = quote(key, now)
          const taken = inForce !== undefined && isTaken(inForce, now) ? inForce : undefined
          return { base: code.slice(0, 3), quote: code.slice(3), inForce: taken }
        }),
        from,
        to,
        now,
      )

  return {
    ...withoutOffers,
    mode: 'live',
    delaySeconds: delayMax,
    delayOf: (market) => delaySeconds[market],
    capacity: openCapacityPlans(keys),
    instruments: listedBy(tape, catalogue),
    removed: () => nobody,
    actions: (key, now) => actions(key).filter(({ declaredAt }) => declaredAt <= now),
    quote,
    nextTick: (now) => (Math.floor(now / secondMilliseconds) + 1) * secondMilliseconds,
    nextPhaseChange: untilPassed((now) => nextChange(catalogue.calendars, now)),
    day: (key, now) => {
      const inForce = quote(key, now)
      const stored = tape.at(key, now)
      return inForce === undefined || stored === undefined ? undefined : summaryOf(stored)
    },
    conversionRate: rates(isFresh),
    lastConversionRate: rates(() => true),
    quoteById: (id, now) => {
      const [, key = '', venueTime = '', changedAt] = /^(.+)@(\d+)(?:\/(\d+))?$/.exec(id) ?? []
      const stored = tape.made(key, Number(venueTime))
      if (stored === undefined) return undefined
      const at = changedAt === undefined ? stored.receivedTime : Number(changedAt)
      const found = at <= now ? quote(key, at) : undefined
      return found?.id === id ? found : undefined
    },
  }
}

type Lagging = { readonly calendar: Calendar; readonly lag: number; readonly now: number }

function withoutDay({ previousClose: _close, day: _day, size: _size, ...quote }: TapeQuote): Quote {
  return quote
}

const isTrading = (calendar: Calendar, now: number): boolean => officialPhase(calendar, now) === 'regular'

/**
 * A stored quote as it stands at an instant. When its stretch of trading is over the price stands still, under the phase of the exchange as the
 * lagging source sees it; before the first price of a session orders wait for it, as for an auction. It keeps the time at which the
 * price was made, so that nothing is filled at it.
 */
function inPhaseOf(stored: TapeQuote, change: number, { calendar, lag, now }: Lagging): Quote {
  const own = withoutDay(stored)
  // What was made before the change and comes after it is in force for a second: it may still fill.
  const since = Math.max(change + lag, stored.receivedTime + secondMilliseconds)
  if (change <= stored.venueTime || now < since) return own
  const official = officialPhase(calendar, change) ?? 'closed'
  const phase: Phase =
    official === 'regular' ? 'auction' : official === 'pre' || official === 'post' ? 'closed' : official
  return { ...own, id: `${own.id}/${since}`, receivedTime: since, phase, opening: false }
}

/** The newest change of the phase of an exchange by an instant, cached until the next one. */
function openLastChange(calendar: Calendar): (until: number) => number {
  let kept = { change: Infinity, next: -Infinity }
  return (until) => {
    if (until >= kept.change && until < kept.next) return kept.change
    let change = until - pauseDaysMax * dayMilliseconds
    let next = nextPhaseChange(calendar, change)
    while (next <= until) {
      change = next
      next = nextPhaseChange(calendar, change)
    }
    kept = { change, next }
    return change
  }
}
/** No market here is closed for so long. */
const pauseDaysMax = 22

function nextChange(calendars: ReadonlyMap<SessionName, Calendar>, now: number): number {
  const lags = [...new Set(Object.values(delaySeconds))].map((seconds) => seconds * secondMilliseconds)
  return Math.min(
    ...[...calendars.values()].flatMap((calendar) => lags.map((lag) => nextPhaseChange(calendar, now - lag) + lag)),
  )
}

/** The day as the source told it; undefined without the close before, from which every change counts. */
function summaryOf({ phase, last, day, previousClose }: TapeQuote): DaySummary | undefined {
  const isOutside = (phase === 'pre' || phase === 'post') && day.regular !== undefined
  const close = isOutside ? day.regular : previousClose
  if (close === undefined) return undefined
  const shared = { previousClose: close, openInterest: undefined, lastSession: undefined, sinceClose: isOutside }
  if (isOutside)
    return {
      ...shared,
      open: undefined,
      high: undefined,
      low: undefined,
      volume: quantity(0n),
      preMarket: phase === 'pre' ? last : undefined,
      postMarket: phase === 'post' ? last : undefined,
    }
  return {
    ...shared,
    open: day.open,
    high: day.high === undefined ? undefined : price(greatest(day.high, last)),
    low: day.low === undefined ? undefined : price(least(day.low, last)),
    volume: day.volume ?? quantity(0n),
    preMarket: undefined,
    postMarket: undefined,
  }
}

/** The instruments with a stored quote, as a map that is rebuilt only when there are more of them, or a new tick table. */
function listedBy(tape: Tape, catalogue: Catalogue): Feed['instruments'] {
  let kept: { listings: unknown; count: number; instruments: ReadonlyMap<string, Instrument> } | undefined
  return (now) => {
    const { listings } = catalogue.listedAt(now)
    const quoted = new Set(tape.keys(now))
    if (kept?.listings === listings && kept.count === quoted.size) return kept.instruments
    const found = [...listings].filter(([key, { invented }]) => invented === undefined && quoted.has(key))
    kept = { listings, count: quoted.size, instruments: new Map(found.map(([key, one]) => [key, one.instrument])) }
    return kept.instruments
  }
}
