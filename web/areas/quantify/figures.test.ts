import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, moneyOf, priceOf, rateOf } from '@mex/core/money/money.ts'

import { centsOf, faultOf, keptReturn, lastDays, outcomeOf, partText } from './figures.ts'

test('outcomes are after the fees of the server: a gain, nothing, and the worst fall', () => {
  const shown = ['0.04', '0', '-0.0545', '-1.2'].map((part) => {
    const { value, fees, gain } = outcomeOf(moneyOf('20000'), 30, rateOf(part))
    return [value, fees, gain].map(formatMoney)
  })
  assert.deepEqual(shown, [
    ['20800.00', '87.40', '712.60'],
    ['20000.00', '8.22', '-8.22'],
    ['18910.00', '8.22', '-1098.22'],
    ['0.00', '0.00', '-20000.00'],
  ])
})

test('an amount field gives cents, or nothing', () => {
  assert.deepEqual(['100', '1.5', '0.01', '', '1.', '1.234', '-1', '1e3'].map(centsOf), [
    10_000n,
    150n,
    1n,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('says why an amount cannot be put in', () => {
  const product = { minAmount: moneyOf('100'), maxAmount: moneyOf('1000000'), mine: moneyOf('5000') }
  const fault = (amount: string, available = '100000') => faultOf(product, centsOf(amount), moneyOf(available))
  assert.deepEqual(
    ['', '0', '99.99', '1000000.01', '5000.01', '5000'].map((amount) => fault(amount)),
    ['nothing', 'nothing', 'outside', 'outside', 'full', undefined],
  )
  assert.equal(fault('5000', '4999.99'), 'over_money')
})

test('the return of keeping counts from so many days before', () => {
  const history = [0, 1, 2, 3].map((day): [number, ReturnType<typeof priceOf>, ReturnType<typeof priceOf>] => [
    day * 86_400,
    priceOf('1'),
    priceOf(String(1 + day)),
  ])
  assert.equal(keptReturn(history, 2), 10n ** 12n)
  assert.equal(keptReturn(history, 4), undefined)
  assert.equal(keptReturn([], 1), undefined)
  assert.deepEqual(lastDays(history, 2), history.slice(1))
  assert.deepEqual([lastDays(history, 4), lastDays([], 1)], [history, []])
  assert.equal(partText(rateOf('0.0418'))?.text, '+4.18%')
  assert.equal(partText(undefined), undefined)
})
