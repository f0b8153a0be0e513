import assert from 'node:assert/strict'
import { test } from 'node:test'

import { monthOf, monthsBetween, monthText } from './months.ts'

const at = (text: string) => Date.parse(text)

test('takes the month in the time zone of the reader', () => {
  assert.equal(monthOf(at('2026-12-01T03:00:00Z'), 'UTC'), '2026-12')
  assert.equal(monthOf(at('2026-12-01T03:00:00Z'), 'America/Mexico_City'), '2026-11')
})

test('lists all months between two instants, newest first', () => {
  const between = (first: string, last: string) => monthsBetween(at(first), at(last), 'UTC')
  assert.deepEqual(between('2025-11-30T00:00:00Z', '2026-02-01T00:00:00Z'), [
    '2026-02',
    '2026-01',
    '2025-12',
    '2025-11',
  ])
  assert.deepEqual(between('2026-02-01T00:00:00Z', '2026-02-28T00:00:00Z'), ['2026-02'])
  // A device clock behind the account still gives one month.
  assert.deepEqual(between('2026-05-01T00:00:00Z', '2026-02-28T00:00:00Z'), ['2026-02'])
  assert.equal(between('1990-01-01T00:00:00Z', '2026-01-01T00:00:00Z').length, 120)
})

test('names a month in the language', () => {
  assert.equal(monthText('2026-11', 'en'), 'November 2026')
  assert.equal(monthText('2026-11', 'zh-CN'), '2026年11月')
  assert.equal(monthText('2026-01', 'zh-TW'), '2026年1月')
})
