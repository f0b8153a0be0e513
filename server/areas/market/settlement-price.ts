import { meanOfMids, settleDelayMilliseconds, settlementSpanMilliseconds } from '@mex/core/trading/expiry.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { Price } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { Feed } from '#feeds/feed.ts'

/** How a contract settles: public facts, the same for every user. */
export type Settlement = {
  readonly price: Price
  /** The last quote of the contract. */
  readonly quote: string
  /** When its positions are settled, epoch milliseconds. */
  readonly at: number
}

/** A settlement never changes, and sampling a past minute is slow. */
const known = new WeakMap<Feed, Map<string, Settlement>>()

/**
 * The settlement of a contract that has ended (rulebook §17.5), from public quotes alone: in the simulated market the
 * mean of the mids of its last minute, else the last price. Undefined for other instruments, before the end, and where
 * the feed has no quote of the contract.
 */
export function settlementOf(feed: Feed, instrument: Instrument, now: number): Settlement | undefined {
  const { key, contract } = instrument
  if (contract === undefined || now < contract.lastTrade) return undefined
  const ofFeed = known.get(feed) ?? new Map<string, Settlement>()
  known.set(feed, ofFeed)
  const found = ofFeed.get(key) ?? settlementAfter(feed, instrument, contract.lastTrade)
  if (found !== undefined) ofFeed.set(key, found)
  return found
}

function settlementAfter(feed: Feed, instrument: Instrument, lastTrade: number): Settlement | undefined {
  const last = feed.quote(instrument.key, lastTrade)
  if (last === undefined) return undefined
  const quotes = feed.mode === 'sim' ? lastQuotes(feed, instrument.key, lastTrade) : []
  const price = quotes.length === 0 ? last.last : meanOfMids(instrument, quotes)
  return { price, quote: last.id, at: lastTrade + settleDelayMilliseconds }
}

/** Every quote made in the last minute of trading: its first instant counts, the last trade itself has no quote. */
function lastQuotes(feed: Feed, key: string, lastTrade: number): readonly Quote[] {
  const from = lastTrade - settlementSpanMilliseconds
  const quotes: Quote[] = []
  for (let at = feed.nextTick(from - 1); at < lastTrade; at = feed.nextTick(at)) {
    const quote = feed.quote(key, at)
    if (quote !== undefined && quote.venueTime === at) quotes.push(quote)
  }
  return quotes
}
