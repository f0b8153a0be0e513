import assert from 'node:assert/strict'
import { test } from 'node:test'
import { events, type EventCode } from './accounts.ts'
import { irreversible, reversed, reversibleEvents } from './reversal.ts'
import { credit, debit, journal, type Journal, type JournalHead, type Line } from './ledger.ts'
import { moneyOf, nothing } from '#money/money.ts'

const at = 1_700_000_000_000
const head = (event: EventCode): JournalHead => ({
  event,
  key: `${event}:7:credit`,
  user: 3,
  at,
  reference: { type: 'user', id: 3 },
  memo: undefined,
})
const hundred = moneyOf('100.00')
const deposit = (event: EventCode = 'E03'): Journal =>
  journal(head(event), [debit('SYS.DEPOSIT_PENDING', 'MXN', hundred), credit('U.AVAIL', 'BALANCE', hundred)])

const sides = ({ lines }: Journal): string[] =>
  lines.map(({ account, currency, debit: left, credit: right }) => `${account} ${currency} ${left} ${right}`)

test('only external payments and payments by the clock are reversible', () => {
  for (const event of Object.keys(events) as EventCode[]) {
    const allowed = /^E(0[2-7]x?|3[6-9]|61|82|83)$/.test(event)
    assert.equal(reversibleEvents.has(event), allowed, event)
    assert.equal(irreversible(deposit(event)) === undefined, allowed, event)
  }
})

const refused: readonly (readonly [string, readonly Line[]])[] = [
  [
    'moves other money than free money',
    [debit('U.MARGIN', 'US_STOCK', hundred), credit('SYS.FUNDING', 'USD', hundred)],
  ],
  ['moves other money than free money', [debit('U.ORDER', 'US_STOCK', hundred), credit('SYS.FUNDING', 'USD', hundred)]],
  ['does not balance', [debit('U.AVAIL', 'US_STOCK', hundred), credit('SYS.FUNDING', 'USD', moneyOf('99.00'))]],
]
for (const [why, lines] of refused)
  test(`a journal that ${why} is left alone: ${lines[0]?.account}`, () => {
    assert.equal(irreversible({ ...head('E36'), lines }), why)
  })

test('a reversal swaps debit and credit of every line, once, under one key', () => {
  const mirror = reversed({ id: 41, original: deposit(), at: at + 1, available: () => moneyOf('500.00') })
  assert.deepEqual(sides(mirror), ['SYS.DEPOSIT_PENDING MXN 0 10000', 'U.AVAIL MXN 10000 0'])
  assert.deepEqual(
    [mirror.event, mirror.key, mirror.user, mirror.at, mirror.reference],
    ['E91', 'E91:41:reverse', 3, at + 1, { type: 'journal', id: 41 }],
  )
})

test('a reversal takes spent money from the reserve, so that no balance goes below zero', () => {
  const part = reversed({ id: 41, original: deposit(), at, available: () => moneyOf('30.00') })
  assert.deepEqual(sides(part), ['SYS.DEPOSIT_PENDING MXN 0 10000', 'U.AVAIL MXN 3000 0', 'SYS.RESERVE MXN 7000 0'])
  const all = reversed({ id: 41, original: deposit(), at, available: () => nothing })
  assert.deepEqual(sides(all), ['SYS.DEPOSIT_PENDING MXN 0 10000', 'SYS.RESERVE MXN 10000 0'])
})

test('a reversed charge is returned to the user in full', () => {
  const charge = journal(head('E36'), [debit('U.AVAIL', 'US_STOCK', hundred), credit('SYS.FUNDING', 'USD', hundred)])
  const mirror = reversed({ id: 9, original: charge, at, available: () => nothing })
  assert.deepEqual(sides(mirror), ['U.AVAIL USD 0 10000', 'SYS.FUNDING USD 10000 0'])
})
