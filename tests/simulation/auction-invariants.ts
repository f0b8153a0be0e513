import { nextAuction } from '@mex/core/auctions/schedule.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { usCalendar, type SimulatedMarket } from './market.ts'

/** What must hold of auctions whenever nothing is in progress, told by the executions, the orders and the quotes. */

type Fill = {
  readonly order: number
  readonly user: number
  readonly side: string
  readonly source: number
  readonly accepted: number
  readonly quote: string
  readonly rule: string
  readonly price: bigint
  readonly quantity: bigint
}

const fills = `
  select order_id as "order", execution.user_id as "user", execution.side, source, accepted_at as accepted, quote_id as quote,
    rule, price, execution.quantity
  from execution join trade_order on trade_order.user_id = execution.user_id and trade_order.id = order_id
  where rule = 'auction' or source = ${sources.auctionStock} order by order_id`

const seconds = 1000

const auctionAt = ({ deciding: { source }, feed, clock }: SimulatedMarket, accepted: number) =>
  nextAuction(usCalendar(source, clock.now()), accepted, feed.auctions?.hasPractice === true)

/** What is wrong with a fill of an order for an auction: its rule, or the print that it met. */
function* wrongFill(market: SimulatedMarket, { order, rule, quote: id, accepted }: Fill): Generator<string> {
  if (rule !== 'auction') return yield `order ${order} for an auction is filled by ${rule}`
  const quote = market.feed.quoteById(id, market.clock.now())
  const { crossesAt } = auctionAt(market, accepted)
  if (quote?.venueTime !== crossesAt) yield `order ${order} is filled at another print than that of its auction`
}

/** All fills of an auction have its price, and one user takes no more on a side than was exchanged. */
function* wrongCross({ feed, clock }: SimulatedMarket, print: string, own: readonly Fill[]): Generator<string> {
  const prices = new Set(own.map(({ price }) => price))
  if (prices.size > 1) yield `auction ${print} has ${prices.size} prices`
  const volume = feed.quoteById(print, clock.now())?.auctionVolume
  if (volume === undefined) return
  for (const [name, taken] of Map.groupBy(own, ({ user, side }) => `user ${user} to ${side}`)) {
    const sum = taken.reduce((total, { quantity }) => total + quantity, 0n)
    if (sum > volume) yield `auction ${print} gives ${name} ${sum} of ${volume}`
  }
}

type Live = { readonly id: number; readonly accepted: number; readonly isLive: boolean }

/** Orders that entered while no auction took any, and those that outlive theirs by more than the patience for a late print. */
async function orderFindings(market: SimulatedMarket): Promise<string[]> {
  const { rows } = await market.database.pool.query<Live>(`
    select id, accepted_at as accepted, status in ('accepted', 'partly_filled') as "isLive"
    from trade_order where source = ${sources.auctionStock} order by id`)
  const now = market.clock.now()
  const patience = (2 * market.deciding.source.quoteAgeSecondsMax + 5) * seconds
  return rows.flatMap(({ id, accepted, isLive }) => {
    const { opensAt, closesAt, crossesAt } = auctionAt(market, accepted)
    return [
      ...(accepted < opensAt || accepted >= closesAt ? [`order ${id} entered while no auction took orders`] : []),
      ...(isLive && now > crossesAt + patience ? [`order ${id} lives after its auction`] : []),
    ]
  })
}

export async function auctionFindings(market: SimulatedMarket): Promise<string[]> {
  if (!market.products.includes('auctions')) return []
  const { rows } = await market.database.pool.query<Fill>(fills)
  const crosses = Map.groupBy(
    rows.filter(({ rule }) => rule === 'auction'),
    ({ quote }) => quote,
  )
  return [
    ...rows.filter(({ source }) => source === sources.auctionStock).flatMap((fill) => [...wrongFill(market, fill)]),
    ...[...crosses].flatMap(([print, own]) => [...wrongCross(market, print, own)]),
    ...(await orderFindings(market)),
  ].map((text) => `auctions: ${text}`)
}
