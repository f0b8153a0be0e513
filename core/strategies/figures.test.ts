import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatRate, priceOf } from '#money/money.ts'
import { growthBetween, maximumDrawdown, returnOver, worstReturn, type NavPoint } from './figures.ts'
import { strikeAfter, strikeBy, strikeDate, strikeFrom, strikeOf } from './strike.ts'

const points = (...navs: readonly string[]): readonly NavPoint[] =>
  navs.map((nav, index) => ({ date: 100 + index, nav: priceOf(nav) }))
const shown = (rate: bigint | undefined): string | undefined =>
  rate === undefined ? undefined : formatRate(rate as Parameters<typeof formatRate>[0])

test('the return of a number of days compares the last value with the one so many days before', () => {
  const record = points('1', '1.1', '0.88', '0.99')
  assert.equal(shown(returnOver(record, 1)), '0.125')
  assert.equal(shown(returnOver(record, 2)), '-0.1')
  assert.equal(shown(returnOver(record, 3)), '-0.01')
  assert.equal(returnOver(record, 4), undefined)
  assert.equal(returnOver([], 1), undefined)
})

test('a date without a value takes the one before it', () => {
  const record = [
    { date: 1, nav: priceOf('1') },
    { date: 9, nav: priceOf('2') },
  ]
  assert.equal(shown(returnOver(record, 3)), '1')
})

test('the worst fall counts from the highest value before it', () => {
  assert.equal(shown(maximumDrawdown(points('1', '2', '1.5', '3', '2.4', '2.5', '2.1'))), '-0.3')
  assert.equal(shown(maximumDrawdown(points('1', '1', '2'))), '0')
  assert.equal(shown(maximumDrawdown([])), '0')
})

test('the worst days in a row', () => {
  const record = points('1', '2', '1.5', '1.2', '3')
  assert.equal(shown(worstReturn(record, 1)), '-0.25')
  assert.equal(shown(worstReturn(record, 2)), '-0.4')
  assert.equal(worstReturn(record, 5), undefined)
})

test('a value that was lost does not grow', () => {
  assert.equal(growthBetween(priceOf('0'), priceOf('1')), 0n)
})

test('strikes are at 21:30 UTC of every day', () => {
  const at = strikeOf(20_000)
  assert.equal(strikeDate(at), '2024-10-04')
  assert.equal((at.instant / 60_000) % 1440, 21 * 60 + 30)
  assert.deepEqual(strikeFrom(at.instant), at)
  assert.deepEqual(strikeBy(at.instant), at)
  assert.deepEqual(strikeAfter(at.instant), strikeOf(20_001))
  assert.deepEqual(strikeAfter(at.instant - 1), at)
  assert.deepEqual(strikeFrom(at.instant + 1), strikeOf(20_001))
  assert.deepEqual(strikeBy(at.instant - 1), strikeOf(19_999))
})
