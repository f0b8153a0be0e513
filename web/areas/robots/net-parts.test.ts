import type { RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { moneyOf, priceOf, rateOf, value } from '@mex/core/money/money.ts'
import { inCents, tickIncome } from '@mex/core/robots/economics.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'

import { netParts } from './net-parts.ts'

const price = moneyOf('20000')
const base = { difficulty: rateOf('8000'), coin: priceOf('60000') }

/** A rental with one entry for each pair of difficulty and price; an idle tick has no income. */
function rental(ticks: readonly (readonly [difficulty: string, coin: string, isIdle?: boolean])[]): RobotOrderDetail {
  const series = ticks.map(([difficulty, coin, isIdle = false], place) => {
    const now = { difficulty: rateOf(difficulty), coin: priceOf(coin) }
    const income = isIdle ? value(0n) : tickIncome(price, base, now)
    return { at: place, difficulty: now.difficulty, coinPrice: now.coin, income, energyUsed: isIdle ? 0 : 1 }
  })
  const income = inCents(value(series.reduce((sum, tick) => sum + tick.income, 0n)))
  const order = { price, baseDifficulty: base.difficulty, baseCoinPrice: base.coin, series, income }
  return order as unknown as RobotOrderDetail
}

const hundred = <Tick>(tick: Tick): readonly Tick[] => Array.from({ length: 100 }, () => tick)

const cases = [
  ['nothing changes', rental(hundred(['8000', '60000'])), { idle: '0.00', coin: '0.00', difficulty: '0.00' }],
  ['the coin falls by half', rental(hundred(['8000', '30000'])), { idle: '0.00', coin: '-9.90', difficulty: '0.00' }],
  ['the difficulty doubles', rental(hundred(['16000', '60000'])), { idle: '0.00', coin: '0.00', difficulty: '-9.90' }],
  ['it stands still', rental(hundred(['8000', '60000', true])), { idle: '-19.80', coin: '0.00', difficulty: '0.00' }],
] as const

for (const [title, order, { idle, coin, difficulty }] of cases) {
  test(`the parts of the income when ${title}`, () => {
    assert.deepEqual(netParts(order), {
      flat: moneyOf('19.80'),
      idleTicks: idle === '0.00' ? 0 : 100,
      idle: moneyOf(idle),
      coin: moneyOf(coin),
      difficulty: moneyOf(difficulty),
    })
  })
}

test('the parts add up to the income, to the cent', () => {
  const order = rental([
    ['8000', '60000'],
    ['8003.33', '61234.56'],
    ['8010.01', '59876.54', true],
    ['8100', '12345.67'],
    ['8200', '70000.01'],
  ])
  const parts = netParts(order)
  assert.ok(parts !== undefined)
  assert.equal(parts.flat + parts.idle + parts.coin + parts.difficulty, order.income)
  assert.equal(parts.idleTicks, 1)
})

test('there are no parts before it mines', () => {
  assert.equal(netParts({ ...rental([]), baseDifficulty: undefined }), undefined)
  assert.equal(netParts(rental([])), undefined)
})
