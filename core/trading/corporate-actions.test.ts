import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import type { CorporateAction } from '#market/corporate-actions.ts'
import type { Instrument } from '#market/instrument.ts'
import { formatMoney, formatQuantity, moneyOf, one, priceOf, quantityOf } from '#money/money.ts'
import { bookAction, dividendAmounts } from './corporate-actions.ts'
import { hongKongShare, mexicanShare, openPosition, share } from './examples-testing.ts'
import { averagePrice, floatingProfit } from './positions.ts'
import { testTrading, type TestTrading } from './testing.ts'

const exAt = 5000
const dividend = (amount: string, at = exAt): CorporateAction => ({
  kind: 'dividend',
  amount: priceOf(amount),
  declaredAt: 0,
  exAt: at,
  exDate: '2026-11-23',
})
const split = (to: bigint, from: bigint, at = exAt): CorporateAction => ({
  kind: 'split',
  to,
  from,
  declaredAt: 0,
  exAt: at,
  exDate: '2026-11-23',
})
const removal = (final: string, at = exAt): CorporateAction => ({
  kind: 'removal',
  reason: 'merger',
  price: priceOf(final),
  declaredAt: 0,
  exAt: at,
  exDate: '2026-11-23',
})
const book = (at: TestTrading, action: CorporateAction, last: string, instrument: Instrument = share): void => {
  const quote = { id: 'US:AAPL@1', last: priceOf(last) }
  bookAction(at.trading, { action, instrument, quote, conversionRateOf: () => one }, 6000)
}
const hundred = { bid: '100', ask: '100', size: '100000' }

/** A position of 100 shares at 100 with leverage 5, opened before the ex instant. */
function held(direction: 'long' | 'short', free: string, units = '100'): TestTrading {
  const at = testTrading(share, { US_STOCK: free }, {})
  at.open({ id: 1, units, direction, leverage: 5, time: 1000, ...hundred })
  at.tick({ time: 2000, ...hundred })
  return at
}
const available = (at: TestTrading): string => formatMoney(at.trading.balances.available(7, 'US_STOCK'))

describe('dividends (rulebook §17.3)', () => {
  const cases = [
    { instrument: share, direction: 'long', amount: '0.24', gross: '24.00', tax: '7.20' },
    { instrument: share, direction: 'short', amount: '0.24', gross: '-24.00', tax: '0.00' },
    { instrument: hongKongShare, direction: 'long', amount: '1.50', gross: '150.00', tax: '0.00' },
    { instrument: mexicanShare, direction: 'long', amount: '0.97', gross: '97.00', tax: '9.70' },
    { instrument: mexicanShare, direction: 'short', amount: '0.97', gross: '-97.00', tax: '0.00' },
  ] as const
  for (const { instrument, direction, amount, gross, tax } of cases)
    test(`100 of ${instrument.key} ${direction} and a dividend of ${amount}: ${gross}, tax ${tax}`, () => {
      const action = dividend(amount)
      assert.ok(action.kind === 'dividend')
      const facts = { action, instrument, conversionRateOf: () => one }
      const found = dividendAmounts(facts, openPosition(instrument, { direction }))
      assert.deepEqual([formatMoney(found.gross), formatMoney(found.tax)], [gross, tax])
    })

  test('a long position receives the dividend less tax, once', () => {
    const at = held('long', '10000.00')
    const before = at.trading.balances.available(7, 'US_STOCK')
    for (let time = 0; time < 2; time += 1) book(at, dividend('0.24'), '100')
    assert.equal(at.trading.balances.available(7, 'US_STOCK') - before, moneyOf('16.80'))
    assert.equal(formatMoney(at.position(1).financing), '16.80')
    const entries = at.trading.balances.journals.filter(({ event }) => event === 'E38')
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['E38:1:dividend 2026-11-23'],
    )
    assert.deepEqual(
      at.trading.actions.map(({ position, quantity }) => [position, formatQuantity(quantity)]),
      [[1, '100']],
    )
  })

  test('a short position pays from free money, then from its margin, then owes; covered at 70 the user is even (§32)', () => {
    const at = held('short', '2100.00')
    const free = at.trading.balances.available(7, 'US_STOCK')
    book(at, dividend('30'), '100')
    assert.equal(available(at), '0.00')
    const position = at.position(1)
    assert.equal(formatMoney(position.margin), '0.00')
    assert.equal(position.owed.issuer, moneyOf('3000.00') - free - moneyOf('2000.00'))
    assert.equal(formatMoney(position.financing), '-3000.00')
  })

  test('a position that was opened by a quote with the ex instant or later has no right', () => {
    const at = testTrading(share, { US_STOCK: '10000.00' }, {})
    at.open({ id: 1, units: '100', leverage: 5, time: 4000, ...hundred })
    at.tick({ time: exAt, ...hundred })
    book(at, dividend('0.24'), '100')
    assert.deepEqual(at.trading.actions, [])
  })

  test('an order that works stays as it is', () => {
    const at = held('long', '10000.00')
    at.open({ id: 2, units: '10', limit: '90', time: 3000, ...hundred })
    book(at, dividend('0.24'), '100')
    assert.equal(at.order(2).status, 'accepted')
  })
})

describe('splits (rulebook §17.4)', () => {
  test('4:1 gives four times the shares at a quarter of the price, the same cost, margin and profit', () => {
    for (const direction of ['long', 'short'] as const) {
      const at = held(direction, '10000.00')
      const before = at.position(1)
      book(at, split(4n, 1n), '110')
      const after = at.position(1)
      assert.equal(formatQuantity(after.quantity), '400')
      assert.equal(averagePrice(after, share), priceOf('25'))
      assert.deepEqual(
        [after.cost, after.margin, after.initialMargin],
        [before.cost, before.margin, before.initialMargin],
      )
      const profit = (position: typeof after, mark: string) => floatingProfit(position, share, priceOf(mark), one)
      assert.equal(profit(after, '27.50'), profit(before, '110'))
      assert.deepEqual(at.trading.closings, [])
    }
  })

  test('ends the orders of before, releases their reserve and unlocks the position', () => {
    const at = held('long', '10000.00')
    at.open({ id: 2, units: '10', limit: '90', time: 3000, ...hundred })
    at.close({ id: 3, position: 1, amount: 'half', limit: '120', time: 3000, ...hundred })
    book(at, split(4n, 1n), '100')
    assert.deepEqual(
      [2, 3].map((id) => at.order(id).reason),
      ['CORPORATE_ACTION', 'CORPORATE_ACTION'],
    )
    assert.equal(at.trading.balances.holdings(7, 'US_STOCK').order, 0n)
    assert.deepEqual([at.position(1).locked, formatQuantity(at.position(1).quantity)], [0n, '400'])
    at.open({ id: 4, units: '10', limit: '20', time: 7000, bid: '25', ask: '25' })
    book(at, split(4n, 1n), '100')
    assert.equal(at.order(4).status, 'accepted', 'an order of afterwards stays')
    assert.equal(formatQuantity(at.position(1).quantity), '400')
  })

  test('closes what is less than a share at the last price with the right, without a fee (E40)', () => {
    const at = held('long', '10000.00', '105')
    const before = at.trading.balances.available(7, 'US_STOCK')
    book(at, split(1n, 10n), '110')
    const position = at.position(1)
    assert.equal(formatQuantity(position.quantity), '10')
    const [closing] = at.trading.closings
    assert.ok(closing !== undefined)
    // Half a new share of 1,100 that cost 1,000, with its share of the margin.
    assert.deepEqual(
      [formatQuantity(closing.quantity), formatMoney(closing.profit), formatMoney(closing.fee), closing.reason],
      ['0.5', '50.00', '0.00', 'split'],
    )
    assert.equal(at.trading.balances.available(7, 'US_STOCK') - before, moneyOf('150.00'))
    const entries = at.trading.balances.journals.filter(({ event }) => event === 'E40')
    assert.deepEqual(
      entries.map(({ key }) => key),
      ['E40:1:US:AAPL@1'],
    )
  })

  test('closes a position that has become less than a share', () => {
    const at = held('long', '10000.00', '5')
    book(at, split(1n, 10n), '110')
    assert.deepEqual([at.position(1).state, at.position(1).closeReason], ['CLOSED', 'split'])
  })

  test('a late quote of before it liquidates nothing', () => {
    const at = held('long', '2100.00')
    book(at, split(4n, 1n), '100')
    at.tick({ time: exAt - 1, bid: '1', ask: '1' })
    assert.equal(at.position(1).state, 'OPEN')
    at.tick({ time: exAt + 1, bid: '1', ask: '1' })
    assert.equal(at.position(1).state, 'CLOSED')
  })

  test('no ratio and quantity makes or loses money', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 500 }),
        fc.integer({ min: 1, max: 10 }),
        fc.integer({ min: 1, max: 10 }),
        fc.constantFrom('long' as const, 'short' as const),
        (units, to, from, direction) => {
          const at = held(direction, '100000.00', String(units))
          book(at, split(BigInt(to), BigInt(from)), '100')
          const realised = at.trading.closings.reduce((sum, { profit }) => sum + profit, 0n)
          // One rounding of a fraction to the unit of quantity is worth less than a cent.
          assert.ok(realised >= -1n && realised <= 1n, formatMoney(realised as never))
          const left = (at.position(1).quantity * BigInt(from)) / BigInt(to)
          assert.ok(left <= quantityOf(String(units)))
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('shares that leave the market (rulebook §17.4)', () => {
  const cases = [
    { direction: 'long', final: '115', profit: '1500.00' },
    { direction: 'short', final: '115', profit: '-1500.00' },
    { direction: 'long', final: '85', profit: '-1500.00' },
    { direction: 'short', final: '85', profit: '1500.00' },
  ] as const
  for (const { direction, final, profit } of cases)
    test(`a ${direction} position is paid out at ${final} without a fee, once (E41)`, () => {
      const at = held(direction, '10000.00')
      const before = at.trading.balances.available(7, 'US_STOCK')
      const margin = at.position(1).margin
      book(at, removal(final), '100')
      book(at, removal(final), '100')
      assert.deepEqual([at.position(1).state, at.position(1).closeReason], ['CLOSED', 'delisting'])
      const paid = at.trading.closings.map((closing) => [
        formatMoney(closing.profit),
        formatMoney(closing.fee),
        closing.quote,
      ])
      assert.deepEqual(paid, [[profit, '0.00', 'US:AAPL@1']])
      assert.equal(at.trading.balances.available(7, 'US_STOCK') - before, margin + moneyOf(profit))
      const events = at.trading.balances.journals.map(({ key }) => key).filter((key) => key.startsWith('E41'))
      assert.deepEqual(events, ['E41:1:US:AAPL@1'])
      assert.deepEqual(
        at.trading.notices.filter(({ kind }) => kind === 'CORPORATE_ACTION').map(({ id }) => id),
        [1],
      )
    })

  test('ends the orders of before, and gives their money back', () => {
    const at = held('long', '10000.00')
    at.open({ id: 2, units: '10', limit: '90', time: 3000, ...hundred })
    book(at, removal('130'), '100')
    assert.equal(at.order(2).reason, 'CORPORATE_ACTION')
    assert.equal(at.trading.balances.holdings(7, 'US_STOCK').order, 0n)
  })

  test('a position of afterwards stays', () => {
    const at = held('long', '10000.00')
    book(at, removal('130', 1500), '100')
    assert.equal(at.position(1).state, 'OPEN')
  })

  test('a new code changes no position and no order', () => {
    const at = held('long', '10000.00')
    at.open({ id: 2, units: '10', limit: '90', time: 3000, ...hundred })
    const position = at.position(1)
    const facts = { declaredAt: 0, exAt, exDate: '2026-11-23' }
    book(at, { kind: 'code', from: 'AAPL', to: 'APPL', ...facts }, '100')
    assert.deepEqual([at.position(1), at.order(2).status], [position, 'accepted'])
  })
})
