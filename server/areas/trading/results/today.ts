import { bondWallet } from '@mex/core/bonds/postings.ts'
import { followWallet } from '@mex/core/follow/postings.ts'
import { robotWallet } from '@mex/core/robots/postings.ts'
import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import { dayProfit, profitBetween, worth } from '@mex/core/trading/positions.ts'
import { owedTotal } from '@mex/core/trading/postings.ts'
import { noResult, walletCurrency, type OpenResult, type Wallet } from '@mex/core/wallet/wallets.ts'
import { quantifyGain } from '#areas/quantify/worth.ts'
import { countOpenHoldings } from '#areas/bonds/open-holdings.ts'
import { bondAssets } from '#areas/bonds/worth.ts'
import { countOpenOrders } from '#areas/follow/open-orders.ts'
import { followProfit } from '#areas/follow/worth.ts'
import { robotAssets } from '#areas/robots/worth.ts'
import { countOpenApplications } from '#areas/offerings/open-applications.ts'
import { inPesos } from '#areas/wallet/rates.ts'
import type { DayResult, ResultDependencies } from '#areas/wallet/balances.ts'
import type { PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { dayBaseOf, previousWorth } from './day-base.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { pricesAt } from '#areas/trading/prices.ts'
import { listPositions } from '#areas/trading/store-lists.ts'
import { closedInstruments, closedToday } from './store-today.ts'
import { markPosition } from '#areas/trading/views.ts'

/** Longer than any market is closed: the current trading day began within this time. */
const longestDayMilliseconds = 31 * 86_400_000

/**
 * Profit of the current or last trading day (rulebook §16.2 `todayProfit`) by wallet, in the wallet's currency: of open
 * positions and of today's closings, measured from the opening price if opened today, else from the previous
 * close, less today's fees, with today's financing. Positions without a price or rate are left out.
 */
export async function todayByWallet(
  engine: TradingEngine,
  context: PersonContext,
): Promise<ReadonlyMap<Wallet, Money>> {
  const { db, feed, now, person } = context
  const stored = await listPositions(db, person.userId, { source: undefined, instrument: undefined })
  const closedIn = await closedInstruments(db, person.userId, now - longestDayMilliseconds)
  const days = closedIn.map((key) => ({
    instrument: key,
    start: engine.timetable.dayStart(engine.dependencies.describe(key, now), now),
  }))
  const closed = await closedToday(db, person.userId, days)
  const prices = pricesAt(feed, now)
  const facts = { feed, timetable: engine.timetable }
  const results = new Map<Wallet, Money>()
  const add = ({ wallet }: { readonly wallet: Wallet }, result: Money): void =>
    void results.set(wallet, addMoney(results.get(wallet) ?? nothing, result))
  for (const { position } of stored) {
    const instrument = engine.dependencies.describe(position.instrument, now)
    const marked = markPosition(position, instrument, prices)
    const base = dayBaseOf(facts, position, instrument, now)
    if (marked === undefined || base === undefined) continue
    const value = worth(instrument, marked.mark, position.quantity)
    add(position, dayProfit(position.direction, base, value, marked.conversionRate))
  }
  for (const sum of closed) {
    const instrument = engine.dependencies.describe(sum.instrument, now)
    const before = sum.openedToday ? sum.cost : previousWorth(facts, instrument, sum.quantity, now)
    const conversionRate = prices.conversionRate(instrument.currency, walletCurrency[sum.wallet])
    if (before === undefined || conversionRate === undefined) continue
    const gained = profitBetween(sum.direction, before, sum.exit, conversionRate)
    const fees = addMoney(sum.closingFees, sum.openedToday ? sum.openingFees : nothing)
    add(sum, addMoney(subtractMoney(gained, fees), sum.financing))
  }
  return results
}

/** Floating profit and debt of the open positions of each wallet, what bonds are worth, and what followed campaigns and products have gained (rulebook §7.3). */
async function openResults(
  engine: TradingEngine,
  tx: Tx,
  context: PersonContext,
): Promise<ReadonlyMap<Wallet, OpenResult>> {
  const prices = pricesAt(context.feed, context.now)
  const results = new Map<Wallet, OpenResult>()
  for (const { position } of await listPositions(tx, context.person.userId, {
    source: undefined,
    instrument: undefined,
  })) {
    const before = results.get(position.wallet) ?? noResult
    const marked = markPosition(position, engine.dependencies.describe(position.instrument, context.now), prices)
    results.set(position.wallet, {
      ...before,
      profit: addMoney(before.profit, marked?.profit ?? nothing),
      owed: addMoney(before.owed, owedTotal(position.owed)),
    })
  }
  const assets = await bondAssets(tx, context.feed, context.person.userId, context.now)
  if (assets > nothing) results.set(bondWallet, { ...(results.get(bondWallet) ?? noResult), assets })
  const profit = await followProfit(tx, context.feed, context.person.userId, context.now)
  if (profit !== nothing) results.set(followWallet, { ...(results.get(followWallet) ?? noResult), profit })
  // Robots and quantitative products are in one wallet.
  const robots = await robotAssets(tx, context.person.userId)
  const gain = await quantifyGain(tx, context.feed, context.person.userId, context.now)
  const products = addMoney(robots, gain)
  if (products !== nothing) results.set(robotWallet, { ...(results.get(robotWallet) ?? noResult), assets: products })
  return results
}

/** Today's result of all markets except Hong Kong in MXN at mid, and of Hong Kong in HKD (rulebook §16.2). */
async function dayResult(engine: TradingEngine, context: PersonContext): Promise<DayResult> {
  const results = await todayByWallet(engine, context)
  const hongKong = results.get('HK_STOCK') ?? nothing
  const others = [...results].filter(([wallet]) => wallet !== 'HK_STOCK')
  const amounts = others.map(([wallet, amount]) => ({ currency: walletCurrency[wallet], amount }))
  return { today: inPesos(context.feed, context.now, amounts), hongKong }
}

/** The results that the wallet area needs from trading. */
export const resultsOf = (engine: TradingEngine): ResultDependencies => ({
  openResults: (tx, context) => openResults(engine, tx, context),
  dayResult: (_, context) => dayResult(engine, context),
  openCounts: async (tx, { person: { userId } }) => ({
    subscriptions: await countOpenApplications(tx, userId),
    follow: await countOpenOrders(tx, userId),
    bonds: await countOpenHoldings(tx, userId),
  }),
})
