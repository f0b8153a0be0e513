import type { PublicPrice } from '@mex/contract/market/public-price.ts'
import { changePercent, priceChange } from '@mex/core/market/price-change.ts'
import { divide } from '@mex/core/money/decimal.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { one, valueOf, type Price, type Rate, percent, type Percent } from '@mex/core/money/money.ts'
import type { DaySummary, Quote } from '@mex/core/market/quote.ts'
import type { Closes } from '#feeds/bars/bar-service.ts'
import type { Feed } from '#feeds/feed.ts'
import { publicPriceOf } from './public-price.ts'

/** An instrument with its prices at one tick. */
export type Row = {
  readonly instrument: Instrument
  readonly quote: Quote
  readonly day: DaySummary
  readonly change: Price
  readonly changeRatio: Percent
  readonly publicPrice: PublicPrice | undefined
}

/** Current prices, computed once per tick and instrument for any number of readers. */
export type QuoteBoard = {
  /** Undefined before the first quote. */
  row(instrument: Instrument, now: number): Row | undefined
  /** The rows of the instruments that have a quote, in the same order. */
  rows(instruments: readonly Instrument[], now: number): readonly Row[]
  /** Today's turnover in USD, raw units of value, for comparisons; undefined without a rate. */
  turnover(row: Row, now: number): bigint | undefined
}

export function openQuoteBoard(feed: Feed): QuoteBoard {
  let from = Infinity
  let until = -Infinity
  let rows = new Map<string, Row>()
  let dollars = new Map<string, Rate | undefined>()

  /** Rows are valid from one tick until the next. */
  function turnTo(now: number): void {
    if (now >= from && now < until) return
    from = now
    until = feed.nextTick(now)
    rows = new Map()
    dollars = new Map()
  }

  function row(instrument: Instrument, now: number): Row | undefined {
    turnTo(now)
    const known = rows.get(instrument.key)
    if (known !== undefined) return known
    const made = makeRow(feed, instrument, now)
    if (made !== undefined) rows.set(instrument.key, made)
    return made
  }

  function inDollars(currency: string, now: number): Rate | undefined {
    turnTo(now)
    if (currency === 'USD') return one
    if (!dollars.has(currency)) dollars.set(currency, feed.conversionRate(currency, 'USD', now)?.rate)
    return dollars.get(currency)
  }

  return {
    row,
    rows: (instruments, now) => instruments.flatMap((instrument) => row(instrument, now) ?? []),
    turnover({ instrument, quote, day }, now) {
      const rate = inDollars(instrument.currency, now)
      if (rate === undefined) return undefined
      return divide(valueOf(quote.last, day.volume, instrument.multiplier) * rate, one, 'near')
    },
  }
}

function makeRow(feed: Feed, instrument: Instrument, now: number): Row | undefined {
  const quote = feed.quote(instrument.key, now)
  const day = quote === undefined ? undefined : feed.day(instrument.key, now)
  if (quote === undefined || day === undefined) return undefined
  const change = priceChange(quote.last, day.previousClose)
  // A previous close of zero has no ratio; the absolute change still shows the move.
  const changeRatio = changePercent(quote.last, day.previousClose) ?? percent(0n)
  return { instrument, quote, day, change, changeRatio, publicPrice: publicPriceOf(feed, quote) }
}

/**
 * The daily closes of a sparkline, oldest first: the one before the newest is the previous close, the newest the price now.
 * Empty if the closes were refused (`orWithout`).
 */
export function sparkline({ instrument, quote }: Row, closes: Closes): readonly Price[] {
  const prices = closes.get(instrument.key)
  return prices === undefined ? [] : [...prices.slice(0, -1), quote.last]
}
