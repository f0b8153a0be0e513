import type { Answer, Input } from '@mex/contract/call.ts'
import type { portfolio } from '@mex/contract/portfolio/calls.ts'
import { textIn } from '@mex/contract/text.ts'
import { present } from '@mex/core/assert.ts'
import { addMoney, nothing } from '@mex/core/money/money.ts'
import { contributionsOf } from '@mex/core/portfolio/contributions.ts'
import { curveInstants } from '@mex/core/portfolio/grid.ts'
import { profitSources, sourceOfTrading } from '@mex/core/portfolio/profit-sources.ts'
import { timeWeightedReturns } from '@mex/core/portfolio/returns.ts'
import { wallets } from '@mex/core/wallet/wallets.ts'
import type { PersonContext } from '#context.ts'
import { benchmarkReturns } from './benchmark.ts'
import { valuedAt, type PortfolioDependencies } from './valued.ts'

/** The instruments that are named with what they won or lost. */
const instrumentsMax = 20

const tradingSources = new Set(wallets.flatMap((wallet) => sourceOfTrading(wallet) ?? []))

/** The curve of a range, with the sources of its profit and the instruments that moved it most. */
export async function curve(
  { range, benchmark }: Input<typeof portfolio.curve>,
  context: PersonContext,
  dependencies: PortfolioDependencies,
): Promise<Answer<typeof portfolio.curve>> {
  const { now, language } = context
  const valued = await valuedAt((beganAt) => curveInstants(range, now, beganAt), context, dependencies)
  const { sources, points, ...figures } = valued.curve
  const returns = timeWeightedReturns(points, figures.flows)
  const compared =
    benchmark === 'NONE' ? undefined : await benchmarkReturns(benchmark, valued.market, dependencies.describe)
  const trading = addMoney(nothing, ...[...tradingSources].map((source) => sources.get(source) ?? nothing))
  const rates = present(valued.rates.at(-1), 'the rates of now')
  const { rows, others } = contributionsOf(valued.positions, rates, { trading, max: instrumentsMax })
  return {
    ...figures,
    currency: 'MXN',
    range,
    benchmark,
    points: points.map((point, index) => ({
      ...point,
      returned: present(returns[index], 'the return of a point'),
      benchmark: compared?.[index],
    })),
    sources: profitSources.flatMap((source) => {
      const profit = sources.get(source)
      return profit === undefined ? [] : [{ source, profit }]
    }),
    instruments: rows.map(({ instrument: key, profit }) => {
      const { code, market, name } = dependencies.describe(key, now)
      return { code, market, name: textIn(name, language, dependencies.traditional), profit }
    }),
    otherInstruments: others,
  }
}
