import type { BookOrder } from '@mex/core/auctions/cross.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { tickDown, tickUp } from '@mex/core/market/ticks.ts'
import { greatest } from '@mex/core/money/decimal.ts'
import { price, quantity, type Price } from '@mex/core/money/money.ts'
import type { Draws } from './draws.ts'

/** What a book must cross at. `imbalance` is buyers less sellers, in lots. */
export type BookTerms = { readonly price: Price; readonly lots: number; readonly imbalance: number }

/** Levels of limits on each side of the price, and their distance in ten-thousandths of it. */
const levelsPerSide = 6
const levelDistance = 3n
/** The most that waits at the price itself, and beyond it, as shares of what is matched. */
const atPriceShare = 0.3
const passiveShare = 0.12

/**
 * A book that crosses at the terms, drawn around them. Each side has a limit at the price that is larger than what the
 * side has too much of: at any higher price fewer shares are bought than the volume, at any lower price fewer are sold. So the
 * price is the only one with the largest volume, and no other criterion decides.
 */
export function drawBook(instrument: Instrument, terms: BookTerms, draws: Draws): readonly BookOrder[] {
  const orders: BookOrder[] = []
  for (const side of ['buy', 'sell'] as const) {
    const excess = Math.max(0, side === 'buy' ? terms.imbalance : -terms.imbalance)
    const atPrice = excess + 1 + Math.floor(draws.next() * (terms.lots - 1) * atPriceShare)
    const rest = terms.lots + excess - atPrice
    const market = Math.floor(rest * (0.3 + 0.4 * draws.next()))
    const limits = split(rest - market, draws)
    const passive = limits.map(() => Math.floor(terms.lots * passiveShare * draws.next()))
    const add = (lots: number, limit: Price | undefined): void => {
      if (lots > 0) orders.push({ side, limit, quantity: quantity(BigInt(lots) * instrument.lot) })
    }
    // A buyer offers more than the price, and a seller takes less, to be sure of it.
    const better = side === 'buy' ? 1 : -1
    add(market, undefined)
    add(atPrice, terms.price)
    for (const [index, lots] of limits.entries())
      add(lots, limitAt(instrument, terms.price, better * (index + 1)) ?? terms.price)
    for (const [index, lots] of passive.entries()) {
      const limit = limitAt(instrument, terms.price, -better * (index + 1))
      if (limit !== undefined) add(lots, limit)
    }
  }
  return orders
}

/** Parts in drawn proportions that add up. */
function split(lots: number, draws: Draws): readonly number[] {
  const weights = Array.from({ length: levelsPerSide }, () => 0.2 + draws.next())
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let [given, weighed] = [0, 0]
  return weights.map((weight) => {
    weighed += weight
    const before = given
    given = Math.min(lots, Math.round((lots * weighed) / total))
    return given - before
  })
}

/** A limit so many levels above a price, or below it; undefined where there is no price below. */
function limitAt({ ticks }: Instrument, at: Price, levels: number): Price | undefined {
  const away = greatest(1n, (at * levelDistance * BigInt(Math.abs(levels))) / 10_000n)
  if (levels > 0) return tickUp(ticks, price(at + away))
  return at > away && tickDown(ticks, price(at - away)) > 0n ? tickDown(ticks, price(at - away)) : undefined
}
