import assert from 'node:assert/strict'
import { test } from 'node:test'

import type { Zone } from '@mex/core/time-zone.ts'

import { dayRows } from './day-rows.ts'

const at = (text: string) => Date.parse(text)
const rows: readonly { readonly at: number }[] = [
  '2026-11-20T06:30:00Z',
  '2026-11-20T05:59:00Z',
  '2026-11-19T06:00:00Z',
  '2026-11-02T12:00:00Z',
].map((text) => ({ at: at(text) }))
const instantOf = (row: { readonly at: number }): number => row.at
const shown = (zone: Zone) =>
  dayRows(rows, instantOf, at('2026-11-20T15:00:00Z'), zone).map((item) =>
    item.kind === 'day' ? `${item.day} ${item.date}` : `${item.isFirst ? '(' : ''}row${item.isLast ? ')' : ''}`,
  )

test('starts days at midnight in the time zone of the reader', () => {
  assert.deepEqual(shown('UTC'), [
    'today 11/20/2026',
    '(row',
    'row)',
    'yesterday 11/19/2026',
    '(row)',
    'earlier 11/02/2026',
    '(row)',
  ])
  assert.deepEqual(shown('America/Mexico_City'), [
    'today 11/20/2026',
    '(row)',
    'yesterday 11/19/2026',
    '(row',
    'row)',
    'earlier 11/02/2026',
    '(row)',
  ])
})

test('heads every day with its date when the time is unknown', () => {
  const days = dayRows(rows, instantOf, undefined, 'UTC').flatMap((item) => (item.kind === 'day' ? [item.day] : []))
  assert.deepEqual(days, ['earlier', 'earlier', 'earlier'])
})

test('has no headings without rows', () => {
  assert.deepEqual(dayRows([], instantOf, at('2026-11-20T15:00:00Z'), 'UTC'), [])
})
