import type { Instrument } from '@mex/core/market/instrument.ts'
import { addMoney, nothing, subtractMoney, type Money } from '@mex/core/money/money.ts'
import { heldBefore } from '@mex/core/portfolio/held-before.ts'
import { floatingProfit, markOf } from '@mex/core/trading/positions.ts'
import { owedTotal } from '@mex/core/trading/postings.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import type { PastMarket } from '#feeds/past-market.ts'
import type { PastPosition } from './store-past-positions.ts'

/** Instruments whose past is asked for at the same time: more would only wait in the queue of the threads. */
const atOnce = 4

/** What each position had gained beyond its margin at every instant, less what it owed (rulebook §7.3), in the currency of its wallet. */
export async function pastResults(
  positions: readonly PastPosition[],
  market: PastMarket,
  describe: (key: string, now: number) => Instrument,
): Promise<ReadonlyMap<number, readonly Money[]>> {
  const results = new Map<number, readonly Money[]>()
  const groups = [...Map.groupBy(positions, ({ position }) => position.instrument)]
  const value = async ([key, own]: readonly [string, readonly PastPosition[]]) => {
    const instrument = describe(key, market.instants.at(-1) ?? 0)
    for (const each of own) results.set(each.position.id, await resultsOf(each, instrument, market))
  }
  for (let from = 0; from < groups.length; from += atOnce)
    await Promise.all(groups.slice(from, from + atOnce).map((group) => value(group)))
  return results
}

async function resultsOf(
  { position, changes }: PastPosition,
  instrument: Instrument,
  market: PastMarket,
): Promise<readonly Money[]> {
  const { instants } = market
  const quotes = await market.quotes(position.instrument)
  const rates = await market.rates(instrument.currency, walletCurrency[position.wallet])
  const held = heldBefore(position, changes, instants)
  const last = instants.length - 1
  return instants.map((at, index) => {
    const [quote, rate, open] = [quotes[index], rates[index], held[index]]
    if (open === undefined || open.quantity === 0n || (index < last && at <= position.openedAt)) return nothing
    // Of charges that could not be paid only the sum of now is stored: it counts since the position last changed.
    const owed = index === last || at > position.changedAt ? owedTotal(position.owed) : nothing
    if (quote === undefined || rate === undefined) return subtractMoney(nothing, owed)
    const profit = floatingProfit({ ...position, ...open }, instrument, markOf(position.direction, quote), rate)
    return subtractMoney(profit, owed)
  })
}

/** The sum of some series, instant by instant. */
export const summed = (series: Iterable<readonly Money[]>, count: number): readonly Money[] => {
  const all = [...series]
  return Array.from({ length: count }, (_, index) => addMoney(...all.map((each) => each[index] ?? nothing)))
}
