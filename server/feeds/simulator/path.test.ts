import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { openChain } from './chain.ts'
import { openDaySecrets } from './day-secrets.ts'
import { logUnits } from './log-price.ts'
import { calmAt, definePath, medianMove, type PathParameters } from './path.ts'
import { openProfiles } from './profile.ts'

const keys = openDaySecrets(Buffer.from('path-test'), 3)
const sessions = () => undefined
const surroundings = { keys, epoch: 0, sessions, profiles: openProfiles(sessions) }
const part: Omit<PathParameters, 'id'> = { deviation: 1.2, profile: 'crypto', daysPerYear: 365 }

/** Daily moves of one path, in natural logarithms. */
function movesOf(parameters: Omit<PathParameters, 'id'>, days: number, id = 1): number[] {
  const chain = openChain(definePath({ id, ...parameters }), undefined, surroundings)
  return Array.from({ length: days }, (_, day) => (chain.levelAt(day + 1) - chain.levelAt(day)) / logUnits)
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
/** The t statistic: the mean in its own standard errors. */
function tStatistic(values: readonly number[]): number {
  const centre = mean(values)
  return centre / Math.sqrt(mean(values.map((value) => (value - centre) ** 2)) / values.length)
}

describe('a path', () => {
  const jumping = { ...part, jumpChance: 0.03, jumpDeviation: 0.2 }
  /** The daily moves of many paths: a single long one would overflow its integers. */
  const moves = (parameters: Omit<PathParameters, 'id'>) =>
    Array.from({ length: 12 }, (_, id) => movesOf(parameters, 4000, id)).flat()
  it('that is fair in its price has no drift of the price and a negative drift of the logarithm', () => {
    const fair = moves({ ...jumping, fairIn: 'price' })
    assert.ok(Math.abs(tStatistic(fair.map(Math.expm1))) < 3)
    assert.ok(tStatistic(fair) < -5)
  })

  it('that is fair in its logarithm has no drift of the logarithm and a positive drift of the price', () => {
    const fair = moves(jumping)
    assert.ok(Math.abs(tStatistic(fair)) < 3)
    assert.ok(tStatistic(fair.map(Math.expm1)) > 5)
  })

  it('moves less the further it is from its anchor, equally above and below', () => {
    const path = definePath({ id: 1, ...part, calmDistance: 0.4 })
    const at = (distance: number): number => calmAt(path, distance * logUnits)
    assert.deepEqual([at(0), at(0.4) === at(-0.4)], [1, true])
    assert.ok(Math.abs(at(0.4) - Math.SQRT1_2) < 1e-12 && at(2) < 0.2)
    assert.equal(calmAt(definePath({ id: 1, ...part }), 2 * logUnits), 1)
  })

  it('ends nearer to its anchor with a calm distance; without one it is as often above its median as below', () => {
    const years = 10
    const ends = (calmDistance?: number) => {
      const fair = { ...part, deviation: 0.6, fairIn: 'price' } as const
      const parameters = { ...fair, ...(calmDistance !== undefined && { calmDistance }) }
      const path = definePath({ id: 1, ...parameters })
      const median = medianMove(path, 365 * years) / logUnits
      const all = Array.from({ length: 60 }, (_, id) => movesOf(parameters, 365 * years, id).reduce((a, b) => a + b))
      const spread = Math.sqrt(mean(all.map((end) => end * end)))
      return { spread, above: all.filter((end) => end > median).length }
    }
    const [free, calm] = [ends(), ends(0.9)]
    assert.ok(calm.spread < 0.75 * free.spread, `${calm.spread} of ${free.spread}`)
    assert.ok(free.above >= 20 && free.above <= 40, `${free.above} of 60 above the median`)
  })

  it('with a band cannot have jumps or growth', () => {
    assert.throws(
      () => definePath({ id: 1, ...part, band: 0.01, jumpChance: 0.1 }),
      /band has neither jumps nor growth/,
    )
    assert.throws(() => definePath({ id: 1, ...part, band: 0.01, growth: 0.1 }), /band has neither jumps nor growth/)
  })
})
