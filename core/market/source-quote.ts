import { greatest, magnitude } from '#money/decimal.ts'
import { price, type Price, type Quantity } from '#money/money.ts'
import type { Instrument } from './instrument.ts'
import type { Phase, Quote, QuoteDoubt } from './quote.ts'
import { halfSpreadAt, tickNear } from './ticks.ts'

/** What a public source says of one symbol, before anything of it is believed. A number that is none is missing. */
export type SourceQuote = {
  readonly symbol: string
  readonly currency: string | undefined
  /** When the price was made, epoch milliseconds. */
  readonly tradedAt: number | undefined
  readonly last: Price | undefined
  /** A source writes 0 for a side that it does not know. */
  readonly bid: Price | undefined
  readonly ask: Price | undefined
  /** The close before the day of this price. */
  readonly previousClose: Price | undefined
  /** Seconds by which the source says that this exchange lags. */
  readonly delaySeconds: number | undefined
}

/** What a quote of this instrument must be. */
export type ExpectedQuote = {
  readonly instrument: Pick<Instrument, 'key' | 'currency' | 'ticks' | 'halfSpread'>
  readonly symbol: string
  /** Prices of futures may be below zero (rulebook §13.6), those of shares, currencies and coins may not. */
  readonly mayBeNegative: boolean
  /** Whether the source's bid and ask are those of an exchange. Those of currency pairs are indications, often crossed: they are not taken. */
  readonly hasTouch: boolean
  /** Bid and ask size, which a source does not tell in units that can be compared. */
  readonly size: Quantity
}

/** Why a quote is not taken over: nothing of it is shown, and the last good one stays in force. */
export const quoteFaults = [
  'wrong_symbol',
  'wrong_currency',
  'no_price',
  'not_positive',
  'no_time',
  'future_time',
  'out_of_order',
  'duplicate',
] as const
export type QuoteFault = (typeof quoteFaults)[number]

/** How far a source's clock may be before ours. */
export const clockToleranceMilliseconds = 30_000
/** Seconds of the greatest lag that a source may name: half an hour. */
export const delaySecondsMax = 1800
/**
 * A spread above this share of the price (1/50) is not a market that anybody trades at: outside of the hours sources repeat
 * the last resting orders of the day. Then bid and ask are made as for a feed without them.
 */
const spreadShareMax = 50n

/** How a quote came to us. */
export type Arrival = {
  /** From when on it is in force here, epoch milliseconds. */
  readonly receivedAt: number
  readonly previous: Pick<Quote, 'venueTime'> | undefined
  /** The last price of the regular session before, by our own quotes; in present shares. */
  readonly knownClose: Price | undefined
  readonly phase: Phase
  /** Somebody holds the share, and nobody has told whether it pays or splits today: who sells would sell the right as well. */
  readonly isActionUnknown: boolean
  /** `quote.maxAgeSec` (rulebook §13.6). */
  readonly ageSecondsMax: number
}

/** The lag of a source that it names, within what we believe. */
export const delayOf = ({ delaySeconds = 0 }: Pick<SourceQuote, 'delaySeconds'>): number =>
  Math.min(Math.max(0, Math.ceil(delaySeconds)), delaySecondsMax)

/** Checks what a source says of an instrument, in this order. */
export function faultOf(
  said: SourceQuote,
  { instrument, symbol, mayBeNegative }: ExpectedQuote,
  { receivedAt, previous }: Pick<Arrival, 'receivedAt' | 'previous'>,
): QuoteFault | undefined {
  if (said.symbol !== symbol) return 'wrong_symbol'
  if (said.currency !== instrument.currency) return 'wrong_currency'
  if (said.last === undefined) return 'no_price'
  if (tickNear(instrument.ticks, said.last) <= 0n && !mayBeNegative) return 'not_positive'
  if (said.tradedAt === undefined) return 'no_time'
  if (said.tradedAt > receivedAt + clockToleranceMilliseconds) return 'future_time'
  if (previous !== undefined && said.tradedAt < previous.venueTime) return 'out_of_order'
  // The same instant with another price would be another quote of the same name: the first one counts.
  if (previous !== undefined && said.tradedAt === previous.venueTime) return 'duplicate'
  return undefined
}

/**
 * The quote that a source's words make, or why they make none. A crossed quote, one that jumps, and one that is in doubt are
 * quotes: they are shown, and `isUsable` fills nothing at them.
 */
export function quoteFromSource(said: SourceQuote, expected: ExpectedQuote, arrival: Arrival): Quote | QuoteFault {
  const fault = faultOf(said, expected, arrival)
  const { last: told, tradedAt } = said
  if (fault !== undefined) return fault
  if (told === undefined || tradedAt === undefined) return 'no_price'
  const { instrument, size, hasTouch } = expected
  const { receivedAt, phase } = arrival
  const last = tickNear(instrument.ticks, told)
  const doubt = doubtOf(said, tradedAt, arrival)
  return {
    id: `${instrument.key}@${tradedAt}`,
    key: instrument.key,
    venueTime: tradedAt,
    receivedTime: receivedAt,
    last,
    ...touchOf(hasTouch ? said : {}, last, instrument),
    bidSize: size,
    askSize: size,
    phase,
    opening: false,
    ...(doubt !== undefined && { doubt }),
  }
}

/** The least that a split changes the close before is a ninth; the closing auction moves it by less than a tenth. */
const closeShareMax = 10n

function doubtOf(
  said: SourceQuote,
  tradedAt: number,
  { receivedAt, ageSecondsMax, knownClose, isActionUnknown }: Arrival,
): QuoteDoubt | undefined {
  if (receivedAt - tradedAt > (delayOf(said) + ageSecondsMax) * 1000) return 'late'
  const { previousClose } = said
  const unknown = isActionUnknown ? 'actions_unknown' : undefined
  if (knownClose === undefined || previousClose === undefined) return unknown
  return magnitude(previousClose - knownClose) * closeShareMax > magnitude(knownClose) ? 'other_shares' : unknown
}

/** The source's bid and ask if they are a market, else the last price less and plus half a spread (rulebook §13.6). */
export function touchOf(
  { bid, ask }: Partial<Pick<SourceQuote, 'bid' | 'ask'>>,
  last: Price,
  { ticks, halfSpread }: Pick<Instrument, 'ticks' | 'halfSpread'>,
): Pick<Quote, 'bid' | 'ask'> {
  if (bid !== undefined && ask !== undefined && bid > 0n && ask > 0n) {
    const touch = { bid: tickNear(ticks, bid), ask: tickNear(ticks, ask) }
    if ((touch.ask - touch.bid) * spreadShareMax <= greatest(1n, last)) return touch
  }
  const half = halfSpreadAt(ticks, last, halfSpread)
  return { bid: price(last - half), ask: price(last + half) }
}
