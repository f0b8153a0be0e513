import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { takesOf } from './execution.ts'
import { feeTotal } from './fees.ts'
import { formatMoney, formatPrice, moneyOf, nothing, priceOf, quantityOf } from '#money/money.ts'
import { affordableFill, costOf, executionsOf, orderAfterFill, positionAfterFill } from './opening.ts'
import { averagePrice } from './positions.ts'
import { openOrder, quoteOf, share } from './examples-testing.ts'

const none = quantityOf('0')
const takesAt = (ask: string, units: string, size = '500') =>
  takesOf(
    { side: 'buy', type: 'market', limit: undefined, remaining: quantityOf(units) },
    { instrument: share, quote: quoteOf(share, { bid: '1.00', ask, size }), previous: undefined, used: none },
  )

test('margin is cumulative: ten fills of 100 at 10.01 and L 3 draw 3,336.67 (rulebook §14.2)', () => {
  let order = openOrder(share, { units: '1000', leverage: 3, reserve: '5000.00' })
  for (let part = 0; part < 10; part += 1) {
    order = orderAfterFill(order, costOf(order, share, takesAt('10.01', '100')), 5)
  }
  assert.equal(formatMoney(order.margin), '3336.67')
  assert.equal(formatMoney(order.fee), '4.90')
  assert.equal(formatMoney(order.reserve), '1658.43')
  assert.equal(order.status, 'filled')
})

test('a fill draws the whole remaining reserve first, then free money', () => {
  const order = openOrder(share, { units: '10', leverage: 5, reserve: '200.00' })
  const fill = affordableFill(order, share, takesAt('100.00', '10'), moneyOf('0.99'))
  assert.equal(formatMoney(fill?.margin ?? moneyOf('0')), '200.00')
  assert.deepEqual([fill?.fromReserve, fill?.fromAvailable], [moneyOf('200.00'), moneyOf('0.99')])
  assert.deepEqual([fill?.cost, fill?.notional, fill?.cutBy], [100_000_000_000n, 100_000_000_000n, undefined])
})

test('a gap cuts the fill to the lots that can be paid, with the free money on record (rulebook §14.3)', () => {
  const order = openOrder(share, { units: '10', leverage: 1, reserve: '1000.50' })
  const takes = takesAt('150.00', '10', '4')
  const cut = affordableFill(order, share, takes, moneyOf('50.00'))
  assert.equal(cut?.quantity, quantityOf('6'))
  assert.equal(cut.cutBy, moneyOf('50.00'))
  const rows = executionsOf({ order: 9, quote: 'q1', at: 1000 }, cut.takes, cut.cutBy)
  assert.deepEqual(
    rows.map((row) => [row.order, row.quote, row.level, row.quantity, row.available]),
    [
      [9, 'q1', 0, quantityOf('4'), moneyOf('50.00')],
      [9, 'q1', 1, quantityOf('2'), moneyOf('50.00')],
    ],
  )
  assert.equal(affordableFill({ ...order, reserve: moneyOf('100') }, share, takes, moneyOf('50.00')), undefined)
  // Nine of ten at 100.00 with 0.99 of commission.
  const nine = affordableFill({ ...order, reserve: nothing }, share, takesAt('100.00', '10'), moneyOf('900.99'))
  assert.equal(nine?.quantity, quantityOf('9'))
})

test('the largest affordable quantity: one lot more cannot be paid', () => {
  const money = fc.integer({ min: 0, max: 3_000_000 })
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 3000 }),
      fc.constantFrom(1, 2, 3, 5),
      money,
      money,
      (units, leverage, reserve, free) => {
        const order = openOrder(share, { units: '3000', leverage, reserve: String(reserve / 100) })
        const available = moneyOf(String(free / 100))
        const takes = takesAt('20.00', String(units), '700')
        const fill = affordableFill(order, share, takes, available)
        const paid = Number((fill?.quantity ?? 0n) / 10n ** 8n)
        if (fill !== undefined) {
          assert.ok(fill.fromAvailable <= available)
          assert.equal(fill.fromReserve + fill.fromAvailable, fill.margin + feeTotal(fill.fee))
          assert.equal(fill.cutBy === undefined, paid === units)
        }
        if (paid < units) {
          assert.ok(costOf(order, share, takesAt('20.00', String(paid + 1), '700')).fromAvailable > available)
        }
      },
    ),
  )
})

test('the fills of an order average into one position that has its id (rulebook §14.4)', () => {
  let order = openOrder(share, { id: 42, units: '300', leverage: 5, reserve: '10000.00' })
  const first = costOf(order, share, takesAt('100.00', '100'))
  const opened = positionAfterFill(order, undefined, first, {
    at: 5,
    quotedAt: 0,
    expiresAt: undefined,
    isLocked: false,
  })
  order = orderAfterFill(order, first, 5)
  assert.equal(order.status, 'partly_filled')
  assert.equal(order.position, 42)
  assert.deepEqual([order.cost, order.notional], [1_000_000_000_000n, 1_000_000_000_000n])
  const second = costOf(order, share, takesAt('103.00', '200'))
  const whole = orderAfterFill(order, second, 6)
  assert.deepEqual([whole.cost, whole.notional], [3_060_000_000_000n, 3_060_000_000_000n])
  const grown = positionAfterFill(order, opened, second, { at: 6, quotedAt: 0, expiresAt: undefined, isLocked: false })
  assert.equal(grown.id, 42)
  assert.equal(grown.openedAt, 5)
  assert.equal(formatPrice(averagePrice(grown, share) ?? priceOf('0')), '102')
  assert.equal(formatMoney(grown.margin), '6120.00')
  assert.equal(grown.margin, grown.initialMargin)
  assert.equal(formatMoney(grown.openingFee), '1.47')
  assert.deepEqual([grown.direction, grown.state], ['long', 'OPEN'])
})
