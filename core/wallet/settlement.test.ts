import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { money, moneyOf } from '#money/money.ts'
import {
  addUnsettled,
  consumeUnsettled,
  nextRelease,
  releasedDates,
  stillUnsettled,
  unsettledTotal,
  type Unsettled,
} from './settlement.ts'
import { transferable, type Wallet } from './wallets.ts'

const row = (releaseDate: string, amount: string): Unsettled => ({ releaseDate, amount: moneyOf(amount) })

test('ten round trips of 200,000 in a wallet of 1,000,000 leave 800,000 to move (rulebook §10.4)', () => {
  let rows: readonly Unsettled[] = []
  const trip = moneyOf('200000')
  for (let turn = 0; turn < 10; turn += 1) {
    rows = addUnsettled(consumeUnsettled(rows, trip), trip, '2026-11-24')
  }
  assert.equal(unsettledTotal(rows), trip)
  assert.equal(transferable(moneyOf('1000000'), unsettledTotal(rows)), moneyOf('800000'))
})

test('consumes the oldest proceeds first, whatever the order of the rows', () => {
  const rows = [row('2026-11-25', '50'), row('2026-11-24', '30')]
  assert.equal(nextRelease(rows), '2026-11-24')
  assert.deepEqual(consumeUnsettled(rows, moneyOf('40')), [row('2026-11-25', '40')])
  assert.deepEqual(consumeUnsettled(rows, moneyOf('30')), [row('2026-11-25', '50')])
  assert.deepEqual(consumeUnsettled(rows, moneyOf('1000')), [])
  assert.deepEqual(consumeUnsettled(rows, moneyOf('0')), [row('2026-11-24', '30'), row('2026-11-25', '50')])
  const three = [row('2026-11-25', '50'), row('2026-11-26', '20'), row('2026-11-24', '30')]
  assert.deepEqual(consumeUnsettled(three, moneyOf('40')), [row('2026-11-25', '40'), row('2026-11-26', '20')])
  // What was gained uses up nothing.
  assert.deepEqual(consumeUnsettled(rows, moneyOf('-5')), [row('2026-11-24', '30'), row('2026-11-25', '50')])
  assert.equal(nextRelease([]), undefined)
})

test('a row is void from a quarter past midnight of its market on (rulebook §2.2)', () => {
  const rows = [row('2026-11-24', '30'), row('2026-11-25', '50')]
  const cases: readonly (readonly [wallet: Wallet, released: string])[] = [
    ['US_STOCK', '2026-11-24T05:15:00Z'],
    ['HK_STOCK', '2026-11-23T16:15:00Z'],
    ['BALANCE', '2026-11-24T06:15:00Z'],
  ]
  for (const [wallet, instant] of cases) {
    const at = Date.parse(instant)
    assert.deepEqual(stillUnsettled(rows, wallet, at - 1), rows, wallet)
    assert.deepEqual(stillUnsettled(rows, wallet, at), rows.slice(1), wallet)
    assert.deepEqual(stillUnsettled(rows, wallet, at + 86_400_000), [], wallet)
  }
})

test('proceeds are released by the date of each wallet’s market, and never held back in other wallets', () => {
  // A quarter past midnight in New York; in Hong Kong it is 13:15 and in Mexico City 23:15 of the day before.
  assert.deepEqual(Object.fromEntries(releasedDates(Date.parse('2026-11-24T05:15:00Z'))), {
    BALANCE: '2026-11-23',
    US_STOCK: '2026-11-24',
    HK_STOCK: '2026-11-24',
  })
  const rows = [row('2026-11-24', '30')]
  assert.equal(stillUnsettled(rows, 'FUTURE', Date.parse('2027-01-01T00:00:00Z')), rows)
})

test('keeps one row per date, and none for zero or a loss', () => {
  const rows = addUnsettled([row('2026-11-25', '50')], moneyOf('5'), '2026-11-24')
  assert.deepEqual(rows, [row('2026-11-24', '5'), row('2026-11-25', '50')])
  assert.deepEqual(addUnsettled(rows, moneyOf('7'), '2026-11-25'), [row('2026-11-24', '5'), row('2026-11-25', '57')])
  const later = addUnsettled(rows, moneyOf('0.01'), '2026-11-27')
  assert.deepEqual(addUnsettled(later, moneyOf('0.01'), '2026-11-26'), [
    ...rows,
    row('2026-11-26', '0.01'),
    row('2026-11-27', '0.01'),
  ])
  assert.equal(addUnsettled(rows, moneyOf('0'), '2026-11-26'), rows)
  assert.equal(addUnsettled(rows, moneyOf('-1'), '2026-11-26'), rows)
})

test('consumes at most the unsettled amount', () => {
  const rows = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.bigInt({ min: 1n, max: 1000n })))
  fc.assert(
    fc.property(rows, fc.bigInt({ min: 0n, max: 5000n }), (entries, amount) => {
      let before: readonly Unsettled[] = []
      for (const [day, cents] of entries) before = addUnsettled(before, money(cents), `2026-11-0${day}`)
      const after = consumeUnsettled(before, money(amount))
      const expected = unsettledTotal(before) - amount
      assert.equal(unsettledTotal(after), expected > 0n ? expected : 0n)
      assert.ok(after.every((each) => each.amount > 0n))
    }),
  )
})
