import { setImmediate } from 'node:timers/promises'
import { changePercent } from '@mex/core/market/price-change.ts'
import { magnitude } from '@mex/core/money/decimal.ts'
import type { Session } from '@mex/core/market/calendar.ts'
import type { Instrument, Market } from '@mex/core/market/instrument.ts'
import type { Price, Quantity, Percent } from '@mex/core/money/money.ts'
import type { DaySummary, SessionFigures } from '@mex/core/market/quote.ts'
import { orWithout, type BarService } from '#feeds/bars/bar-service.ts'
import type { Feed } from '#feeds/feed.ts'

/** Figures from public prices at an instant. */
export type Fact = {
  readonly instrument: Instrument
  readonly last: Price
  readonly previousClose: Price
  readonly change: Percent
  readonly low: Price | undefined
  readonly high: Price | undefined
  readonly volume: Quantity
}

/**
 * The current regular session of one instrument up to now, or the last one: articles report on sessions, not on later
 * quotes. Undefined before the first price.
 */
export function factOf(feed: Feed, instrument: Instrument, at: number): Fact | undefined {
  const quote = feed.quote(instrument.key, at)
  const day = quote === undefined ? undefined : feed.day(instrument.key, at)
  if (quote === undefined || day === undefined) return undefined
  const { lastSession } = day
  return day.sinceClose && lastSession !== undefined
    ? factFrom(instrument, lastSession.close, lastSession)
    : factFrom(instrument, quote.last, day)
}

/**
 * A regular session that has ended, as the quotes after it tell it: its close may differ from the last price before it.
 * The next session may open at the close.
 */
export function sessionFactOf(feed: Feed, instrument: Instrument, { date, close }: Session): Fact | undefined {
  const day = feed.day(instrument.key, close)
  if (day?.lastSession?.date === date) return factFrom(instrument, day.lastSession.close, day.lastSession)
  return factOf(feed, instrument, day?.sinceClose === true ? close - 1 : close)
}

function factFrom(
  instrument: Instrument,
  last: Price,
  { previousClose, low, high, volume }: SessionFigures | DaySummary,
): Fact | undefined {
  const change = previousClose === undefined ? undefined : changePercent(last, previousClose)
  if (previousClose === undefined || change === undefined) return undefined
  return { instrument, last, previousClose, change, low, high, volume }
}

/** Instruments computed before yielding to the event loop: an uncached day of one takes up to a millisecond. */
const factBatch = 4

export async function factsOf(
  instruments: readonly Instrument[],
  factOfOne: (instrument: Instrument) => Fact | undefined,
): Promise<readonly Fact[]> {
  const facts: Fact[] = []
  for (const [index, instrument] of instruments.entries()) {
    if (index % factBatch === 0) await setImmediate()
    const fact = factOfOne(instrument)
    if (fact !== undefined) facts.push(fact)
  }
  return facts
}

export const sizeOf = ({ change }: Fact): bigint => magnitude(change)
const compare = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0)

/** The largest rises and falls; unchanged instruments are neither. */
export function extremesOf(
  facts: readonly Fact[],
  count: number,
): { readonly gains: readonly Fact[]; readonly losses: readonly Fact[] } {
  const sorted = facts.toSorted((left, right) => compare(right.change, left.change))
  return {
    gains: sorted.filter(({ change }) => change > 0n).slice(0, count),
    losses: sorted
      .filter(({ change }) => change < 0n)
      .slice(-count)
      .toReversed(),
  }
}

/** The one that has moved most, up or down. */
export const largestMove = (facts: readonly Fact[]): Fact | undefined =>
  facts.toSorted((left, right) => compare(sizeOf(right), sizeOf(left)))[0]

/** Instruments of one market at an instant. */
export const listed = (feed: Feed, market: Market, at: number): readonly Instrument[] =>
  [...feed.instruments(at).values()].filter((instrument) => instrument.market === market)

/** A futures month this close to its expiry is skipped: trading has moved to the next month. */
const rollMilliseconds = 5 * 86_400_000

/** The nearest month of each product of a group of futures. */
export function frontMonths(feed: Feed, at: number, groups: readonly string[]): readonly Instrument[] {
  const byProduct = Map.groupBy(
    listed(feed, 'FUT', at).filter(({ contract }) => contract !== undefined && groups.includes(contract.group)),
    ({ contract }) => contract?.product ?? '',
  )
  return [...byProduct.values()].flatMap(
    (months) =>
      months
        .filter(({ contract }) => (contract?.lastTrade ?? 0) - at > rollMilliseconds)
        .toSorted((left, right) => (left.contract?.lastTrade ?? 0) - (right.contract?.lastTrade ?? 0))[0] ?? [],
  )
}

const minutesMax = 24 * 60

/** The prices per minute of a day from an instant on. Empty while charts are refused: the cover is optional. */
export async function courseOf(
  bars: Pick<BarService, 'bars'>,
  key: string,
  from: number,
  at: number,
): Promise<readonly Price[]> {
  const wanted = { key, period: 'intraday', end: at, limit: minutesMax } as const
  const minutes = await orWithout(bars.bars(wanted, at, 'news'), [])
  return minutes.filter(({ time }) => time * 1000 >= from).map(({ close }) => close)
}
