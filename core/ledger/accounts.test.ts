import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chart, eventNumber, events, isUserAccount, levyAccount, userAccounts, type EventCode } from './accounts.ts'

test('bill types are the numbers of the events', () => {
  const cases: [EventCode, number][] = [
    ['E01', 1],
    ['E03x', 3],
    ['E11x', 11],
    ['E20', 20],
    ['E34', 34],
    ['E93', 93],
    ['NOTE', 0],
  ]
  for (const [event, number] of cases) assert.equal(eventNumber(event), number, event)
})

test('every event but a note has a number of its own, its variants share it', () => {
  const numbers = new Map<number, string>()
  for (const event of Object.keys(events) as EventCode[]) {
    const plain = event.replace('x', '')
    const taken = numbers.get(eventNumber(event))
    assert.ok(taken === undefined || taken === plain, `${event} and ${taken}`)
    numbers.set(eventNumber(event), plain)
  }
})

test('accounts of users are the seven that must not be overdrawn', () => {
  const codes = Object.entries(chart).filter(([account]) => account.startsWith('U.'))
  assert.deepEqual(
    codes.map(([account]) => account),
    [...userAccounts],
  )
  for (const [, entry] of codes) assert.ok(entry.code >= 2100 && entry.code <= 2160 && entry.normal === 'credit')
  assert.equal(isUserAccount('U.MARGIN'), true)
  assert.equal(isUserAccount('SYS.RESERVE'), false)
  assert.equal(isUserAccount(levyAccount('stamp')), false)
})
