import type { Instrument } from '@mex/core/market/instrument.ts'
import { isFullyPaid, triggerPrice, warningSeconds } from '@mex/core/trading/liquidation.ts'
import type { Rate } from '@mex/core/money/money.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { openRateWatch, type Pair } from '@mex/core/trading/rate-watch.ts'
import { openPriceTriggers, type Trigger } from '@mex/core/trading/price-triggers.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { openIdSets } from './order-index.ts'
import type { Prices } from '#areas/trading/prices.ts'

/**
 * Open positions with the price levels at which they must be checked. A fully paid long is left out: no price liquidates it, and
 * allotted shares become one without an order.
 */
export type PositionIndex = {
  put(position: Position, prices: Prices): void
  instrumentOf(id: number): string | undefined
  /** Whether a price of an instrument warns or liquidates a position. */
  watches(instrument: string): boolean
  /** Whose positions this quote warns or liquidates. */
  concerned(quote: Quote): Iterable<number>
  /**
   * Recomputes levels whose conversion rate has moved (rulebook §16.4) or whose warning is an hour old. Without moves it
   * visits no position; with many moves it yields to the event loop.
   */
  refresh(prices: Prices): Promise<void>
  readonly size: number
}

/** A position with the conversion rate of its trigger. */
type Levelled = { readonly position: Position; readonly conversionRate: Rate | undefined; readonly warnedUntil: number }

const watched = {
  long: { watches: 'bid', direction: 'falling' },
  short: { watches: 'ask', direction: 'rising' },
} as const

/** Levels that are computed in one turn of the event loop: about a millisecond. */
const levelsPerTurn = 100

/** Until this instant only the liquidation level matters, because the user was warned (rulebook §16.5). */
const warnedUntilOf = ({ warnedAt }: Position): number =>
  warnedAt === undefined ? -Infinity : warnedAt + warningSeconds * 1000

const pairOf = (position: Position, instrument: Instrument): Pair => ({
  from: instrument.currency,
  to: walletCurrency[position.wallet],
})

/** The level at which a quote warns or liquidates; undefined if none does. */
function triggerOf(
  position: Position,
  instrument: Instrument,
  conversionRate: Rate,
  isWarned: boolean,
): Trigger | undefined {
  const level = triggerPrice(position, instrument, conversionRate, isWarned ? 'liquidate' : 'warn')
  return level === undefined ? undefined : { instrument: position.instrument, ...watched[position.direction], level }
}

/** Yields to the event loop after each batch. */
async function inTurns(ids: Iterable<number>, act: (id: number) => void): Promise<void> {
  let done = 0
  for (const id of ids) {
    act(id)
    done += 1
    if (done % levelsPerTurn === 0) await new Promise((resolve) => setImmediate(resolve))
  }
}

export function openPositionIndex(): PositionIndex {
  const positions = new Map<number, Levelled>()
  const triggers = openPriceTriggers()
  const rates = openRateWatch()
  /** Positions in what is not listed, by instrument; and warned ones, by the instant at which that is over. */
  const unlisted = openIdSets<string>()
  const warned = openIdSets<number>()

  function forget(id: number): void {
    const before = positions.get(id)
    if (before === undefined) return
    unlisted.put(before.position.instrument, id, false)
    warned.put(before.warnedUntil, id, false)
    positions.delete(id)
  }

  function level(position: Position, prices: Prices, before: Rate | undefined): void {
    const { id } = position
    const instrument = prices.instrument(position.instrument)
    const pair = instrument === undefined ? undefined : pairOf(position, instrument)
    const conversionRate = (pair === undefined ? undefined : prices.conversionRate(pair.from, pair.to)) ?? before
    const warnedUntil = warnedUntilOf(position)
    const isWarned = prices.now < warnedUntil
    forget(id)
    positions.set(id, { position, conversionRate, warnedUntil })
    if (isWarned) warned.put(warnedUntil, id, true)
    if (pair === undefined) unlisted.put(position.instrument, id, true)
    // A position without conversion has no rate that could move.
    if (pair === undefined || pair.from === pair.to) rates.remove(id)
    else rates.put(id, pair, conversionRate)
    const isKnown = instrument !== undefined && conversionRate !== undefined
    triggers.set(id, isKnown ? triggerOf(position, instrument, conversionRate, isWarned) : undefined)
  }

  /** Whose level is no longer right. */
  function* outdated(prices: Prices): Iterable<number> {
    yield* rates.moved(({ from, to }) => prices.conversionRate(from, to))
    for (const key of unlisted.keys()) if (prices.instrument(key) !== undefined) yield* unlisted.of(key)
    for (const until of warned.keys()) if (until <= prices.now) yield* warned.of(until)
  }

  return {
    put(position, prices) {
      const { id } = position
      if (position.state !== 'CLOSED' && !isFullyPaid(position))
        return level(position, prices, positions.get(id)?.conversionRate)
      forget(id)
      rates.remove(id)
      triggers.set(id, undefined)
    },
    instrumentOf: (id) => positions.get(id)?.position.instrument,
    watches: triggers.watches,
    *concerned(quote) {
      for (const id of triggers.fire(quote.key, quote.bid, quote.ask)) {
        const user = positions.get(id)?.position.user
        if (user !== undefined) yield user
      }
    },
    refresh: (prices) =>
      inTurns(outdated(prices), (id) => {
        const found = positions.get(id)
        if (found !== undefined) level(found.position, prices, found.conversionRate)
      }),
    get size() {
      return positions.size
    },
  }
}
