import { indexReturns, type Benchmark } from '@mex/core/portfolio/returns.ts'
import type { Percent } from '@mex/core/money/money.ts'
import type { PastMarket } from '#feeds/past-market.ts'
import type { PortfolioDependencies } from './valued.ts'

/** The return of an index in pesos at each instant of a curve. Its past quotes are those of all users. */
export async function benchmarkReturns(
  index: Benchmark,
  market: PastMarket,
  describe: PortfolioDependencies['describe'],
): Promise<readonly Percent[] | undefined> {
  const { key, currency } = describe(`GLOBAL:${index}`, market.instants.at(-1) ?? 0)
  const [quotes, rates] = await Promise.all([market.quotes(key), market.rates(currency, 'MXN')])
  return indexReturns(market.instants.map((_, at) => ({ level: quotes[at]?.last, rate: rates[at] })))
}
