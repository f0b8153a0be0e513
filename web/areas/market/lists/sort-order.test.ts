import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { SortColumn } from '@mex/contract/market/fields.ts'
import { sources } from '@mex/core/market/instrument.ts'
import { priceOf, quantityOf, percent } from '@mex/core/money/money.ts'
import { nextSortOrder } from '#components/sort-order.ts'
import { tickOf, type Listing } from '#areas/market/door/listing.ts'
import { sortRows, sortParameters, type SortOrder } from './sort-order.ts'

const row = (code: string, last: string | undefined, ratio: bigint | undefined, name = code): Listing => ({
  code,
  name,
  market: 'US',
  source: sources.stock,
  classify: 'UsStock',
  last: last === undefined ? undefined : priceOf(last),
  change: undefined,
  changeRatio: ratio === undefined ? undefined : percent(ratio),
  volume: quantityOf('1'),
})

const rows = [row('B', '2', -5n), row('A', undefined, undefined), row('C', '10', 0n), row('D', '9', 7n)]
const codes = (order: SortOrder) =>
  sortRows(rows, order, 'en')
    .map(({ code }) => code)
    .join('')

test('cycles a column through descending, ascending and unsorted; names start ascending', () => {
  const high = nextSortOrder<SortColumn>(undefined, 'changeRatio')
  assert.deepEqual(high, { column: 'changeRatio', from: 'high' })
  const low = nextSortOrder(high, 'changeRatio')
  assert.deepEqual(low, { column: 'changeRatio', from: 'low' })
  assert.equal(nextSortOrder(low, 'changeRatio'), undefined)
  assert.deepEqual(nextSortOrder(low, 'name'), { column: 'name', from: 'low' })
  assert.deepEqual(nextSortOrder({ column: 'name', from: 'low' }, 'name'), { column: 'name', from: 'high' })
})

test('sorts rows, with unknown values last in both directions', () => {
  const cases: [SortOrder, string][] = [
    [undefined, 'BACD'],
    [{ column: 'last', from: 'high' }, 'CDBA'],
    [{ column: 'last', from: 'low' }, 'BDCA'],
    [{ column: 'changeRatio', from: 'high' }, 'DCBA'],
    [{ column: 'changeRatio', from: 'low' }, 'BCDA'],
    [{ column: 'name', from: 'low' }, 'ABCD'],
    [{ column: 'name', from: 'high' }, 'DCBA'],
  ]
  for (const [order, expected] of cases) assert.equal(codes(order), expected, JSON.stringify(order))
})

test('sends the same order to the server', () => {
  assert.deepEqual(sortParameters(undefined), {})
  assert.deepEqual(sortParameters({ column: 'last', from: 'high' }), { sort: 'last', order: 'desc' })
  assert.deepEqual(sortParameters({ column: 'name', from: 'low' }), { sort: 'name', order: 'asc' })
})

test('estimates the price step of a row without one', () => {
  const pair = (last: string): Listing => ({ ...row('EURUSD', last, 0n), market: 'FX' })
  const cases: [Listing, string][] = [
    [row('AAPL', '176.1', 0n), '0.01'],
    [row('AAPL', undefined, 0n), '0.01'],
    [row('PENNY', '0.1234', 0n), '0.0001'],
    [pair('1.16'), '0.00001'],
    [pair('154.2'), '0.001'],
    [{ ...row('ES', '6846.25', 0n), tick: priceOf('0.25') }, '0.25'],
  ]
  for (const [listing, tick] of cases) assert.equal(tickOf(listing), priceOf(tick), listing.code)
})
