import assert from 'node:assert/strict'
import { test } from 'node:test'
import { formatMoney, formatQuantity, money, moneyOf, priceOf } from '#money/money.ts'
import { isRefusal } from '#refusal.ts'
import { strikeOf } from '#strategies/strike.ts'
import { bookingsOfOrder } from './bookings.ts'
import { decideSubscription, nextStrikeOf, profitOf, settleDue, type SubscriptionFacts } from './decisions.ts'
import { navs, order, product, savedAt } from './examples-testing.ts'
import { dailyMarks, endStrike, feesOf, payoutOf, startStrike, unitsFor, valueNow, worthOf } from './order.ts'
import { quantifyProduct, quantifyProducts, quantifyUserMax } from './products.ts'

const facts: SubscriptionFacts = {
  isOpen: true,
  remaining: moneyOf('9000000'),
  putInBefore: moneyOf('0'),
  openOrders: 999,
  available: moneyOf('2000000'),
}
const subscribe = (amount: string, changed: Partial<SubscriptionFacts> = {}) =>
  decideSubscription(product, { id: 7, user: 1, amount: moneyOf(amount), at: savedAt }, { ...facts, ...changed })

test('money that is put in waits for the next strike, and leaves the wallet at once', () => {
  const outcome = subscribe('20000')
  assert.ok(!isRefusal(outcome))
  assert.deepEqual(outcome.order, order)
  assert.deepEqual(
    outcome.journals.map(({ event, lines }) => [event, ...lines.map(({ account, debit }) => [account, debit])]),
    [['E75', ['U.AVAIL', 2_000_000n], ['U.PRODUCT', 0n]]],
  )
  assert.equal(nextStrikeOf(outcome.order), strikeOf(20_500).instant)
})

const refusals: readonly [string, string, Partial<SubscriptionFacts>, string][] = [
  ['99.99', 'below the least', {}, 'amount_outside'],
  ['0.01', 'a cent', {}, 'amount_outside'],
  ['1000000.01', 'above the most', {}, 'amount_outside'],
  ['100', 'without a price', { isOpen: false }, 'product_not_open'],
  ['1000', 'more than the plan leaves', { remaining: moneyOf('999.99') }, 'quantify_full'],
  ['100.01', 'more than a tenth together', { putInBefore: moneyOf('999900') }, 'quantify_full'],
  ['1000', 'beyond a thousand orders', { openOrders: 1000 }, 'too_many_orders'],
  ['1000', 'more than there is', { available: moneyOf('999.99') }, 'insufficient_balance'],
]
for (const [amount, title, changed, word] of refusals)
  test(`${amount}, ${title}, is refused: ${word}`, () => {
    const outcome = subscribe(amount, changed)
    assert.equal(isRefusal(outcome) ? outcome.refused : outcome, word)
  })

test('accepts the least, the most, and exactly what is left', () => {
  assert.ok(!isRefusal(subscribe('100')))
  assert.ok(!isRefusal(subscribe('1000000')))
  assert.ok(!isRefusal(subscribe('500', { remaining: moneyOf('500'), available: moneyOf('500') })))
  assert.ok(!isRefusal(subscribe('100', { putInBefore: money(quantifyUserMax - 10_000n) })))
})

test('at a strike itself the next one counts, and the term is from strike to strike', () => {
  const { instant } = strikeOf(20_500)
  assert.equal(startStrike({ savedAt: instant - 1 }).date, 20_500)
  assert.equal(startStrike({ savedAt: instant }).date, 20_501)
  assert.equal(endStrike({ savedAt: instant, termDays: 7 }).date, 20_508)
})

test('units are cut off at 8 decimals, their worth at the cent', () => {
  assert.equal(formatQuantity(unitsFor(moneyOf('20000'), priceOf('1.0842'))), '18446.7810367')
  assert.equal(formatQuantity(unitsFor(moneyOf('100'), priceOf('3'))), '33.33333333')
  assert.equal(formatMoney(worthOf(unitsFor(moneyOf('100'), priceOf('3')), priceOf('3'))), '99.99')
  assert.throws(() => unitsFor(moneyOf('100'), priceOf('0')), /a unit is worth something/)
})

const fees: readonly [amount: string, value: string, days: number, management: string, performance: string][] = [
  ['20000', '20800', 30, '8.22', '79.18'],
  ['20000', '20000', 30, '8.22', '0.00'],
  ['20000', '18910', 30, '8.22', '0.00'],
  ['20000', '20008.22', 30, '8.22', '0.00'],
  ['20000', '20008.23', 30, '8.22', '0.01'],
  ['100', '0.00', 180, '0.00', '0.00'],
  ['1000000', '0.03', 180, '0.03', '0.00'],
  ['100', '100', 7, '0.01', '0.00'],
]
for (const [amount, value, days, management, performance] of fees)
  test(`${amount} that became ${value} in ${days} days pays ${management} and ${performance}`, () => {
    const charged = feesOf(moneyOf(amount), moneyOf(value), days)
    assert.deepEqual([formatMoney(charged.management), formatMoney(charged.performance)], [management, performance])
    assert.ok(payoutOf(moneyOf(value), charged) >= 0n)
  })

test('both strikes in one late run give what two runs on time give', () => {
  const navOn = navs('1.25', '1.5')
  const late = settleDue(order, { navOn, now: strikeOf(20_600).instant })
  const begun = settleDue(order, { navOn, now: strikeOf(20_500).instant })
  assert.equal(begun.order.status, 'running')
  assert.equal(nextStrikeOf(begun.order), strikeOf(20_530).instant)
  const ended = settleDue(begun.order, { navOn, now: strikeOf(20_530).instant })
  assert.deepEqual(late.order.start, ended.order.start)
  const { at: _, ...result } = late.order.result ?? assert.fail()
  const { at: __, ...onTime } = ended.order.result ?? assert.fail()
  assert.deepEqual(result, onTime)
  assert.equal(formatMoney(result.value), '24000.00')
  assert.equal(nextStrikeOf(late.order), undefined)
})

test('a gain pays both fees, a loss is carried by the market, and the journals balance', () => {
  const lines = (last: string) => {
    const { journals } = settleDue(order, { navOn: navs('1', last), now: strikeOf(20_530).instant })
    return journals.flatMap((entry) => entry.lines.map(({ account, debit, credit }) => `${account} ${debit} ${credit}`))
  }
  assert.deepEqual(lines('1.04'), [
    'U.PRODUCT 2000000 0',
    'SYS.MARKET 80000 0',
    'REV.MGMT_FEE 0 822',
    'REV.PERF_FEE 0 7918',
    'U.AVAIL 0 2071260',
  ])
  assert.deepEqual(lines('0.9455'), [
    'U.PRODUCT 2000000 0',
    'SYS.MARKET 0 109000',
    'REV.MGMT_FEE 0 822',
    'U.AVAIL 0 1890178',
  ])
})

test('nothing happens before a strike, without its price, or after the end', () => {
  const navOn = navs('1', '2')
  assert.equal(settleDue(order, { navOn, now: strikeOf(20_500).instant - 1 }).order, order)
  assert.equal(settleDue(order, { navOn: () => undefined, now: strikeOf(20_600).instant }).order, order)
  const { order: ended } = settleDue(order, { navOn, now: strikeOf(20_530).instant })
  assert.deepEqual(settleDue(ended, { navOn, now: strikeOf(20_900).instant }), { order: ended, journals: [] })
})

test('daily marks add up to the total, from the amount itself', () => {
  const { order: begun } = settleDue(order, { navOn: navs('3', '3'), now: strikeOf(20_500).instant })
  const points = ['3', '3.3', '3.15'].map((nav, index) => ({ date: 20_500 + index, nav: priceOf(nav) }))
  const marks = dailyMarks(begun, points)
  assert.deepEqual(
    marks.map(({ profit, total }) => [formatMoney(profit), formatMoney(total)]),
    [
      ['0.00', '0.00'],
      ['1999.99', '1999.99'],
      ['-1000.00', '999.99'],
    ],
  )
  assert.deepEqual(dailyMarks(order, points), [])
})

test('an order is worth what was put in until its units are bought, and its profit is after fees at the end', () => {
  assert.equal(valueNow(order, priceOf('2')), order.amount)
  const { order: ended } = settleDue(order, { navOn: navs('1', '1.04'), now: strikeOf(20_530).instant })
  assert.equal(formatMoney(profitOf(ended, valueNow(ended, undefined))), '712.60')
})

test('the check of the ledger finds what contradicts an order', () => {
  const { order: ended } = settleDue(order, { navOn: navs('1', '1.04'), now: strikeOf(20_530).instant })
  assert.deepEqual(bookingsOfOrder(ended).faults, [])
  const result = ended.result ?? assert.fail()
  const more = { ...ended, result: { ...result, value: money(result.value + 1n) } }
  assert.match(bookingsOfOrder(more).faults.join(), /value is 20800.01, should be 20800.00/)
  const free = { ...ended, result: { ...result, performanceFee: moneyOf('0') } }
  assert.match(bookingsOfOrder(free).faults.join(), /performance fee is 0.00/)
  assert.match(bookingsOfOrder({ ...ended, status: 'running' }).faults.join(), /its result contradicts/)
  assert.match(bookingsOfOrder({ ...order, status: 'running' }).faults.join(), /its start contradicts/)
})

test('each strategy is offered for each term, under a number that names both', () => {
  assert.equal(quantifyProducts.length, 20)
  assert.deepEqual([quantifyProduct(5180)?.strategy, quantifyProduct(5180)?.termDays], ['balanced', 180])
  for (const unknown of [0, 1000, 1031, 6007, 1.5]) assert.equal(quantifyProduct(unknown), undefined)
})
