import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { marketDay, sessionOn } from '@mex/core/market/calendar.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { newsOf, type HaltSpan, type NewsItem } from '@mex/core/market/instrument-news.ts'
import type { Bar } from '@mex/core/market/quote.ts'
import { dayMilliseconds, isoDate, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { MarketData } from './market-data.ts'

type Row = Answer<typeof calls.market.news>[number]

const nothing = {
  at: undefined,
  amount: undefined,
  currency: undefined,
  ratio: undefined,
  newCode: undefined,
  exDate: undefined,
  change: undefined,
  volume: undefined,
} as const satisfies Partial<Row>

/** Results are told a few minutes after the close: by then everybody has seen them in the price. */
const toldAfter = 20 * minuteMilliseconds
export const yearMilliseconds = 365 * dayMilliseconds

/** What happened to an instrument, from its daily candles, its halts, its declared actions and its past results days. */
export function newsView(
  { feed, catalogue }: MarketData,
  instrument: Instrument,
  { bars, halts }: { readonly bars: readonly Bar[]; readonly halts: readonly HaltSpan[] },
  now: number,
): readonly Row[] {
  const { key, currency, session } = instrument
  const calendar = present(catalogue.calendars.get(session), `the calendar of ${key}`)
  const dateAt = (instant: number): string => isoDate(marketDay(calendar, instant))
  const isTold = (day: number): boolean => (sessionOn(calendar, day)?.close ?? Infinity) + toldAfter <= now
  const items = newsOf({
    // The last candle is that of the day that still forms.
    days: bars.slice(0, -1).map(({ time, ...bar }) => ({ ...bar, date: dateAt(time * 1000) })),
    actions: feed.actions(key, now),
    results: feed
      .resultsDays(key, marketDay(calendar, now), now - yearMilliseconds)
      .filter(isTold)
      .map(isoDate),
    halts,
    listsAt: feed.newIssues(now).find((issue) => issue.instrument === key)?.listsAt,
    now,
    dateAt,
  })
  return items.map((item) => rowOf(item, currency))
}

function rowOf(item: NewsItem, currency: string): Row {
  const priced = 'amount' in item ? { currency } : {}
  return { ...nothing, ...item, ...priced }
}
