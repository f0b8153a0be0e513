import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, formatPrice, moneyOf, priceOf, quantityOf, rateOf } from '#money/money.ts'
import { indexFuture } from './examples-testing.ts'
import { meanOfMids, settleContract } from './expiry.ts'
import { testTrading, type TestTrading } from './testing.ts'

test('the settlement price is the mean of the mids on the nearest tick, half a tick away from zero', () => {
  const cases: [quotes: (readonly [bid: string, ask: string])[], expected: string][] = [
    [[['6000', '6000.50']], '6000.25'],
    [[['6000', '6000.25']], '6000.25'],
    [[['-6000.25', '-6000']], '-6000.25'],
    // Neither mid is a tick, and their mean is one.
    [
      [
        ['6000', '6000.25'],
        ['6000.25', '6000.50'],
      ],
      '6000.25',
    ],
    // 6000.08 and a third: no price has so many digits, and the nearest tick is below.
    [
      [
        ['6000', '6000'],
        ['6000', '6000'],
        ['6000.25', '6000.25'],
      ],
      '6000',
    ],
    [[['-0.25', '0.25']], '0'],
  ]
  for (const [quotes, expected] of cases) {
    const sides = quotes.map(([bid, ask]) => ({ bid: priceOf(bid), ask: priceOf(ask) }))
    assert.equal(formatPrice(meanOfMids(indexFuture, sides)), expected)
  }
  assert.throws(() => meanOfMids(indexFuture, []), /a mean has quotes/)
})

const lastQuote = 'FUT:ESZ26@9'

function settle(at: TestTrading, price: string, when: { readonly at: number; readonly passed: number }): void {
  const ended = {
    instrument: indexFuture,
    price: priceOf(price),
    quote: lastQuote,
    conversionRateOf: () => rateOf('20'),
  }
  settleContract(at.trading, ended, when, new Set([7]))
}

const quote = { bid: '6000.00', ask: '6000.00' }

/** Users 7 and 8 hold the contract at 6000, and user 7 waits for a close, an opening and margin. */
function held(direction: 'long' | 'short' = 'long'): TestTrading {
  const at = testTrading(indexFuture, { FUTURE: '9000000.00' }, { conversionRate: '18.40' })
  for (const [id, user] of [
    [1, 7],
    [2, 8],
  ] as const)
    at.open({ id, user, units: '1', direction, leverage: 20, time: 1000, ...quote })
  at.tick({ time: 2000, ...quote })
  at.close({ id: 3, position: 1, amount: 'full', limit: '6500.00', time: 3000, ...quote })
  at.open({ id: 4, units: '1', limit: '5500.00', expiresAt: 9000, time: 3000, ...quote })
  at.addMargin({ id: 5, position: 1, amount: '100.00', time: 3000 })
  return at
}

test('a settlement closes at its price and rate without commission, and ends orders and margin on their way', () => {
  const cases = [
    ['long', '6010.00', '10000.00'],
    ['short', '6010.00', '-10000.00'],
    ['long', '6000.00', '0.00'],
  ] as const
  for (const [direction, price, profit] of cases) {
    const at = held(direction)
    const margin = at.position(1).margin
    const before = at.trading.balances.available(7, 'FUTURE')
    settle(at, price, { at: 9600, passed: 9500 })
    const position = at.position(1)
    assert.deepEqual(
      [position.state, position.closeReason, position.locked, position.margin],
      ['CLOSED', 'expiry', 0n, 0n],
    )
    const [closing] = at.trading.closings
    assert.ok(closing !== undefined)
    assert.deepEqual(
      [
        closing.reason,
        closing.quote,
        formatPrice(closing.price),
        formatMoney(closing.profit),
        formatMoney(closing.fee),
      ],
      ['expiry', lastQuote, formatPrice(priceOf(price)), profit, '0.00'],
    )
    assert.deepEqual(
      [3, 4].map((id) => at.order(id).reason),
      ['POSITION_CLOSED', 'EXPIRED'],
    )
    assert.equal(at.trading.additions.get(5)?.state, 'added', 'asked for before the end, it counts')
    const reserve = at.trading.balances.holdings(7, 'FUTURE').order
    assert.equal(reserve, 0n)
    const free = at.trading.balances.available(7, 'FUTURE') - before
    assert.ok(free > margin + moneyOf(profit), 'margin, profit, and what the orders had reserved')
    const entry = at.trading.balances.journals.find(({ event }) => event === 'E41')
    assert.equal(entry?.key, `E41:1:${lastQuote}`)
    assert.equal(at.position(2).state, 'OPEN', 'of another user')
    assert.deepEqual(
      at.trading.notices.filter(({ kind }) => kind === 'EXPIRY').map(({ user, id }) => [user, id]),
      [[7, 1]],
    )
    at.checkBalancedLedger()
  }
})

test('a repeated settlement changes nothing', () => {
  const at = held()
  settle(at, '6010.00', { at: 9600, passed: 9500 })
  const { journals } = at.trading.balances
  const count = journals.length
  settle(at, '7000.00', { at: 9700, passed: 9600 })
  assert.deepEqual([journals.length, at.trading.closings.length], [count, 1])
  at.reload()
  settle(at, '7000.00', { at: 9700, passed: 9600 })
  assert.equal(at.trading.closings.length, 0)
})

test('a loss beyond the margin is taken from the opposite position at the settlement price, then from the reserve', () => {
  const at = testTrading(indexFuture, { FUTURE: '9000000.00' }, { conversionRate: '20' })
  at.open({ id: 1, units: '2', leverage: 20, time: 1000, ...quote })
  at.open({ id: 2, units: '1', direction: 'short', leverage: 20, time: 1000, ...quote })
  at.tick({ time: 2000, ...quote })
  assert.equal(formatMoney(at.position(1).margin), '600000.00')
  // The long loses 800,000 of 600,000; the short gains 400,000 and has a margin of 300,000.
  settle(at, '5600.00', { at: 9600, passed: 9500 })
  assert.deepEqual(
    [1, 2].map((id) => [at.position(id).state, at.position(id).quantity]),
    [
      ['CLOSED', quantityOf('0')],
      ['CLOSED', quantityOf('0')],
    ],
  )
  assert.equal(
    at.sum(({ account }) => account === 'SYS.RESERVE'),
    0n,
  )
  at.checkBalancedLedger()
  const alone = testTrading(indexFuture, { FUTURE: '9000000.00' }, { conversionRate: '20' })
  alone.open({ id: 1, units: '2', leverage: 20, time: 1000, ...quote })
  alone.tick({ time: 2000, ...quote })
  const before = alone.trading.balances.available(7, 'FUTURE')
  settle(alone, '5600.00', { at: 9600, passed: 9500 })
  assert.equal(alone.trading.balances.available(7, 'FUTURE'), before, 'no more than the margin is lost')
  assert.equal(
    alone.sum(({ account }) => account === 'SYS.RESERVE'),
    moneyOf('-200000.00'),
  )
  assert.deepEqual(
    alone.trading.balances.journals.flatMap(({ event }) => (event === 'E41' ? [event] : [])),
    ['E41'],
  )
  alone.checkBalancedLedger()
})

test('margin is refused once a contract has ended', () => {
  const at = held()
  assert.equal(at.tryAddMargin({ id: 6, position: 1, amount: '1.00', time: 9000, stage: 'ended' }), 'expires_soon')
  at.addMargin({ id: 7, position: 1, amount: '1.00', time: 8000, stage: 'closing_only' })
})
