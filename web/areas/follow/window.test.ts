import assert from 'node:assert/strict'
import { test } from 'node:test'
import { priceOf, rateOf } from '@mex/core/money/money.ts'

import { dailyValuesOf, returnOf, valuesOf } from './window.ts'

const day = 86_400_000
const end = Date.UTC(2026, 10, 20, 21)
/** Values so many days before the end. */
const values = (...points: readonly (readonly [before: number, nav: string])[]) =>
  points.map(([before, nav]) => ({ at: end - before * day, nav: priceOf(nav), benchmark: undefined }))

const agency = {
  return30: rateOf('-0.2'),
  return90: rateOf('0.6'),
  return365: rateOf('1'),
  endedAt: undefined,
  navHistory: values([88, '0.6'], [31, '1'], [29, '1.2'], [2, '0.9'], [0, '0.8']),
}

test('a line begins with the value from which the return beside it counts', () => {
  assert.deepEqual(
    valuesOf(agency, 30)?.map(({ nav }) => nav),
    ['1', '1.2', '0.9', '0.8'].map((nav) => priceOf(nav)),
  )
  assert.deepEqual(
    valuesOf(agency, 90)?.map(({ nav }) => nav),
    ['0.5', '0.6', '1', '1.2', '0.9', '0.8'].map((nav) => priceOf(nav)),
  )
})

test('there is no line for days whose values are not known, or whose return is not', () => {
  assert.equal(valuesOf(agency, 365), undefined)
  assert.equal(valuesOf({ ...agency, return30: undefined }, 30), undefined)
  assert.equal(valuesOf({ ...agency, navHistory: [] }, 30), undefined)
})

test('an agency that was closed on all of the days has neither a return nor a line', () => {
  const closed = { ...agency, endedAt: end - 40 * day }
  assert.deepEqual([returnOf(closed, 30), valuesOf(closed, 30)], [undefined, undefined])
  assert.equal(returnOf(closed, 90), agency.return90)
})

test('a day without a session has the value of the session before', () => {
  const daily = dailyValuesOf(agency, 30)
  assert.equal(daily.length, 31)
  assert.deepEqual(
    [daily[0], daily[1], daily[27], daily[28], daily[29], daily[30]],
    ['1', '1.2', '1.2', '0.9', '0.9', '0.8'].map((nav) => priceOf(nav)),
  )
  assert.deepEqual(dailyValuesOf(agency, 365), [])
})
