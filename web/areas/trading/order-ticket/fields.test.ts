import assert from 'node:assert/strict'
import { test } from 'node:test'

import { formatPrice, priceOf } from '@mex/core/money/money.ts'
import { currencyPair, hongKongShare, indexFuture, mexicanShare, share } from '@mex/core/trading/examples-testing.ts'

import { limitRange } from './field-errors.ts'
import { fieldsOf } from './fields.ts'
import { marketOf, sourceOf } from './use-ticket-instrument.ts'

test('shares, contracts and lots have their own units and steps', () => {
  const cases = [
    [share, '176.12', 'shares', '1', 0, '0.01', 2, 'day'],
    [share, '0.5', 'shares', '1', 0, '0.0001', 4, 'day'],
    [hongKongShare, '68.15', 'shares', '100', 0, '0.05', 2, 'day'],
    [indexFuture, '6846.25', 'contracts', '1', 0, '0.25', 2, 'month'],
    [currencyPair, '1.08432', 'lots', '0.01', 2, '0.00001', 5, 'month'],
  ] as const
  for (const [instrument, at, unit, lot, quantityDecimals, priceStep, priceDecimals, validity] of cases) {
    const { leverages, hasExtendedHours, hasAutoRoll, tick, directions, ...fields } = fieldsOf(
      instrument,
      'market',
      priceOf(at),
    )
    assert.deepEqual(fields, { unit, lot, quantityDecimals, priceStep, priceDecimals, validity })
    assert.equal(formatPrice(tick), priceStep)
    assert.equal(leverages.at(-1), instrument.leverageCap)
    assert.equal(hasExtendedHours, false)
    assert.equal(hasAutoRoll, instrument === indexFuture)
    assert.deepEqual(directions, ['long', 'short'])
  }
})

test('a share that cannot be sold short has the long side only', () => {
  assert.deepEqual(fieldsOf(mexicanShare, 'market', priceOf('55.20')).directions, ['long'])
})

test('only limit orders on US shares can work in extended hours', () => {
  assert.equal(fieldsOf(share, 'limit', priceOf('100')).hasExtendedHours, true)
  assert.equal(fieldsOf(hongKongShare, 'limit', priceOf('100')).hasExtendedHours, false)
  assert.equal(fieldsOf(indexFuture, 'limit', priceOf('100')).hasExtendedHours, false)
})

test('the range of limit prices lies on ticks inside the limit band', () => {
  const texts = ({ low, high }: ReturnType<typeof limitRange>) => [formatPrice(low), formatPrice(high)]
  assert.deepEqual(texts(limitRange(share, priceOf('283.43'))), ['226.75', '340.11'])
  assert.deepEqual(texts(limitRange(currencyPair, priceOf('1.1'))), ['1.045', '1.155'])
})

test('reads product and market of a URL and rejects invalid values', () => {
  assert.equal(sourceOf('11'), 11)
  for (const nonsense of [undefined, '', '1', '-1', '0x0', 'stock']) assert.equal(sourceOf(nonsense), undefined)
  assert.equal(marketOf('MX', 0), 'MX')
  assert.equal(marketOf('Moon', 0), undefined)
  assert.equal(marketOf(undefined, 11), 'HK')
  assert.equal(marketOf(undefined, 3), 'FUT')
  assert.equal(marketOf(undefined, 2), 'FX')
})
