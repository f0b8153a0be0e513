import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { closingFill, closingOf, closingPosting, positionAfterClosing, type ClosingFacts } from './closing.ts'
import { feeTotal, noFee, type Fee } from './fees.ts'
import type { Opposite } from './liquidation.ts'
import {
  formatMoney,
  formatPrice,
  money,
  moneyOf,
  nothing,
  one,
  priceOf,
  quantityOf,
  rate,
  value,
  valueOf,
} from '#money/money.ts'
import type { Position } from './positions.ts'
import { closed, owedTotal } from './postings.ts'
import { hongKongShare, openPosition, share } from './examples-testing.ts'

type Case = {
  readonly units?: string
  readonly at: string
  readonly fee?: Fee
  readonly available?: string
  readonly opposites?: readonly Opposite[]
}
const close = (position: Position, facts: Case) => {
  const units = facts.units === undefined ? position.quantity : quantityOf(facts.units)
  const closing: ClosingFacts = {
    quantity: units,
    exit: valueOf(priceOf(facts.at), units, share.multiplier),
    conversionRateOf: () => one,
    fee: facts.fee ?? noFee,
    available: moneyOf(facts.available ?? '0'),
    opposites: facts.opposites ?? [],
  }
  return closingFill(position, closing)
}
const commission = (amount: string): Fee => ({ commission: moneyOf(amount), levies: {} })

test('half closes at a profit: margin and profit less fees come back (rulebook §16.6)', () => {
  const position = { ...openPosition(share, { at: '50.00' }), openingFee: moneyOf('0.99') }
  const fill = close(position, { units: '50', at: '53.20', fee: commission('1.01') })
  assert.deepEqual([fill.portion.margin, fill.profit, fill.received, fill.netProfit].map(formatMoney), [
    '500.00',
    '160.00',
    '658.99',
    '158.50',
  ])
  const rest = positionAfterClosing(position, fill, { at: 9, reason: 'user', unlocked: quantityOf('0') })
  assert.deepEqual([rest.state, rest.quantity, formatMoney(rest.margin)], ['OPEN', quantityOf('50'), '500.00'])
  assert.equal(formatMoney(rest.openingFee), '0.50')
})

test('100 at 0.10 in Hong Kong, fees 4.00 on a margin of 2.00: 2.00 from free money (rulebook §16.6)', () => {
  const position = openPosition(hongKongShare, { at: '0.100' })
  const rich = close(position, { at: '0.100', fee: commission('4.00'), available: '8.00' })
  assert.equal(formatMoney(rich.received), '-2.00')
  const poor = close(position, { at: '0.100', fee: commission('4.00'), available: '0.50' })
  assert.deepEqual([formatMoney(poor.received), formatMoney(feeTotal(poor.fee))], ['-0.50', '2.50'])
  assert.equal(formatMoney(poor.netProfit), '-2.50')
})

test('levies are paid before the commission when not all can be paid', () => {
  const fee: Fee = { commission: moneyOf('3.00'), levies: { stamp: moneyOf('1.00'), sfc: moneyOf('0.02') } }
  const fill = close(openPosition(hongKongShare, { at: '0.100', margin: moneyOf('1.01') }), { at: '0.100', fee })
  assert.deepEqual(fill.fee, { commission: 0n, levies: { stamp: moneyOf('1.00'), sfc: moneyOf('0.01') } })
})

test('a short owes 1,000.00 of a dividend: covered at 70 the user is even (rulebook §17.3)', () => {
  const short = openPosition(share, { direction: 'short', margin: nothing })
  const owing: Position = { ...short, owed: { funding: nothing, issuer: moneyOf('1000.00') } }
  const even = close(owing, { at: '70' })
  assert.deepEqual([even.profit, owedTotal(even.owedPaid), even.received].map(formatMoney), [
    '3000.00',
    '1000.00',
    '2000.00',
  ])
  assert.equal(owedTotal(even.owedUnpaid), 0n)
  const flat = close(owing, { at: '100' })
  assert.deepEqual([owedTotal(flat.owedPaid), owedTotal(flat.owedUnpaid), flat.received].map(formatMoney), [
    '0.00',
    '1000.00',
    '0.00',
  ])
  assert.equal(flat.beyondMargin, false)
  const half = close(owing, { units: '50', at: '98' })
  assert.equal(formatMoney(owedTotal(half.owedPaid)), '100.00')
  assert.equal(owedTotal(half.owedUnpaid), 0n)
  const rest = positionAfterClosing(owing, half, { at: 9, reason: 'user', unlocked: quantityOf('0') })
  assert.equal(formatMoney(owedTotal(rest.owed)), '900.00')
})

test('a closing pays owed funding before what is owed to the issuer', () => {
  const owed = { funding: moneyOf('30.00'), issuer: moneyOf('50.00') }
  const fill = close({ ...openPosition(share, { margin: moneyOf('60.00') }), owed }, { at: '100' })
  assert.deepEqual(fill.owedPaid, { funding: moneyOf('30.00'), issuer: moneyOf('30.00') })
  assert.deepEqual(fill.owedUnpaid, { funding: 0n, issuer: moneyOf('20.00') })
})

test('a loss does not reduce the owed funding that the margin pays', () => {
  const owed = { funding: moneyOf('6.00'), issuer: moneyOf('1.00') }
  const fill = close({ ...openPosition(share, { margin: moneyOf('5.00') }), owed }, { at: '99.99' })
  assert.deepEqual(fill.owedPaid, { funding: moneyOf('5.00'), issuer: 0n })
  assert.deepEqual(fill.owedUnpaid, { funding: moneyOf('1.00'), issuer: moneyOf('1.00') })
  assert.deepEqual([fill.beyondMargin, formatMoney(fill.profit)], [true, '-1.00'])
})

test('a position stays open until its quantity is zero', () => {
  const position = openPosition(share, { units: '1' })
  const fill = close(position, { units: '0.99999999', at: '100' })
  const rest = positionAfterClosing(position, fill, { at: 9, reason: 'user', unlocked: quantityOf('0') })
  assert.deepEqual([rest.state, rest.quantity, rest.closedAt], ['OPEN', 1n, undefined])
})

test('a loss one cent above the margin is a deficit', () => {
  const position = openPosition(share, { margin: moneyOf('0.99') })
  assert.equal(close(position, { at: '99.99', fee: commission('1.00') }).beyondMargin, true)
  assert.equal(close({ ...position, margin: moneyOf('1.00') }, { at: '99.99' }).beyondMargin, false)
})

test('a gap beyond the margin: no fee, free money untouched, the reserve pays (rulebook §16.5)', () => {
  const position = openPosition(share, { at: '50.00', units: '50', margin: moneyOf('750.00') })
  const fill = close(position, { at: '34.00', fee: commission('5.00'), available: '1000.00' })
  assert.deepEqual([fill.beyondMargin, fill.received, fill.fee, fill.covers], [true, 0n, noFee, []])
  const entry = closed(
    { user: 7, at: 9 },
    closingPosting(position, fill, { reference: { type: 'position', id: 1 }, period: 'q' }),
  )
  assert.equal(entry.event, 'E35')
  assert.deepEqual(
    entry.lines.map((line) => [line.account, formatMoney(line.debit), formatMoney(line.credit)]),
    [
      ['U.MARGIN', '750.00', '0.00'],
      ['SYS.MARKET', '0.00', '800.00'],
      ['SYS.RESERVE', '50.00', '0.00'],
    ],
  )
})

test('long and short 100 at 100, L 5, gap to 75.70: 430.00 from the short, nothing from the reserve (rulebook §16.5)', () => {
  const long = openPosition(share, { id: 1 })
  const short = openPosition(share, { id: 2, direction: 'short' })
  const fill = close(long, { at: '75.70', opposites: [{ position: short, equity: moneyOf('4430.00') }] })
  assert.deepEqual(
    fill.covers.map((cover) => [cover.position, formatMoney(cover.taken)]),
    [[2, '430.00']],
  )
  const names = { reference: { type: 'position', id: 1 }, period: 'q' } as const
  const entry = closed({ user: 7, at: 9 }, closingPosting(long, fill, names))
  assert.ok(entry.lines.every((line) => line.account !== 'SYS.RESERVE'))
})

test('returns the row for the list of closed positions', () => {
  const position = openPosition(share, { id: 3, units: '3', at: '10.00' })
  const fill = close(position, { at: '10.01', fee: commission('0.15') })
  const row = closingOf(position, fill, share.multiplier, { order: 8, quote: 'q', reason: 'user', at: 9 })
  assert.deepEqual(
    [row.position, row.order, formatPrice(row.price), formatMoney(row.profit), formatMoney(row.netProfit)],
    [3, 8, '10.01', '0.03', '-0.12'],
  )
  // 1.00000001 ÷ 3 = 0.3333333366…, 1 ÷ 3 = 0.33333333…
  const exitAt = (exit: bigint) =>
    closingOf(position, { ...fill, exit: value(exit) }, share.multiplier, {
      order: 8,
      quote: 'q',
      reason: 'user',
      at: 9,
    }).price
  assert.deepEqual([exitAt(100_000_001n), exitAt(100_000_000n)], [33_333_334n, 33_333_333n])
  const after = positionAfterClosing(position, fill, { at: 9, reason: 'user', unlocked: quantityOf('0') })
  assert.deepEqual([after.state, after.closeReason, after.closedAt, after.margin], ['CLOSED', 'user', 9, 0n])
})

test('closing in portions returns what closing at once returns, up to the rounding of each profit', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 6 })
  const facts = fc.record({
    cents: fc.integer({ min: 4000, max: 16_000 }),
    fx: fc.bigInt({ min: 10n ** 12n, max: 20n * 10n ** 12n }).map(rate),
    direction: fc.constantFrom('long', 'short'),
  } as const)
  fc.assert(
    fc.property(parts, facts, (units, { cents, fx, direction }) => {
      const total = units.reduce((sum, each) => sum + each, 0)
      // Margin above the whole cost, so that no part loses more than its margin.
      const margin = money(BigInt(total) * 10_000n * 20n * 2n)
      const whole = openPosition(share, { units: String(total), direction, margin })
      const at = priceOf(String(cents / 100))
      const conversionRate = { conversionRateOf: () => fx, fee: noFee, available: nothing, opposites: [] }
      const part = (position: Position, lots: number) => {
        const amount = quantityOf(String(lots))
        return closingFill(position, { quantity: amount, exit: valueOf(at, amount, one), ...conversionRate })
      }
      let rest = whole
      let received = 0n
      for (const lots of units) {
        const fill = part(rest, lots)
        received += fill.received
        rest = positionAfterClosing(rest, fill, { at: 9, reason: 'user', unlocked: quantityOf('0') })
      }
      assert.equal(rest.state, 'CLOSED')
      const apart = received - part(whole, total).received
      assert.ok(apart * apart <= BigInt(units.length * units.length))
    }),
  )
})

test('for any closing, the journal balances and free money never goes below zero', () => {
  const cents = fc.bigInt({ min: 0n, max: 500_000n }).map(money)
  const facts = fc.record({
    at: fc.integer({ min: 1, max: 30_000 }),
    part: fc.integer({ min: 1, max: 100 }),
    margin: cents,
    funding: cents,
    issuer: cents,
    commission: cents,
    stamp: cents,
    available: cents,
    opposite: cents,
    direction: fc.constantFrom('long', 'short'),
  } as const)
  fc.assert(
    fc.property(facts, (given) => {
      const owed = { funding: given.funding, issuer: given.issuer }
      const position = { ...openPosition(share, { direction: given.direction, margin: given.margin }), owed }
      const other = openPosition(share, { id: 2, margin: given.opposite })
      const fill = close(position, {
        units: String(given.part),
        at: String(given.at / 100),
        fee: { commission: given.commission, levies: { stamp: given.stamp } },
        available: formatMoney(given.available),
        opposites: [{ position: other, equity: given.opposite }],
      })
      const names = { reference: { type: 'position', id: 1 }, period: 'q' } as const
      const entry = closed({ user: 7, at: 9 }, closingPosting(position, fill, names))
      const freed = entry.lines
        .filter((line) => line.account === 'U.AVAIL')
        .reduce((sum, line) => sum + line.credit - line.debit, 0n)
      assert.equal(freed, fill.received)
      assert.ok(freed + given.available >= 0n)
      assert.ok(!fill.beyondMargin || freed === 0n)
      const taken = fill.covers.reduce((sum, cover) => sum + cover.taken, 0n)
      assert.ok(taken <= given.opposite)
      assert.equal(entry.event, fill.beyondMargin ? 'E35' : 'E34')
    }),
    { numRuns: 1000 },
  )
})
