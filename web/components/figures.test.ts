import assert from 'node:assert/strict'
import { test } from 'node:test'
import { moneyInMessage } from '@mex/contract/messages.ts'
import { moneyOf, percent, priceOf, type Price } from '@mex/core/money/money.ts'

import { changePercentText, linePoints, moneyText } from './figures.ts'

const prices = (...texts: string[]): Price[] => texts.map((text) => priceOf(text))
const drawn = (...texts: string[]): number[] => prices(...texts).map(Number)

test('a sparkline ends with the previous close of the change and the last price', () => {
  const cases = [
    ['as it was fetched', ['90', '100', '101'], '101', '100', ['90', '100', '101']],
    ['a tick later', ['90', '100', '101'], '99', '100', ['90', '100', '99']],
    [
      'a day later: the last close has become the previous one',
      ['90', '100', '101'],
      '103',
      '102',
      ['90', '100', '102', '103'],
    ],
    ['the first day', ['101'], '102', '100', ['100', '102']],
    ['nothing was fetched', [], '102', '100', ['100', '102']],
  ] as const
  for (const [name, closes, last, previous, points] of cases) {
    assert.deepEqual(linePoints(prices(...closes), priceOf(last), priceOf(previous)), drawn(...points), name)
  }
})

test('a message writes an amount as the page does', () => {
  for (const currency of ['USD', 'HKD', 'MXN', 'SUSD'])
    assert.equal(moneyInMessage(moneyOf('1234567.5'), currency), moneyText(moneyOf('1234567.5'), currency))
})

test('a share that rounds to nothing has the colour of the change beside it, and that of zero without one', () => {
  const trendOf = (ratio: bigint, change?: bigint) => changePercentText(percent(ratio), change)?.trend
  assert.equal(trendOf(0n, 1n), 'up')
  assert.equal(trendOf(0n, -1n), 'down')
  assert.equal(trendOf(0n, 0n), trendOf(0n))
  assert.equal(trendOf(5n, 1n), 'up')
  assert.equal(changePercentText(percent(0n), 1n)?.text, changePercentText(percent(0n))?.text)
})
