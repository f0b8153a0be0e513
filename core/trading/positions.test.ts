import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { Instrument } from '#market/instrument.ts'
import {
  formatMoney,
  formatPrice,
  formatQuantity,
  money,
  moneyOf,
  one,
  price,
  priceOf,
  quantity,
  quantityOf,
  rate,
  rateOf,
  value,
  valueOf,
} from '#money/money.ts'
import type { Direction } from './orders.ts'
import { halfOf, netProfit, portionOf, withoutPortion } from './portions.ts'
import {
  averagePrice,
  closable,
  closeReasonNumbers,
  dayProfit,
  favour,
  floatingProfit,
  markOf,
  type Position,
} from './positions.ts'
import { currencyPair, hongKongShare, indexFuture, openPosition, quoteOf, share } from './examples-testing.ts'

const profitOf = (instrument: Instrument, direction: Direction, units: string, from: string, to: string, fx = '1') => {
  const position = openPosition(instrument, { direction, units, at: from })
  return formatMoney(floatingProfit(position, instrument, priceOf(to), rateOf(fx)))
}

test('golden profits (rulebook §16.2)', () => {
  assert.equal(profitOf(currencyPair, 'long', '0.50', '1.08512', '1.08940', '18.40'), '3937.60')
  assert.equal(profitOf(indexFuture, 'short', '2', '6850.25', '6841.75', '18.40'), '15640.00')
  assert.equal(profitOf(share, 'long', '100', '50.00', '45.00'), '-500.00')
})

test("today's profit is measured from its base, less the fees of the day", () => {
  const base = { worth: valueOf(priceOf('50'), quantityOf('100'), one), fee: moneyOf('1.50') }
  const now = valueOf(priceOf('51'), quantityOf('100'), one)
  const today = (direction: Direction, fee = base.fee) => dayProfit(direction, { ...base, fee }, now, rateOf('18'))
  assert.equal(formatMoney(today('long')), '1798.50')
  assert.equal(formatMoney(today('short')), '-1801.50')
  assert.equal(formatMoney(today('long', money(0n))), '1800.00')
})

test('a long and its mirrored short differ in sign alone: halves round away from zero', () => {
  assert.equal(profitOf(share, 'long', '1', '1.0000', '1.0050'), '0.01')
  assert.equal(profitOf(share, 'short', '1', '1.0000', '1.0050'), '-0.01')
  const cents = fc.bigInt({ min: 1n, max: 10n ** 8n })
  fc.assert(
    fc.property(cents, cents, fc.bigInt({ min: 1n, max: 10n ** 14n }), (from, to, fx) => {
      const facts = { units: '7', at: formatPrice(price(from * 10_000n)) }
      const mark = price(to * 10_000n)
      const long = floatingProfit(openPosition(share, { direction: 'long', ...facts }), share, mark, rate(fx))
      const short = floatingProfit(openPosition(share, { direction: 'short', ...facts }), share, mark, rate(fx))
      assert.equal(long + short, 0n)
    }),
  )
})

test('the mark is what the position could be closed at, or the last price of a closed market', () => {
  const quote = quoteOf(share, { bid: '10.00', ask: '10.02', last: '10.01' })
  assert.equal(markOf('long', quote), priceOf('10.00'))
  assert.equal(markOf('short', quote), priceOf('10.02'))
  for (const phase of ['closed', 'lunch', 'auction'] as const) {
    assert.equal(markOf('long', { ...quote, phase }), priceOf('10.01'))
  }
})

test('average price and favour, without leverage', () => {
  const position = openPosition(indexFuture, { direction: 'short', units: '3', at: '6850.25' })
  assert.equal(formatPrice(averagePrice(position, indexFuture) ?? price(0n)), '6850.25')
  assert.equal(favour(position, indexFuture, priceOf('6781.75')), 100n)
  assert.equal(favour({ ...position, direction: 'long' }, indexFuture, priceOf('6781.75')), -100n)
  assert.equal(averagePrice({ ...position, quantity: quantity(0n) }, indexFuture), undefined)
  const below = openPosition(indexFuture, { direction: 'long', units: '3', at: '-5' })
  assert.equal(favour(below, indexFuture, priceOf('5')), undefined)
})

test('an average price and a favour round half away from zero', () => {
  const three = { quantity: quantityOf('3'), cost: value(100_000_001n) }
  // 1.00000001 ÷ 3 = 0.3333333366…, 1 ÷ 3 = 0.33333333…
  assert.equal(averagePrice(three, share), 33_333_334n)
  assert.equal(averagePrice({ ...three, cost: value(100_000_000n) }, share), 33_333_333n)
  const one = openPosition(share, { units: '1', at: '70' })
  // 0.01 ÷ 70 = 0.0142… %, 0.04 ÷ 70 = 0.0571… %
  assert.deepEqual(
    ['70.01', '70.04', '69.99'].map((at) => favour(one, share, priceOf(at))),
    [1n, 6n, -1n],
  )
  assert.equal(favour({ ...one, cost: value(1n) }, share, price(0n)), -10_000n)
  assert.equal(favour({ ...one, cost: value(0n) }, share, price(0n)), undefined)
})

test('a portion takes its floored share of every amount, and the rest keeps the remainder', () => {
  const whole: Position = {
    ...openPosition(share, { units: '3' }),
    cost: value(100_000_000n),
    margin: moneyOf('10.00'),
    initialMargin: moneyOf('7.00'),
    addedMargin: moneyOf('1.00'),
    openingFee: moneyOf('0.10'),
    financing: moneyOf('-1.00'),
  }
  const two = portionOf(whole, quantityOf('2'))
  // Two thirds: 6.666…, 4.666…, 0.666…, 0.0666…, -0.666…; one third: 3.333…, 2.333…, 0.333…, 0.0333…, -0.333…
  assert.deepEqual(two, {
    cost: 66_666_666n,
    margin: 666n,
    initialMargin: 466n,
    addedMargin: 66n,
    openingFee: 6n,
    financing: -67n,
  })
  assert.deepEqual(portionOf(whole, quantityOf('1')), {
    cost: 33_333_333n,
    margin: 333n,
    initialMargin: 233n,
    addedMargin: 33n,
    openingFee: 3n,
    financing: -34n,
  })
  const {
    quantity: units,
    cost,
    margin,
    initialMargin,
    addedMargin,
    openingFee,
    financing,
  } = withoutPortion(whole, quantityOf('2'), two)
  assert.deepEqual(
    [units, cost, margin, initialMargin, addedMargin, openingFee, financing],
    [quantityOf('1'), 33_333_334n, 334n, 234n, 34n, 4n, -33n],
  )
})

test('close reasons have the numbers of the specification', () => {
  assert.deepEqual(closeReasonNumbers, { user: 1, liquidation: 2, expiry: 3, delisting: 4, reset: 5, split: 6 })
})

test('half a position is whole lots, or the whole position (rulebook §16.6)', () => {
  const cases: [Instrument, string, string, string][] = [
    [share, '261', '0', '130'],
    [share, '1', '0', '1'],
    [hongKongShare, '300', '0', '100'],
    [hongKongShare, '100', '0', '100'],
    [hongKongShare, '50', '0', '50'],
    [share, '100', '80', '20'],
    [share, '100', '100', '0'],
  ]
  for (const [instrument, units, locked, expected] of cases) {
    const position = { ...openPosition(instrument, { units }), locked: quantityOf(locked) }
    assert.equal(formatQuantity(halfOf(position, instrument.lot)), expected, `${units} of ${instrument.key}`)
  }
})

test('locked quantity and positions before their listing cannot be closed', () => {
  const position = openPosition(share, { units: '100' })
  assert.equal(closable({ ...position, locked: quantityOf('30') }), quantityOf('70'))
  assert.equal(closable({ ...position, state: 'LOCKED' }), 0n)
})

test('the net profit of a portion includes its share of fees, financing and dividends', () => {
  const position = {
    ...openPosition(share, { units: '100' }),
    openingFee: moneyOf('1.00'),
    financing: moneyOf('-3.00'),
  }
  const portion = portionOf(position, quantityOf('50'))
  assert.equal(formatMoney(netProfit(moneyOf('10.00'), portion, moneyOf('0.99'))), '7.01')
})

test('portions add up to the whole in cost, margin and fees', () => {
  const parts = fc.array(fc.integer({ min: 1, max: 500 }), { minLength: 1, maxLength: 8 })
  const amount = fc.bigInt({ min: 0n, max: 10n ** 9n }).map(money)
  fc.assert(
    fc.property(parts, amount, amount, amount, (units, margin, fee, financing) => {
      const total = units.reduce((sum, each) => sum + each, 0)
      const whole: Position = {
        ...openPosition(share, { units: String(total), at: '33.33' }),
        margin,
        initialMargin: margin,
        openingFee: fee,
        financing: money(0n - financing),
      }
      let rest = whole
      let [cost, margins, fees, financed] = [0n, 0n, 0n, 0n]
      for (const part of units) {
        const portion = portionOf(rest, quantityOf(String(part)))
        assert.ok(portion.margin >= 0n && portion.cost >= 0n)
        cost += portion.cost
        margins += portion.margin
        fees += portion.openingFee
        financed += portion.financing
        rest = withoutPortion(rest, quantityOf(String(part)), portion)
      }
      assert.deepEqual([cost, margins, fees, financed], [whole.cost, margin, fee, whole.financing])
      assert.deepEqual([rest.quantity, rest.cost, rest.margin], [0n, 0n, 0n])
    }),
  )
  const position = openPosition(share, { units: '10', at: '20' })
  assert.equal(position.cost, valueOf(priceOf('20'), quantityOf('10'), one))
})
