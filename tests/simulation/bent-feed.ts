import { greatest } from '@mex/core/money/decimal.ts'
import { price, type Price } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { tickAt, tickDown } from '@mex/core/market/ticks.ts'
import type { Feed } from '@mex/server/testing.ts'

/** Faults of a price, from an instant on. */
export type Bend =
  /** It is so many percent of what it would be: a gap, a crash, a rally. */
  | { readonly kind: 'moved'; readonly percent: bigint }
  /** No new quote comes: the last one grows old. */
  | { readonly kind: 'stale' }
  /** Bid above ask. */
  | { readonly kind: 'crossed' }
  /** As it was drawn. */
  | { readonly kind: 'straight' }

/** A feed with price faults by instant. Quotes before a fault do not change, so that fills can be recomputed. */
export type BentFeed = Feed & {
  /** The same without faults, as agencies see it. */
  readonly straight: Feed
  bend(this: void, key: string, from: number, bend: Bend): void
}

type Since = { readonly from: number; readonly bend: Bend }

export function bendFeed(feed: Feed): BentFeed {
  const bends = new Map<string, Since[]>()

  const at = (key: string, instant: number): Since | undefined =>
    bends.get(key)?.findLast(({ from }) => from <= instant)

  function bent(quote: Quote | undefined, now: number): Quote | undefined {
    const since = quote === undefined ? undefined : at(quote.key, quote.venueTime)
    if (quote === undefined || since === undefined) return quote
    const instrument = feed.instruments(now).get(quote.key)
    if (instrument === undefined) return quote
    const { bend } = since
    if (bend.kind === 'crossed') return { ...quote, bid: quote.ask, ask: quote.bid, last: quote.bid }
    if (bend.kind !== 'moved') return quote
    const spread = quote.ask - quote.bid
    const move = (price_: Price): Price => {
      const moved = price((price_ * bend.percent) / 100n)
      return greatest(tickDown(instrument.ticks, moved), tickAt(instrument.ticks, moved)) as Price
    }
    const bid = move(quote.bid)
    const ask = tickDown(instrument.ticks, price(bid + spread + tickAt(instrument.ticks, bid)))
    return { ...quote, bid, ask, last: bid }
  }

  /** The instant whose quote is in force: while quotes are stale, the one before they became so. */
  function inForce(key: string, now: number): number {
    const since = at(key, now)
    return since?.bend.kind === 'stale' ? inForce(key, since.from - 1) : now
  }

  return {
    ...feed,
    straight: feed,
    quote: (key, now) => bent(feed.quote(key, inForce(key, now)), now),
    quoteById: (id, now) => {
      const quote = feed.quoteById(id, now)
      return quote === undefined ? undefined : bent(quote, quote.venueTime)
    },
    bend: (key, from, bend) => void bends.set(key, [...(bends.get(key) ?? []), { from, bend }]),
  }
}
