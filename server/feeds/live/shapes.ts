import { z } from 'zod'
import type { Price, Quantity } from '@mex/core/money/money.ts'
import { figure, instantFrom, priceFrom, volumeFrom } from './figures.ts'
import { SourceFailure } from './source-failure.ts'
import type { SourceQuote } from '@mex/core/market/source-quote.ts'

/** The figures of the day that a source tells beside a price; each may be missing. */
export type SourceDay = {
  readonly open: Price | undefined
  readonly high: Price | undefined
  readonly low: Price | undefined
  /** The last price of the regular session. */
  readonly regular: Price | undefined
  readonly volume: Quantity | undefined
}

export type SourceAnswer = SourceQuote & {
  /** When the regular session had its last price; undefined when the source does not say. */
  readonly regularAt: number | undefined
  readonly day: SourceDay
}

const answerShape = z.object({
  symbol: z.string(),
  currency: z.string().optional().catch(undefined),
  exchangeDataDelayedBy: figure,
  regularMarketPrice: figure,
  regularMarketTime: figure,
  regularMarketOpen: figure,
  regularMarketDayHigh: figure,
  regularMarketDayLow: figure,
  regularMarketPreviousClose: figure,
  regularMarketVolume: figure,
  preMarketPrice: figure,
  preMarketTime: figure,
  postMarketPrice: figure,
  postMarketTime: figure,
  bid: figure,
  ask: figure,
})

/** A positive figure of the day; a source writes 0 for one that it does not have. */
function dayPrice(said: number | undefined): Price | undefined {
  const found = priceFrom(said)
  return found === 0n ? undefined : found
}

const listShape = z.object({ quoteResponse: z.object({ result: z.array(z.unknown()) }) })

/** Reads an answer quote by quote. One that cannot be read is left out; if none can, the source has changed. */
export function readQuotes(said: unknown): readonly SourceAnswer[] {
  const list = listShape.safeParse(said)
  if (!list.success) throw new SourceFailure('unreadable', 'the answer is no list of quotes')
  const { result } = list.data.quoteResponse
  const read = result.flatMap((one) => readQuote(one) ?? [])
  if (result.length > 0 && read.length === 0)
    throw new SourceFailure('unreadable', 'no quote of the answer can be read')
  return read
}

/** Reads one quote of an answer; undefined when it is none at all. */
function readQuote(said: unknown): SourceAnswer | undefined {
  const parsed = answerShape.safeParse(said)
  if (!parsed.success) return undefined
  const { data } = parsed
  const regular = { at: instantFrom(data.regularMarketTime), told: data.regularMarketPrice }
  const outside = [
    { at: instantFrom(data.preMarketTime), told: data.preMarketPrice },
    { at: instantFrom(data.postMarketTime), told: data.postMarketPrice },
  ]
  // The newest price is the one in force: before the open and after the close that is not the session's.
  const newest = outside.reduce(
    (best, one) => (one.at !== undefined && one.told !== undefined && one.at > (best.at ?? Infinity) ? one : best),
    regular,
  )
  return {
    symbol: data.symbol,
    currency: data.currency,
    tradedAt: newest.at,
    regularAt: regular.at,
    last: priceFrom(newest.told),
    bid: priceFrom(data.bid),
    ask: priceFrom(data.ask),
    previousClose: dayPrice(data.regularMarketPreviousClose),
    delaySeconds: data.exchangeDataDelayedBy === undefined ? undefined : data.exchangeDataDelayedBy * 60,
    day: {
      open: dayPrice(data.regularMarketOpen),
      high: dayPrice(data.regularMarketDayHigh),
      low: dayPrice(data.regularMarketDayLow),
      regular: dayPrice(data.regularMarketPrice),
      volume: volumeFrom(data.regularMarketVolume),
    },
  }
}
