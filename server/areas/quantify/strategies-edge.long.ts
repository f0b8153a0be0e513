import assert from 'node:assert/strict'
import { before, test } from 'node:test'
import { growthBetween, maximumDrawdown, returnOver, worstReturn, type NavPoint } from '@mex/core/strategies/figures.ts'
import { strategyIds, type StrategyId } from '@mex/core/quantify/products.ts'
import { dayMilliseconds, dayNumber } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion, openSimulatedFeed } from '#feeds/simulator/simulated-feed.ts'
import { openRecords } from './records.ts'

/**
 * The records give nobody an edge: whoever moves money between the strategies by any figure that everybody sees earns what the chosen
 * strategies earn on average, up to chance, and less after the fees. Twenty markets, a year each, a decision a week.
 */

const catalogue = openCatalogue()
const marketCount = 20
/** What a decision sees: the ninety days before it at least. */
const warmDays = 100
const stepDays = 7
const steps = 52
const first = dayNumber('2025-01-01')
const last = first + warmDays + steps * stepDays + 1

type History = readonly NavPoint[]
type Seen = ReadonlyMap<StrategyId, History>

const number = (figure: bigint | undefined): number => Number(figure ?? 0n) / 1e12
/** The strategy with the greatest figure. */
const greatest =
  (of: (history: History) => number) =>
  (seen: Seen): StrategyId =>
    [...seen].toSorted(([, one], [, other]) => of(other) - of(one))[0]![0]
const least = (of: (history: History) => number) => greatest((history) => -of(history))
const returned = (days: number) => (history: History) => number(returnOver(history, days))
const level = (history: History): number => {
  const recent = history.slice(-50).map(({ nav }) => Number(nav))
  return Number(history.at(-1)?.nav) / (recent.reduce((sum, nav) => sum + nav, 0) / recent.length)
}
const fall = (history: History): number => number(maximumDrawdown(history.slice(-90)))
const swing = (history: History): number => {
  const moves = history.slice(-30).map(({ nav }, index, all) => Number(nav) / Number(all[Math.max(0, index - 1)]?.nav))
  return Math.max(...moves) - Math.min(...moves)
}

const bots: Readonly<Record<string, (seen: Seen) => StrategyId>> = {
  ...Object.fromEntries([1, 7, 30, 90].map((days) => [`the best of ${days} days`, greatest(returned(days))])),
  ...Object.fromEntries([1, 7, 30, 90].map((days) => [`the worst of ${days} days`, least(returned(days))])),
  'the smallest fall': greatest(fall),
  'the deepest fall, to recover': least(fall),
  'the best of the worst 30 days': greatest((history) => number(worstReturn(history, 30))),
  'most above its average': greatest(level),
  'most below its average': least(level),
  'the calmest': least(swing),
  'the wildest': greatest(swing),
  'return for each part of fall': greatest((history) => returned(30)(history) / (0.01 - fall(history))),
}

type Week = { readonly strategy: StrategyId; readonly earned: number }

/** What each strategy earned in each week, and which one each bot chose. */
async function yearOf(market: number) {
  const feed = openSimulatedFeed({
    keys: openDaySecrets(Buffer.from(`strategies edge ${market}`), modelVersion),
    catalogue,
    practiceHours: true,
  })
  const records = await openRecords(feed).until(last * dayMilliseconds + dayMilliseconds)
  const weeks = Array.from({ length: steps }, (_, step) => {
    const now = first + warmDays + step * stepDays
    const seen: Seen = new Map(
      strategyIds.map((id) => [id, records.points(id).filter(({ date }) => date <= now)] as const),
    )
    // The units are bought at the next strike, whose price nobody knows yet.
    const earned = new Map(
      strategyIds.map((id) => {
        const [from, until] = [now + 1, now + 1 + stepDays].map((date) => records.navOn(id, date))
        return [id, number(growthBetween(from ?? assert.fail(), until ?? assert.fail()))] as const
      }),
    )
    return { earned, chosen: new Map(Object.entries(bots).map(([name, choose]) => [name, choose(seen)])) }
  })
  return weeks
}

const mean = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0) / numbers.length
const errorOf = (numbers: readonly number[]): number => {
  const middle = mean(numbers)
  return Math.sqrt(mean(numbers.map((each) => (each - middle) ** 2)) / (numbers.length - 1))
}

let years: readonly Awaited<ReturnType<typeof yearOf>>[] = []
let expected: ReadonlyMap<StrategyId, number> = new Map()
before(async () => {
  const made: Awaited<ReturnType<typeof yearOf>>[] = []
  for (let market = 0; market < marketCount; market += 1) made.push(await yearOf(market))
  years = made
  const weeks = made.flat()
  expected = new Map(strategyIds.map((id) => [id, mean(weeks.map(({ earned }) => earned.get(id) ?? assert.fail()))]))
})

/** The management fee of a week, and a tenth of the gain. */
const afterFees = (earned: number): number => {
  const left = earned - (0.005 * stepDays) / 365
  return left - Math.max(0, left) * 0.1
}
const weekOf = (week: (typeof years)[number][number], name: string): Week => {
  const strategy = week.chosen.get(name) ?? assert.fail()
  return { strategy, earned: week.earned.get(strategy) ?? assert.fail() }
}

for (const name of Object.keys(bots))
  test(`${name}: earns what the chosen strategies earn on average up to chance, and less after the fees`, () => {
    const sums = years.map((weeks) => {
      const made = weeks.map((week) => weekOf(week, name))
      const over = ({ strategy, earned }: Week): number => earned - (expected.get(strategy) ?? 0)
      return {
        excess: made.reduce((sum, week) => sum + over(week), 0),
        net: made.reduce((sum, week) => sum + over({ ...week, earned: afterFees(week.earned) }), 0),
      }
    })
    const [excess, net] = [sums.map((year) => year.excess), sums.map((year) => year.net)]
    const told = `${(mean(excess) * 100).toFixed(2)} % ± ${(errorOf(excess) * 100).toFixed(2)} a year`
    // A little over three standard errors, as there are many bots.
    assert.ok(mean(excess) < 0.002 + 3.2 * errorOf(excess), told)
    assert.ok(mean(net) < mean(excess), 'the fees are paid')
    assert.ok(mean(net) < 3 * errorOf(net), told)
  })
