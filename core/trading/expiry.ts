import { noBlocks } from '#blocks/block-offer.ts'
import { assert } from '#assert.ts'
import { noFee } from './fees.ts'
import type { Instrument, TradedInstrument } from '#market/instrument.ts'
import type { ConversionRateOf } from './liquidation.ts'
import { tickAt } from '#market/ticks.ts'
import { divide } from '#money/decimal.ts'
import { nothing, price, type Price } from '#money/money.ts'
import { worth } from './positions.ts'
import type { Quote } from '#market/quote.ts'
import { closePortion, passFeed } from './tick.ts'
import type { Trading } from './trading.ts'

/** The final settlement price is the mean over this long before the last trade (rulebook §17.5). */
export const settlementSpanMilliseconds = 60_000

/** A contract settles this long after its last trade (`expiry.settleDelaySec`). */
export const settleDelayMilliseconds = 600_000

/**
 * The final settlement price: the mean of the mids of these quotes, rounded once to the nearest tick, half a tick away
 * from zero, so that a long and a short mirror each other exactly (rulebook §0.2, §17.5).
 */
export function meanOfMids({ ticks }: Pick<Instrument, 'ticks'>, quotes: readonly Pick<Quote, 'bid' | 'ask'>[]): Price {
  assert(quotes.length > 0, 'a mean has quotes')
  const sum = quotes.reduce((total, { bid, ask }) => total + bid + ask, 0n)
  const sides = BigInt(2 * quotes.length)
  const tick = tickAt(ticks, price(divide(sum, sides, 'near')))
  return price(divide(sum, sides * tick, 'near') * tick)
}

/** A contract after its last trade, from public facts: the same for every user. */
export type EndedContract = {
  readonly instrument: TradedInstrument
  /** The final settlement price, and the last quote before the end, which the closings name. */
  readonly price: Price
  readonly quote: string
  /** Mid rates at the time of the settlement, whenever it is carried out. */
  readonly conversionRateOf: ConversionRateOf
}

/**
 * Settles all positions of these users in an ended contract (rulebook §17.5, E41): closes them at the final settlement
 * price, without commission. Orders and margin additions that waited until `passed` end or count first. A position that
 * is closed already stays as it is, so a repeated settlement changes nothing. Instants are epoch milliseconds.
 */
export function settleContract(
  trading: Trading,
  { instrument, price: at, quote, conversionRateOf }: EndedContract,
  when: { readonly at: number; readonly passed: number },
  users: ReadonlySet<number>,
): void {
  const concerns = (row: { readonly user: number; readonly instrument: string }): boolean =>
    row.instrument === instrument.key && users.has(row.user)
  passFeed(trading, when.at, concerns, { until: when.passed, blocks: noBlocks })
  const market = {
    instrument,
    at: when.at,
    conversionRateOf,
    releaseDate: undefined,
    // One price for both sides: what one position loses, its opposite gains.
    quote: { id: quote, bid: at, ask: at, last: at, phase: 'closed' },
  } as const
  const held = [...trading.positions.values()].filter((position) => position.state === 'OPEN' && concerns(position))
  for (const { id } of held.toSorted((one, other) => one.id - other.id)) {
    const position = trading.positions.get(id)
    assert(position !== undefined, `position ${id}`)
    const exit = worth(instrument, at, position.quantity)
    const portion = { units: position.quantity, exit, fee: noFee, available: nothing, order: undefined } as const
    closePortion(trading, market, position, { ...portion, reason: 'expiry' })
    trading.notices.push({ kind: 'EXPIRY', user: position.user, at: when.at, id, reason: undefined, quote })
  }
}
