import { present } from '@mex/core/assert.ts'
import { addMoney, nothing, subtractMoney, type Money, type Rate } from '@mex/core/money/money.ts'
import type { PositionResult } from '@mex/core/portfolio/contributions.ts'
import { curveOf, type PesoRates, type PointFacts } from '@mex/core/portfolio/curve.ts'
import { sourceOfTrading, type HoldingSource } from '@mex/core/portfolio/profit-sources.ts'
import { refuse } from '@mex/core/refusal.ts'
import { totalBalance, wallets } from '@mex/core/wallet/wallets.ts'
import { holdingsSince, pastBondAssets } from '#areas/bonds/past-assets.ts'
import { ordersSince as followOrdersSince, pastFollowProfit } from '#areas/follow/worth.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import { ordersSince as quantifyOrdersSince, pastQuantifyGain } from '#areas/quantify/worth.ts'
import { pastRobotAssets, rentalsOfPast } from '#areas/robots/worth.ts'
import type { TradingDependencies } from '#areas/trading/dependencies.ts'
import { pastResults, summed } from '#areas/trading/results/past-results.ts'
import { positionsSince } from '#areas/trading/results/store-past-positions.ts'
import { callerName, type PersonContext } from '#context.ts'
import { inTransaction, type Tx } from '#db/sql.ts'
import type { BarService } from '#feeds/bars/bar-service.ts'
import { openPastMarket, type PastMarket } from '#feeds/past-market.ts'
import { bookingsSince, broughtByPosition, firstJournal, movementsSince } from './store.ts'

export type PortfolioDependencies = Pick<TradingDependencies, 'describe' | 'traditional'> & {
  readonly bars: Pick<BarService, 'quotes' | 'rates'>
  /** Whether an instrument is an exchange-traded fund. */
  readonly isFund: (key: string, now: number) => boolean
}

/** The instants for a user whose first journal is of an instant. */
export type Instants = (beganAt: number) => readonly number[]

/** Everything that is stored about a user since the first instant, read at one instant. */
async function load(tx: Tx, instantsOf: Instants, { person, now }: PersonContext, describe: Describe) {
  const { userId } = person
  const instants = instantsOf((await firstJournal(tx, userId)) ?? now)
  const since = present(instants[0], 'the start of a curve')
  // One round trip: no statement waits for another.
  const [balances, movements, bookings, positions, brought, bonds, follows, quantify, robots] = await Promise.all([
    loadBalances(tx, [userId]),
    movementsSince(tx, userId, instants),
    bookingsSince(tx, userId, instants),
    positionsSince(tx, userId, since, (key) => describe(key, now).multiplier),
    broughtByPosition(tx, userId, since),
    holdingsSince(tx, userId, since),
    followOrdersSince(tx, userId, since),
    quantifyOrdersSince(tx, userId, since),
    rentalsOfPast(tx, userId, since),
  ])
  const held = new Map(wallets.map((wallet) => [wallet, totalBalance(balances.holdings(userId, wallet))]))
  return { instants, balances: held, movements, bookings, positions, brought, bonds, follows, quantify, robots }
}

type Describe = PortfolioDependencies['describe']
type Loaded = Awaited<ReturnType<typeof load>>
type Results = Awaited<ReturnType<typeof pastResults>>

/** What everything open was worth beyond the money that it held, by source and instant. */
async function openOf(
  { positions, bonds, follows, quantify, robots }: Loaded,
  results: Results,
  market: PastMarket,
): Promise<ReadonlyMap<HoldingSource, readonly Money[]>> {
  const open = new Map<HoldingSource, readonly Money[]>([
    ['BONDS', await pastBondAssets(bonds, market)],
    ['FOLLOW', await pastFollowProfit(follows, market)],
    ['QUANTIFY', await pastQuantifyGain(quantify, market)],
    ['ROBOTS', pastRobotAssets(robots, market)],
  ])
  for (const [wallet, own] of Map.groupBy(positions, ({ position }) => position.wallet)) {
    const series = own.map(({ position }) => results.get(position.id) ?? [])
    open.set(present(sourceOfTrading(wallet), `a source of ${wallet}`), summed(series, market.instants.length))
  }
  return open
}

/** What each position brought since the first instant, and holds now beyond what it held then. */
const positionResults = ({ positions, brought }: Loaded, results: Results): readonly PositionResult[] =>
  positions.map(({ position: { id, instrument, wallet } }) => {
    const series = results.get(id) ?? []
    const change = subtractMoney(series.at(-1) ?? nothing, series[0] ?? nothing)
    return { instrument, wallet, amount: addMoney(change, brought.get(id) ?? nothing) }
  })

/** Refuses quote_unavailable if a rate is missing. */
export const ratesOf = (USD: Rate | undefined, HKD: Rate | undefined): PesoRates => ({
  USD: USD ?? refuse('quote_unavailable'),
  HKD: HKD ?? refuse('quote_unavailable'),
})

/**
 * The total of a user at each instant, the money that was put in, and where the profit came from. Nothing of the past is stored for it:
 * the ledger and the rows of the products are followed back from now, and valued by the market of each instant.
 */
export async function valuedAt(
  instantsOf: Instants,
  context: PersonContext,
  { bars, describe }: Pick<PortfolioDependencies, 'bars' | 'describe'>,
) {
  const { db, feed } = context
  const loaded = await inTransaction(db, (tx) => load(tx, instantsOf, context, describe), 'snapshot')
  const { instants, balances, movements, bookings } = loaded
  const market = openPastMarket(feed, bars, instants, callerName(context))
  const [dollars, hongKong] = [await market.rates('USD', 'MXN'), await market.rates('HKD', 'MXN')]
  const rates = instants.map((_, index) => ratesOf(dollars[index], hongKong[index]))
  const results = await pastResults(loaded.positions, market, describe)
  const open = await openOf(loaded, results, market)
  const points = instants.map((at, index): PointFacts => {
    const own = [...open].map(([source, series]) => [source, series[index] ?? nothing] as const)
    return { at, rates: present(rates[index], 'the rates of an instant'), open: new Map(own) }
  })
  const ratesAt = (instant: number): PesoRates =>
    ratesOf(feed.lastConversionRate('USD', 'MXN', instant)?.rate, feed.lastConversionRate('HKD', 'MXN', instant)?.rate)
  const curve = curveOf({ points, balances, movements, ratesAt })
  return { curve, rates, bookings, market, positions: positionResults(loaded, results) }
}
