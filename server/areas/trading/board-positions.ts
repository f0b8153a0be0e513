import type { Instrument } from '@mex/core/instrument.ts'
import { hasExchangeMoved, triggerPrice, warningSeconds } from '@mex/core/liquidation.ts'
import type { Rate } from '@mex/core/money.ts'
import type { Position } from '@mex/core/positions.ts'
import type { Quote } from '@mex/core/quote.ts'
import { openTriggers } from '@mex/core/triggers.ts'
import { walletCurrency } from '@mex/core/wallets.ts'
import type { Prices } from './prices.ts'

/** Open positions with the levels at which they must be looked at. */
export type PositionBoard = {
  put(position: Position, prices: Prices): void
  instrumentOf(id: number): string | undefined
  /** Whose positions this quote warns or liquidates. */
  concerned(quote: Quote): Iterable<number>
  /** Computes the levels anew whose currency has moved (rulebook §16.4), or whose warning is an hour old. */
  refresh(prices: Prices): void
  readonly size: number
}

/** A position with the rate and the kind of level that its trigger was computed by. */
type Levelled = { readonly position: Position; readonly exchange: Rate | undefined; readonly warned: boolean }

const watched = {
  long: { watches: 'bid', direction: 'falling' },
  short: { watches: 'ask', direction: 'rising' },
} as const

/** Whether its owner was warned within the hour: until then only the liquidation level matters. */
const isWarned = ({ warnedAt }: Position, now: number): boolean =>
  warnedAt !== undefined && now - warnedAt < warningSeconds * 1000

const rateOf = (position: Position, instrument: Instrument, prices: Prices): Rate | undefined =>
  prices.exchange(instrument.currency, walletCurrency[position.wallet])

export function openPositionBoard(): PositionBoard {
  const positions = new Map<number, Levelled>()
  const triggers = openTriggers()

  function level(position: Position, prices: Prices, before: Rate | undefined): void {
    const instrument = prices.instrument(position.instrument)
    const exchange = (instrument === undefined ? undefined : rateOf(position, instrument, prices)) ?? before
    const warned = isWarned(position, prices.now)
    positions.set(position.id, { position, exchange, warned })
    const at =
      instrument === undefined || exchange === undefined
        ? undefined
        : triggerPrice(position, instrument, exchange, warned ? 'liquidate' : 'warn')
    const trigger =
      at === undefined ? undefined : { instrument: position.instrument, ...watched[position.direction], level: at }
    triggers.set(position.id, trigger)
  }

  return {
    put(position, prices) {
      if (position.state !== 'CLOSED') return level(position, prices, positions.get(position.id)?.exchange)
      positions.delete(position.id)
      triggers.set(position.id, undefined)
    },
    instrumentOf: (id) => positions.get(id)?.position.instrument,
    *concerned(quote) {
      for (const id of triggers.fire(quote.key, quote.bid, quote.ask)) {
        const user = positions.get(id)?.position.user
        if (user !== undefined) yield user
      }
    },
    refresh(prices) {
      for (const { position, exchange, warned } of positions.values()) {
        const instrument = prices.instrument(position.instrument)
        if (instrument === undefined) continue
        const now = rateOf(position, instrument, prices)
        const moved = now !== undefined && (exchange === undefined || hasExchangeMoved(exchange, now))
        if (moved || warned !== isWarned(position, prices.now)) level(position, prices, exchange)
      }
    },
    get size() {
      return positions.size
    },
  }
}
