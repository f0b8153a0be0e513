import { assert } from '@mex/core/assert.ts'
import { isUsable, takenQuantity, takesOf, worksOn } from '@mex/core/trading/execution.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { assess, conversionRateStep, isFullyPaid } from '@mex/core/trading/liquidation.ts'
import { rate, type Quantity, type Rate } from '@mex/core/money/money.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { Position } from '@mex/core/trading/positions.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { isoInstant } from '#clock.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import type { StoredExecution } from './store-verify.ts'
import { attempt, type FillFinding } from './findings.ts'
import { sharesUntil } from './corporate-actions.ts'
import type { PauseIndex } from './pauses.ts'
import type { PositionSince, ReplayMarket } from './market.ts'

/** An interval without events for an order or a position, and the condition for an event. */
type Watch = {
  readonly about: string
  readonly message: string
  readonly instrument: string
  readonly from: number
  readonly to: number
  isDue(facts: {
    readonly instrument: Instrument
    readonly quote: Quote
    readonly previous: Quote | undefined
    readonly at: number
  }): boolean
}

/** Missed fills: ticks of an interval at which an order could be filled and was not. */
export function missedFills(
  orders: readonly Order[],
  executions: readonly StoredExecution[],
  market: ReplayMarket,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const filled = Map.groupBy(executions, ({ order }) => order.id)
  const used = usedBefore(executions)
  const findings: FillFinding[] = []
  for (const order of orders) {
    const edges = [order.acceptedAt, ...(filled.get(order.id) ?? []).map(({ at }) => at), endOf(order, pauses.until)]
    const watches = edges.slice(1).map((to, index) => watchOrder(order, used, edges[index] ?? to, to))
    for (const watch of watches)
      attempt(findings, watch.about, () => void findings.push(...missed(watch, market, pauses)))
  }
  return findings
}

type UsedBefore = (order: Order, quote: Quote) => Quantity

/**
 * The quantity that earlier orders of a user on one side took from a quote's order book before a later order: they share
 * the book, and the market handles them by id (rulebook §15).
 */
function usedBefore(executions: readonly StoredExecution[]): UsedBefore {
  const ofBook = executions.filter(({ rule }) => rule !== 'block')
  const takers = Map.groupBy(ofBook, ({ quote, order }) => `${order.side} ${quote}`)
  return ({ id, side }, quote) =>
    takenQuantity((takers.get(`${side} ${quote.id}`) ?? []).filter(({ order }) => order.id < id))
}

const endOf = (order: Order, until: number): number =>
  Math.min(
    order.status === 'ended' || order.status === 'filled' ? order.changedAt : until,
    order.cancelRequestedAt ?? Infinity,
    order.expiresAt ?? Infinity,
    until,
  )

/** No order waits longer (rulebook §13.5). A damaged row may have an acceptance centuries ago. */
const longestWaitMilliseconds = 31 * dayMilliseconds

const watchOrder = (order: Order, usedBy: UsedBefore, from: number, to: number): Watch => ({
  about: `order ${order.id}`,
  message: 'could be filled at every tick',
  instrument: order.instrument,
  from: Math.max(from, to - longestWaitMilliseconds),
  to,
  isDue({ instrument, quote, previous }) {
    if (!worksOn(order, quote) || (order.purpose === 'open' && quote.bid <= 0n)) return false
    // A block takes no order book.
    if (order.block !== undefined) return true
    const { side, type, limit } = order
    const asking = { side, type, limit, remaining: instrument.lot }
    const { source } = order
    return takesOf(asking, { instrument, source, quote, previous, used: usedBy(order, quote) }).length > 0
  },
})

/** Missed liquidations: ticks of an interval at which a position was below its maintenance margin. */
export function missedLiquidations(
  history: readonly PositionSince[],
  market: ReplayMarket,
  pauses: PauseIndex,
): readonly FillFinding[] {
  const byId = Map.groupBy(history, ({ position }) => position.id)
  const findings: FillFinding[] = []
  for (const changes of byId.values())
    for (const [index, { position, from }] of changes.entries()) {
      if (position.state !== 'OPEN' || isFullyPaid(position)) continue
      const to = sharesUntil(market, { position, from }, changes[index + 1]?.from ?? pauses.until)
      const watch = watchPosition(market, position, from, to)
      attempt(findings, watch.about, () => void findings.push(...missed(watch, market, pauses)))
    }
  return findings
}

const watchPosition = (market: ReplayMarket, position: Position, from: number, to: number): Watch => ({
  about: `position ${position.id}`,
  message: 'was below its maintenance margin at every tick',
  instrument: position.instrument,
  from,
  to,
  isDue({ instrument, quote, at }) {
    if (quote.phase !== 'regular' && quote.phase !== 'practice') return false
    const currency = walletCurrency[position.wallet]
    const mid = pricesAt(market.feed, at).conversionRate(instrument.currency, currency)
    // Levels follow a currency only once it has moved by the step (rulebook §16.4).
    return (
      mid !== undefined &&
      around(mid, instrument.currency === currency).every(
        (conversionRate) => assess(position, instrument, quote, conversionRate).health === 'liquidated',
      )
    )
  },
})

const around = (mid: Rate, isOwn: boolean): readonly Rate[] =>
  isOwn ? [mid] : [whole - conversionRateStep, whole + conversionRateStep].map((share) => rate((mid * share) / whole))

const whole = 10n ** 12n

/**
 * Takes one sample in each half of the patience. If the row is due at the sample, checks every tick of the interval around
 * it. An interval counts only if the row was due at each of its ticks: the list of a single tick may have been rolled
 * back, but if all ticks of such an interval are lost the server records a gap.
 */
function missed(watch: Watch, market: ReplayMarket, pauses: PauseIndex): readonly FillFinding[] {
  assert(Number.isFinite(watch.from), 'it begins at an instant')
  for (let at = watch.from + 1; ;) {
    const patience = pauses.patienceFrom(at)
    if (at + patience >= watch.to) return []
    const paused = pauses.endOfPause(watch.instrument, at, at + patience)
    if (paused === undefined && isDueAt(watch, at + patience / 2, market)) {
      const stretch = `from ${isoInstant(at)} to ${isoInstant(at + patience)}`
      if (isDueThroughout(watch, at, at + patience, market))
        return [{ about: watch.about, message: `${watch.message} ${stretch}, and nothing happened` }]
    }
    at = Math.max(at + patience / 2, paused ?? -Infinity)
  }
}

function isDueAt(watch: Watch, at: number, { feed, describe, quoteAgeSecondsMax }: ReplayMarket): boolean {
  const quote = feed.quote(watch.instrument, at)
  if (quote === undefined) return false
  const previous = feed.quote(watch.instrument, quote.receivedTime - 1)
  if (!isUsable(quote, previous, at, quoteAgeSecondsMax)) return false
  return watch.isDue({ instrument: describe(watch.instrument, at), quote, previous, at })
}

function isDueThroughout(watch: Watch, from: number, to: number, market: ReplayMarket): boolean {
  const { feed } = market
  let last: string | undefined
  for (let at = feed.nextTick(from); at < to; at = feed.nextTick(at)) {
    const id = feed.quote(watch.instrument, at)?.id
    // Only a new quote fills anything.
    if (id === undefined || id === last || !isDueAt(watch, at, market)) return false
    last = id
  }
  return last !== undefined
}
