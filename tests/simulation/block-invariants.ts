import {
  blockPrice,
  blockQuantityMax,
  confirmMilliseconds,
  forbidsShorts,
  remainingAt,
} from '@mex/core/blocks/block-offer.ts'
import { price, quantity } from '@mex/core/money/money.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of blocks whenever nothing is in progress, told by their own rows, the offers and the quotes. */

type Bought = {
  readonly id: number
  readonly user: number
  readonly offer: number
  readonly quantity: bigint
  readonly filled: bigint
  readonly status: string
  readonly reason: string | null
  readonly cancelled: number | null
  readonly accepted: number
  readonly permission: number
  readonly quote: string | null
  readonly price: bigint | null
  readonly state: string | null
}

const bought = `
  select trade_order.id, trade_order.user_id as "user", offer_id as offer, trade_order.quantity, filled, trade_order.status,
    trade_order.reason, cancel_requested_at as cancelled, accepted_at as accepted, block_status as permission,
    execution.quote_id as quote, execution.price, position.state
  from trade_order join app_user on app_user.id = trade_order.user_id
  left join execution on execution.user_id = trade_order.user_id and execution.order_id = trade_order.id
  left join position on position.user_id = trade_order.user_id and position.id = trade_order.id
  where offer_id is not null order by trade_order.id`

/** What is wrong with one order for a block: who, when, at what price, for how long. */
function* wrongOrder({ feed, clock }: SimulatedMarket, order: Bought): Generator<string> {
  const { id, status, reason, accepted, state } = order
  const now = clock.now()
  const offer = feed.blockOffer(order.offer, now)
  if (offer === undefined) return yield `order ${id} is for block ${order.offer}, which is not there`
  const confirmed = accepted + confirmMilliseconds
  if (order.permission !== 3) yield `order ${id} is of user ${order.user}, who has no permission`
  if (reason === 'CANCELLED' || order.cancelled !== null) yield `order ${id} for a block was cancelled`
  const left = remainingAt(offer, feed.blockSales(offer, now), confirmed)
  if (reason === 'SOLD_OUT' && left >= order.quantity) yield `order ${id} is sold out, and ${left} were left`
  if (status === 'filled' && left < order.quantity) yield `order ${id} is filled, and ${left} were left`
  if (order.quote === null || order.price === null) return
  const quote = feed.quoteById(order.quote, now)
  const ticks = feed.instruments(now).get(offer.instrument)?.ticks
  if (quote === undefined || ticks === undefined) return yield `order ${id} is filled at a quote that is not there`
  if (quote.venueTime <= confirmed) yield `order ${id} is filled at a quote of before its confirmation`
  const right = blockPrice(offer, ticks, quote.last)
  if (price(order.price) !== right) yield `order ${id} is filled at ${order.price}, should be ${right}`
  if (state !== 'LOCKED' && now < offer.unlocksAt)
    yield `order ${id} has shares that are ${state} before the lock-up ends`
  if (state === 'LOCKED' && now >= offer.unlocksAt) yield `order ${id} has shares that are locked after the lock-up`
}

/** Users who bought more of an offer than a tenth (rulebook §19). */
function* aboveMaximum({ feed, clock }: SimulatedMarket, orders: readonly Bought[]): Generator<string> {
  for (const [name, own] of Map.groupBy(orders, ({ user, offer }) => `block ${offer} of user ${user}`)) {
    const offer = feed.blockOffer(own[0]?.offer ?? 0, clock.now())
    const total = own.reduce(
      (sum, { status, quantity: wanted, filled }) => sum + (status === 'ended' ? filled : wanted),
      0n,
    )
    if (offer !== undefined && quantity(total) > blockQuantityMax(offer)) yield `${name}: ${total} is more than a tenth`
  }
}

/** Short sales that were ordered while a block was sold or locked (rulebook §21). */
async function shortFindings({ database, feed, clock }: SimulatedMarket): Promise<string[]> {
  const offers = feed.blockOffers(clock.now())
  const { rows } = await database.pool.query<{ id: number; key: string; at: number }>(
    `select id, instrument as key, accepted_at as at from trade_order
     where purpose = 'open' and side = 'sell' and instrument = any($1::text[]) order by id`,
    [offers.map(({ instrument }) => instrument)],
  )
  return rows.flatMap(({ id, key, at }) => {
    const under = offers.find((offer) => offer.instrument === key && forbidsShorts(offer, at))
    return under === undefined ? [] : [`order ${id} is short in ${key} under block ${under.id}`]
  })
}

export async function blockFindings(market: SimulatedMarket): Promise<string[]> {
  if (!market.products.includes('blocks')) return []
  const { rows } = await market.database.pool.query<Bought>(bought)
  return [
    ...rows.flatMap((order) => [...wrongOrder(market, order)]),
    ...aboveMaximum(market, rows),
    ...(await shortFindings(market)),
  ].map((text) => `blocks: ${text}`)
}
