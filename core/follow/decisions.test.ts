import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { formatMoney, money, moneyOf } from '#money/money.ts'
import { isRefusal, refusal } from '#refusal.ts'
import { bookingsOfOrder } from './bookings.ts'
import type { CampaignRun } from './campaign.ts'
import { decideFollow, nextEvent, openingAfterHalts, settleDue, type FollowFacts, type HaltSpan } from './decisions.ts'
import { before, begun, campaign, cancelled, gained, hour, stopped } from './examples-testing.ts'
import type { FollowOrder } from './order.ts'

const facts: FollowFacts = {
  permission: undefined,
  state: { campaign, run: before },
  capacityLeft: moneyOf('2000000'),
  placedBefore: moneyOf('0'),
  openOrders: 999,
  available: moneyOf('100000'),
}
const placing = (amount: string, more: Partial<FollowFacts> = {}, at = hour) =>
  decideFollow({ id: 7, user: 3, amount: moneyOf(amount), at }, { ...facts, ...more })
function placed(amount = '5000'): FollowOrder {
  const outcome = placing(amount)
  if (isRefusal(outcome)) assert.fail(outcome.refused)
  return outcome.order
}
const word = (outcome: ReturnType<typeof placing>): string => (isRefusal(outcome) ? outcome.refused : 'accepted')
const due = (order: FollowOrder, run: CampaignRun, hours: number, halts: readonly HaltSpan[] = []) =>
  settleDue(order, { state: { campaign, run }, halts, now: hours * hour })

describe('an order', () => {
  test('sets its money aside until the campaign opens', () => {
    const outcome = placing('5000')
    if (isRefusal(outcome)) assert.fail(outcome.refused)
    assert.deepEqual([outcome.order.status, outcome.order.amount], ['waiting', moneyOf('5000')])
    assert.deepEqual(
      outcome.journals[0]?.lines.map(({ account, debit, credit }) => [account, formatMoney(money(credit - debit))]),
      [
        ['U.AVAIL', '-5000.00'],
        ['U.ORDER', '5000.00'],
      ],
    )
  })

  const cases: readonly [string, string, Partial<FollowFacts>, number?][] = [
    ['not_found', '100', { state: undefined }],
    ['not_found', '100', {}, -1],
    ['wrong_state', '100', { permission: refusal('wrong_state') }],
    ['follow_amount', '99.99', {}],
    ['follow_amount', '1000000.01', { available: moneyOf('9000000') }],
    ['follow_amount', '500000', { placedBefore: moneyOf('500000.01') }],
    ['too_many_orders', '100', { openOrders: 1000 }],
    ['subscription_ended', '100', {}, 20 * hour],
    ['subscription_ended', '100', { state: { campaign, run: { ...cancelled, cancelledAt: hour } } }],
    ['capacity_reached', '100', { capacityLeft: moneyOf('99.99') }],
    ['insufficient_balance', '100000.01', {}],
    ['accepted', '100', { available: moneyOf('100'), capacityLeft: moneyOf('100') }],
    ['accepted', '1000000', { available: moneyOf('1000000') }],
    ['accepted', '500000', { placedBefore: moneyOf('500000'), available: moneyOf('500000') }],
    ['accepted', '100', {}, 20 * hour - 1],
  ]
  for (const [expected, amount, more, at] of cases)
    test(`of ${amount} at ${(at ?? hour) / hour} h is ${expected}: ${Object.keys(more).join()}`, () =>
      assert.equal(word(placing(amount, more, at)), expected))
})

describe('what is due', () => {
  test('happens at its time and not before', () => {
    const order = placed()
    assert.equal(due(order, before, 23.99).order, order)
    const running = due(order, begun, 24)
    assert.deepEqual([running.order.status, running.journals.length], ['running', 1])
    assert.equal(due(running.order, begun, 119).order.status, 'running')
    const ended = due(running.order, gained, 120)
    assert.deepEqual([ended.order.status, ended.order.value, ended.order.fee], ['ended', 599_000n, 9900n])
    assert.equal(ended.journals.length, 0)
    assert.equal(due(ended.order, gained, 143.99).order.status, 'ended')
    const settled = due(ended.order, gained, 144)
    assert.equal(settled.order.status, 'settled')
    assert.deepEqual(
      settled.journals[0]?.lines.map(({ account, debit, credit }) => [account, formatMoney(money(credit - debit))]),
      [
        ['U.PRODUCT', '-5000.00'],
        ['SYS.MARKET', '-990.00'],
        ['REV.PERF_FEE', '99.00'],
        ['U.AVAIL', '5891.00'],
      ],
    )
  })

  test('gives the same however late it runs', () => {
    const late = due(placed(), gained, 1000)
    assert.deepEqual([late.order.status, late.order.value, late.journals.length], ['settled', 599_000n, 2])
  })

  test('a stop ends a campaign before its time, and a loss pays no fee', () => {
    const { order, journals } = due(placed(), stopped, 74)
    assert.deepEqual([order.status, formatMoney(order.value ?? moneyOf('0')), order.fee], ['settled', '4380.00', 0n])
    assert.equal(journals.at(-1)?.event, 'E74')
    assert.equal(due(placed(), stopped, 73).order.status, 'ended')
  })

  test('a campaign that is cancelled before it opens refunds everything', () => {
    const { order, journals } = due(placed(), cancelled, 21)
    assert.deepEqual([order.status, journals[0]?.event], ['refunded', 'E72'])
    assert.equal(nextEvent(order, { state: { campaign, run: cancelled }, halts: [] }), undefined)
  })

  test('a halt at the opening delays it, and one that lasts more than a day refunds', () => {
    const { opensAt } = campaign
    const cases: readonly [readonly HaltSpan[], string, number][] = [
      [[], 'confirm', 24],
      [[{ from: 0, to: 24 * hour }], 'confirm', 24],
      [[{ from: 23 * hour, to: 26 * hour }], 'confirm', 26],
      [[{ from: 25 * hour, to: 70 * hour }], 'confirm', 24],
      [[{ from: 23 * hour, to: 48 * hour }], 'confirm', 48],
      [[{ from: 23 * hour, to: 48 * hour + 1 }], 'refund', 48],
      [[{ from: 23 * hour, to: undefined }], 'refund', 48],
      // Two that follow each other are as one.
      [
        [
          { from: 23 * hour, to: 40 * hour },
          { from: 30 * hour, to: 49 * hour },
        ],
        'refund',
        48,
      ],
    ]
    for (const [halts, kind, at] of cases) assert.deepEqual(openingAfterHalts(opensAt, halts), { kind, at: at * hour })
    const halted = [{ from: 23 * hour, to: undefined }]
    assert.equal(due(placed(), begun, 47, halted).order.status, 'waiting')
    assert.equal(due(placed(), begun, 48, halted).order.status, 'refunded')
  })
})

test('the journals of an order follow from its row, and contradictions are told', () => {
  const settled = due(placed(), gained, 1000).order
  assert.deepEqual(
    bookingsOfOrder(settled)
      .journals(money(0n))
      .map(({ event }) => event),
    ['E70', 'E71', 'E73'],
  )
  assert.deepEqual(bookingsOfOrder(settled).faults, [])
  const cases: readonly [Partial<FollowOrder>, RegExp][] = [
    [{ confirmedAt: undefined }, /its opening contradicts/],
    [{ value: undefined }, /its value contradicts/],
    [{ finishedAt: undefined }, /its end contradicts/],
    [{ fee: moneyOf('1') }, /performance fee/],
  ]
  for (const [change, fault] of cases) assert.match(bookingsOfOrder({ ...settled, ...change }).faults.join(), fault)
  assert.deepEqual(bookingsOfOrder(placed()).faults, [])
  assert.deepEqual(bookingsOfOrder(due(placed(), cancelled, 30).order).faults, [])
})
