import { present } from '@mex/core/assert.ts'
import { sessionOn } from '@mex/core/market/calendar.ts'
import { amountIn, isDividend } from '@mex/core/market/corporate-actions.ts'
import { changePercent } from '@mex/core/market/price-change.ts'
import type { Instrument, SessionName } from '@mex/core/market/instrument.ts'
import type { Bar, Period } from '@mex/core/market/quote.ts'
import { utcDay } from '@mex/core/time-zone.ts'
import type { MarketData } from './market-data.ts'
import type { Row } from './quote-board.ts'
import { isoInstant } from '#clock.ts'
import { catalogue } from './testing.ts'
import { deltaView, withYear } from './views.ts'

/** Shared by tests of figures: all possible contradictions between figures of one instrument. */

const nobody = { language: 'en', watched: new Set<string>() } as const
const caller = 'a reader'
const longPeriods: readonly Period[] = ['1W', '1M', '3M']

/**
 * One line for each contradiction between the quote, the charts, the sparkline and the push frame of an instrument; with
 * the figures of the year only where they are asked for, because computing them costs more than all the others.
 */
export async function contradictions(
  marketData: MarketData,
  instrument: Instrument,
  now: number,
  isYearAsked = true,
): Promise<string[]> {
  const { board, views } = marketData
  const { key } = instrument
  const row = board.row(instrument, now)
  if (row === undefined) return []
  const past = { closes: await marketData.bars.closes([key], now, caller), now }
  const quote = views.quote(row, nobody, past)
  const bars = (period: Period, limit: number) => marketData.bars.bars({ key, period, end: now, limit }, now, caller)
  const { last, low, high, open, previousClose, change, changeRatio, lastSession, closes, phase } = quote
  const found: string[] = []
  const expect = (what: string, holds: boolean): void => void (holds || found.push(what))
  const inside = (bar: Bar): boolean => low !== undefined && high !== undefined && bar.low >= low && bar.high <= high

  expect('low ≤ last', low !== undefined && low <= last)
  expect('last ≤ high', high !== undefined && last <= high)
  expect('open lies inside', open !== undefined && low !== undefined && low <= open && open <= (high ?? open))
  const paid = paidBy(marketData, row, now)
  const paidSince = lastSession === undefined ? 0n : paid((exDate) => exDate > lastSession.date)

  expect('change = last − preClose', previousClose !== undefined && change === last - previousClose)
  expect('change ratio', changeRatio === (changePercent(last, previousClose ?? last) ?? 0n))
  if (isYearAsked) {
    const { high52, low52 } = withYear(quote, await marketData.bars.year(key, now, caller))
    expect('the year holds the day', (high52 ?? last) >= (high ?? last) && (low52 ?? last) <= (low ?? last))
  }

  const days = await bars('1D', 3)
  const [today, yesterday, before] = days.toReversed()
  expect('the daily chart ends at last', today?.close === last)
  expect('the daily bar is the day', today !== undefined && today.low === low && today.high === high)
  expect('the daily bar opens as the day', today?.open === open && today?.volume === quote.volume)
  for (const period of isYearAsked ? [...longPeriods, '1Y' as const] : longPeriods) {
    expect(`${period} ends at last`, (await bars(period, 1)).at(-1)?.close === last)
  }
  const intraday = await bars('intraday', 1)
  expect('the intraday chart ends at last', intraday.at(-1)?.close === last)
  const growing = intraday.filter(({ close }) => close === last)
  expect('the newest intraday bar lies inside', growing.every(inside))

  expect('the sparkline ends at last', closes.at(-1) === last)
  expect('the sparkline moves as the change', closes.length < 2 || closes.at(-2)! - paidSince === previousClose)
  expect(
    'preClose is the close of lastSession without dividends',
    lastSession === undefined || lastSession.close - paidSince === previousClose,
  )
  if (lastSession !== undefined) {
    const { open: first, high: top, low: bottom, close, volume } = lastSession
    const told = [first, top, bottom, close, volume].join()
    const bar = [yesterday?.open, yesterday?.high, yesterday?.low, yesterday?.close, yesterday?.volume].join()
    expect('lastSession is the daily bar before', told === bar)
    const paidThen = paid((exDate) => exDate === lastSession.date)
    const moved = before === undefined ? undefined : close - before.close + paidThen
    expect('lastSession counts from the bar before', moved === undefined || lastSession.change === moved)
  }
  if (phase === 'pre') expect('pre-market counts from preClose', quote.preMarketChange === change)
  if (phase === 'post') expect('post-market counts from preClose', quote.postMarketChange === change)
  const delta = deltaView(row)
  for (const name of ['last', 'change', 'changeRatio', 'open', 'high', 'low', 'previousClose', 'volume'] as const) {
    expect(`push: ${name}`, delta[name] === quote[name])
  }
  return found.map((what) => `${key} ${isoInstant(now)} ${phase}: ${what}`)
}

/**
 * What a share has paid on certain days by its newest quote, in the shares of `now`: previous closes are without it. Days are
 * first days without the dividend, YYYY-MM-DD.
 */
const paidBy =
  ({ feed }: MarketData, { quote: { key, venueTime } }: Row, now: number) =>
  (isMeant: (exDate: string) => boolean): bigint => {
    const actions = feed.actions(key, now)
    const due = actions.filter(isDividend).filter(({ exAt, exDate }) => exAt <= venueTime && isMeant(exDate))
    return due.reduce((sum, dividend) => sum + amountIn(actions, dividend, now), 0n)
  }

/** Every begin and end of a session in an interval. */
export function edgesOf(session: SessionName, from: number, until: number): readonly number[] {
  const calendar = present(catalogue.calendars.get(session), session)
  const edges: number[] = []
  for (let day = utcDay(from) - 2; day <= utcDay(until) + 2; day += 1)
    for (const { start, end } of sessionOn(calendar, day)?.stretches ?? []) edges.push(start, end)
  return edges
}

/** Instants of a week just before and after each change of session, and between changes. */
export function instantsOf(edges: Iterable<number>, from: number, until: number): readonly number[] {
  const sorted = [...new Set(edges)].filter((edge) => edge > from && edge < until).toSorted((one, other) => one - other)
  const middles = sorted.map((edge, index) => Math.floor((edge + (sorted[index + 1] ?? until)) / 2))
  const near = sorted.flatMap((edge) => [edge - 1, edge, edge + 59_000])
  return [...new Set([...near, ...middles])].toSorted((one, other) => one - other)
}
