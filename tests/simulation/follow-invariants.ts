import type { Campaign, CampaignRun } from '@mex/core/follow/campaign.ts'
import { differing, dividedUp, postedFor, type Posted } from './posted.ts'
import type { SimulatedMarket } from './market.ts'

/** What must hold of what people follow whenever nothing is in progress, told by the campaigns, the quotes and the ledger (rulebook §25.2). */

type Order = {
  readonly id: number
  readonly user: number
  readonly campaign: number
  readonly amount: bigint
  readonly status: string
  readonly placed: number
  readonly confirmed: number | null
  readonly finished: number | null
  readonly open: bigint | null
  readonly close: bigint | null
  readonly value: bigint | null
  readonly fee: bigint | null
}

const orders = `
  select id, user_id as "user", campaign_id as campaign, amount, status, placed_at as placed, confirmed_at as confirmed,
    finished_at as finished, open_price as open, close_price as close, value, fee
  from follow_order order by id`

/** In centavos: what all orders of a person in a campaign may come to, and what one must have. */
const amountMax = 100_000_000n
const amountMin = 10_000n
/** What both turns cost of the leveraged amount, in ten thousandths. */
const costOfTurns = 10n
const whole = 10_000n

/** The status that an order has when everything that is due has been done. Nothing is halted here. */
function statusAt({ opensAt }: Campaign, { exit, cancelledAt }: CampaignRun, now: number): string {
  if (cancelledAt !== undefined && cancelledAt <= now) return 'refunded'
  if (exit !== undefined && exit.settlesAt <= now) return 'settled'
  if (exit !== undefined && exit.at <= now) return 'ended'
  return opensAt <= now ? 'running' : 'waiting'
}

function* wrongPlacing({ feed }: SimulatedMarket, campaign: Campaign, order: Order): Generator<string> {
  const { placed, amount } = order
  const { publishedAt, subscribeEnd, capacity } = campaign
  if (placed < publishedAt || placed >= subscribeEnd) yield 'was placed while the campaign took no orders'
  const others = feed.agencies.placements(campaign, placed).reduce((sum, each) => sum + each.amount, 0n)
  if (amount > capacity - others) yield `is ${amount}, and ${capacity - others} were left`
  if (amount < amountMin) yield `is ${amount}, which is too little`
}

/** The turns are at the public quotes of their instants: bought at the ask and sold at the bid. */
function* wrongTurns({ feed, clock }: SimulatedMarket, campaign: Campaign, run: CampaignRun, order: Order) {
  const { instrument, side, opensAt } = campaign
  const [buys, sells] = side === 'long' ? (['ask', 'bid'] as const) : (['bid', 'ask'] as const)
  const { confirmed, finished, open, close } = order
  if (confirmed !== null && confirmed < opensAt) yield 'was confirmed before the opening'
  if (open !== null) yield* differing('opening', open, feed.straight.quote(instrument, opensAt)?.[buys] ?? null)
  const { exit } = run
  if (close === null || exit === undefined) return
  const isSplit = feed.actions(instrument, clock.now()).some(({ exAt }) => exAt > opensAt && exAt <= exit.at)
  const quoted = isSplit ? exit.price : feed.straight.quote(instrument, exit.at)?.[sells]
  yield* differing('exit', close, quoted ?? null)
  if (order.status === 'settled' && (finished ?? 0) < exit.settlesAt) yield 'was settled before its day'
}

/** max(0, floor2(a × (1 + dir × L × (P_out ÷ P_in − 1) − L × 2 × 5 bp))), and a tenth of what was gained. */
function* wrongMoney({ side, leverage }: Campaign, order: Order, posted: Posted): Generator<string> {
  const { amount, status, open, close, value, fee } = order
  const isSettled = status === 'settled'
  let [worth, due] = [amount, 0n]
  if (open !== null && close !== null) {
    const signed = BigInt(side === 'long' ? leverage : -leverage)
    const grown = open * (whole - BigInt(leverage) * costOfTurns) + signed * (close - open) * whole
    worth = grown > 0n ? (amount * grown) / (open * whole) : 0n
    due = worth > amount ? dividedUp(worth - amount, 10n) : 0n
    yield* differing('value', value, worth)
    yield* differing('fee', fee, due)
  }
  const expected = status === 'refunded' ? 0n : isSettled ? worth - due - amount : -amount
  yield* differing('change of the wallet', posted('U.AVAIL'), expected)
  yield* differing('charged fee', posted('REV.PERF_FEE'), isSettled ? due : 0n)
  yield* differing('waiting', posted('U.ORDER'), status === 'waiting' ? amount : 0n)
  yield* differing('at work', posted('U.PRODUCT'), status === 'running' || status === 'ended' ? amount : 0n)
}

function* wrongOrder(market: SimulatedMarket, order: Order, posted: Posted): Generator<string> {
  const { feed, clock, seen } = market
  const now = clock.now()
  const campaign = feed.agencies.find(order.campaign, now)
  if (campaign === undefined) return yield `follows campaign ${order.campaign}, which is not there`
  const run = feed.agencies.run(campaign, now)
  yield* differing('status', order.status, statusAt(campaign, run, now))
  yield* wrongPlacing(market, campaign, order)
  yield* wrongTurns(market, campaign, run, order)
  yield* wrongMoney(campaign, order, posted)
  if (order.close !== null) seen.add(`follow ended by ${run.exit?.kind ?? 'nothing'}`)
}

export async function followFindings(market: SimulatedMarket): Promise<string[]> {
  if (!market.products.includes('follow')) return []
  const { rows } = await market.database.pool.query<Order>(orders)
  const posted = await postedFor(market, 'follow')
  const sums = Map.groupBy(rows, ({ user, campaign }) => `user ${user} in campaign ${campaign}`)
  return [
    ...rows.flatMap((order) =>
      [...wrongOrder(market, order, posted(order.id))].map((text) => `order ${order.id}: ${text}`),
    ),
    ...[...sums].flatMap(([name, own]) => {
      const sum = own.reduce((total, { amount }) => total + amount, 0n)
      return sum > amountMax ? [`${name}: ${sum} is too much`] : []
    }),
  ].map((text) => `follow: ${text}`)
}
