import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { dayNumber } from '@mex/core/time-zone.ts'
import { openCatalogue } from '#feeds/catalogue.ts'
import { type DailyCloses, dailyCloses, type Group } from './daily-closes.ts'
import { horizons, playRules, type RuleResult } from './daily-rules.ts'
import { hashBell } from './hash-draw.ts'

/** Synthetic closes: `step` gets the last close, a standard normal draw and the number of the series. */
function synthetic(
  group: Group,
  count: number,
  days: number,
  step: (log: number, draw: number, number: number) => number,
) {
  return Array.from({ length: count }, (_, number): DailyCloses => {
    const logs = [0]
    for (let day = 1; day < days; day += 1) {
      logs.push(step(logs[day - 1]!, hashBell(`${group} ${number} ${day}`), number))
    }
    return { key: `${group}:${number}`, group, halfSpread: 0, days: logs.map((_log, day) => day), logs }
  })
}

function resultOf(results: readonly RuleResult[], rule: RuleResult['rule'], horizon: number): RuleResult {
  const found = results.find((one) => one.rule === rule && one.on === 'all' && one.horizon === horizon)
  assert.ok(found !== undefined)
  return found
}

describe('trading rules on daily closes', () => {
  it('earn nothing before costs on random walks, and lose their costs', () => {
    for (const result of playRules(synthetic('US', 40, 2500, (log, draw) => log + 0.015 * draw))) {
      assert.ok(Math.abs(result.gross) < 1, JSON.stringify(result))
      assert.ok(result.momentumAfterCosts < result.gross && result.reversalAfterCosts < -result.gross)
    }
  })

  it('detect mean reversion: reversal earns after costs, across shares and over time', () => {
    const results = playRules(synthetic('US', 40, 2500, (log, draw) => 0.99 * log + 0.015 * draw))
    for (const rule of ['across shares', 'over time'] as const) {
      assert.ok(resultOf(results, rule, 60).reversalAfterCosts > 1.5)
      assert.ok(resultOf(results, rule, 60).momentumAfterCosts < -1.5)
    }
  })

  it('detect persistent drifts: momentum earns after costs', () => {
    const drifts = synthetic('US', 40, 2500, (log, draw, number) => log + 0.015 * draw + 0.0005 * ((number % 5) - 2))
    assert.ok(resultOf(playRules(drifts), 'across shares', 250).momentumAfterCosts > 1)
  })

  it('earn nothing over time from a common drift (a risk premium)', () => {
    const rising = synthetic('index', 10, 2500, (log, draw) => log + 0.01 * draw + 0.001)
    for (const horizon of horizons) {
      assert.ok(Math.abs(resultOf(playRules(rising), 'over time', horizon).gross) < 1, String(horizon))
    }
  })
})

describe('trading rules on the daily closes of the simulated market', () => {
  // A small version of `bench/market/realism.ts`, which measures 20 seeds of ten years and is within ±0.3.
  it('earn nothing across shares or over time, before costs', () => {
    const catalogue = openCatalogue()
    const [from, until] = [dayNumber('2020-02-03'), dayNumber('2024-02-02')]
    const seeds = ['rules-1', 'rules-2', 'rules-3']
    const results = seeds.map((master) => playRules(dailyCloses({ catalogue, master, from, until, groups: ['US'] })))
    for (const rule of ['across shares', 'over time'] as const) {
      for (const horizon of horizons) {
        const mean = results.reduce((sum, one) => sum + resultOf(one, rule, horizon).gross, 0) / seeds.length
        assert.ok(Math.abs(mean) < 0.85, `${rule}, ${horizon} days: ${mean.toFixed(2)}`)
      }
    }
  })
})
