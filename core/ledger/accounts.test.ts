import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  chart,
  eventNumber,
  events,
  isUserAccount,
  levies,
  levyAccount,
  userAccounts,
  type Account,
  type EventCode,
} from './accounts.ts'

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

test('the user accounts are those of the chart that start with U', () => {
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

test('the numbers of the chart of accounts (rulebook §8.2)', () => {
  const numbers: Partial<Record<Account, number>> = {
    'EXT.CHAIN': 1010,
    'EXT.FIAT': 1020,
    'U.AVAIL': 2100,
    'U.ORDER': 2110,
    'U.MARGIN': 2120,
    'U.SUBSCR': 2130,
    'U.WDRAW': 2140,
    'U.XFER': 2150,
    'U.PRODUCT': 2160,
    'SYS.DEPOSIT_PENDING': 2700,
    'SYS.DEFERRED_RENT': 2800,
    'SYS.MARKET': 3000,
    'SYS.ISSUER': 3100,
    'SYS.FUNDING': 3200,
    'SYS.FX': 3300,
    'SYS.POOL': 3400,
    'SYS.ENERGY': 3410,
    'SYS.GRANT': 3500,
    'SYS.RESERVE': 3600,
    'REV.COMMISSION': 4010,
    'REV.PERF_FEE': 4020,
    'REV.MGMT_FEE': 4030,
    'REV.WITHDRAW_FEE': 4040,
    'REV.FX_SPREAD': 4050,
    'REV.BELOW_MIN': 4060,
    'REV.RENT': 4070,
    ...Object.fromEntries(levies.map((levy) => [levyAccount(levy), 2900])),
  }
  assert.deepEqual(Object.fromEntries(Object.entries(chart).map(([account, { code }]) => [account, code])), numbers)
})
