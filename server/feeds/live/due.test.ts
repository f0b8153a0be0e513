import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openCatalogue } from '#feeds/catalogue.ts'
import { openDue } from './due.ts'
import { followedBySymbol } from './listed.ts'

const catalogue = openCatalogue()
const open = () => openDue(catalogue.calendars, (now) => followedBySymbol(catalogue, now))
/** A Tuesday; New York opens for its pre-market at 08:00 UTC and ends at 24:00. */
const at = (time: string): number => Date.parse(`2026-09-08T${time}Z`)
const has = (symbols: readonly string[], ...wanted: string[]) => wanted.map((symbol) => symbols.includes(symbol))

test('the first round asks for everything once, the next ones for what trades', () => {
  const due = open()
  const first = due.at(at('14:00:00'))
  assert.deepEqual(has(first, 'AAPL', '0700.HK', 'BTC-USD', 'EURUSD=X'), [true, true, true, true])
  assert.equal(new Set(first).size, first.length)
  const next = due.at(at('14:00:30'))
  assert.deepEqual(has(next, 'AAPL', '0700.HK', 'BTC-USD', 'EURUSD=X'), [true, false, true, true])
})

test('what is closed is asked for twice an hour, and again at once after a round that failed', () => {
  const due = open()
  const asked = (time: string) => due.at(at(time)).includes('0700.HK')
  assert.deepEqual(['14:00:00', '14:29:59', '14:30:00', '14:30:30'].map(asked), [true, false, true, false])
  assert.equal(asked('15:00:00'), true)
  due.failed()
  assert.equal(asked('15:00:30'), true)
})

test('the closing prices of an exchange are asked for while they may still come', () => {
  const due = open()
  due.at(at('07:59:00'))
  // Hong Kong closes at 08:00 UTC.
  assert.deepEqual(has(due.at(at('08:20:00')), '0700.HK'), [true])
  due.at(at('08:40:00'))
  assert.deepEqual(has(due.at(at('09:00:00')), '0700.HK'), [false])
})
