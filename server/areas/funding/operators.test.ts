import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withdrawalReasons } from '@mex/core/funding/review.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { openMoneyReviews, waitingMoney, type MoneyReviews } from './operators.ts'
import { openFundingTest, payPassword, second, type FundingTest } from './testing.ts'

let desk: FundingTest
let reviews: MoneyReviews
before(async () => {
  desk = await openFundingTest()
  reviews = another()
})
after(() => desk[Symbol.asyncDispose]())

/** A process of its own, with the database and the secret alone. */
const another = () => openMoneyReviews({ db: desk.db, feed: desk.feed, chainSecret: Buffer.alloc(32, 6) })

const soon = start + 10 * second
const depositDue = start + 300 * second
const withdrawalDue = start + 120 * second

async function deposit(context: PersonContext, asset: 'MXN' | 'USD' = 'USD', amount = '100'): Promise<number> {
  const proof = await desk.picture(context)
  return (await desk.call.createDeposit({ kind: 'fiat', asset, amount: moneyOf(amount), proof }, context)).id
}
const withdraw = async (context: PersonContext, card: number, amount = '5000'): Promise<number> =>
  (await desk.call.withdraw({ card, amount: moneyOf(amount), payPassword }, context)).id
const depositOf = async (context: PersonContext) =>
  (await desk.call.deposits({ pageNum: 1, pageSize: 10 }, context)).rows[0]
const withdrawalOf = async (context: PersonContext) =>
  (await desk.call.withdrawals({ pageNum: 1, pageSize: 10 }, context)).rows[0]
const wordOf = async (decided: ReturnType<MoneyReviews['decideDeposit']>) => (await decided)?.refused
const waits = async (kind: string, id: number): Promise<boolean> =>
  (await waitingMoney(desk.db)).some((each) => each.kind === kind && each.id === id)

describe('a fiat deposit', () => {
  test('is approved earlier as the review would have, once (E07)', async () => {
    const context = await desk.person()
    const id = await deposit(context)
    assert.equal(await waits('deposit', id), true)
    assert.equal(await reviews.decideDeposit(id, 'approve', soon), undefined)
    assert.equal(await waits('deposit', id), false)
    assert.equal(await wordOf(reviews.decideDeposit(id, 'approve', soon)), 'wrong_state')
    assert.equal(await wordOf(reviews.decideDeposit(id, 'IMAGE_UNREADABLE', soon)), 'wrong_state')
    await desk.tick(depositDue)
    assert.equal((await depositOf(context))?.status, 'approved')
    assert.deepEqual(await desk.journals('deposit', id), ['E07'])
    assert.deepEqual(await desk.messages(context), ['fiat_approved'])
    assert.equal(await desk.available(context), moneyOf('1001835.4'))
    await desk.expectBalancedLedger()
  })

  test('is refused for a reason, which its person is told, and no money moves', async () => {
    const context = await desk.person()
    const id = await deposit(context)
    for (const reason of ['DAILY_LIMIT', 'IMAGE_UNREADABLE'] as const)
      assert.equal(await wordOf(reviews.decideDeposit(id, reason, soon)), 'invalid_parameter')
    assert.equal((await depositOf(context))?.status, 'pending')
    await desk.forget(context)
    assert.equal(await reviews.decideDeposit(id, 'IMAGE_UNREADABLE', soon), undefined)
    await desk.tick(depositDue)
    const ended = await depositOf(context)
    assert.deepEqual([ended?.status, ended?.reason], ['refused', 'IMAGE_UNREADABLE'])
    assert.deepEqual(await desk.journals('deposit', id), [])
    assert.deepEqual(await desk.messages(context), ['fiat_refused'])
    await desk.expectBalancedLedger()
  })

  test('is not approved beyond the limit of a day, without its picture or without a fresh rate', async () => {
    const [rich, lost, late] = [await desk.person(), await desk.person(), await desk.person()]
    const ids: number[] = []
    for (let number = 0; number < 6; number += 1) ids.push(await deposit(rich, 'MXN', '1000000'))
    const words: unknown[] = []
    for (const id of ids) words.push(await wordOf(reviews.decideDeposit(id, 'approve', soon)))
    assert.deepEqual(words, [undefined, undefined, undefined, undefined, undefined, 'daily_limit'])
    const unreadable = await deposit(lost)
    await desk.forget(lost)
    assert.equal(await wordOf(reviews.decideDeposit(unreadable, 'approve', soon)), 'proof_missing')
    const stale = start + 3600 * second
    const rateless = await deposit({ ...late, now: stale })
    assert.equal(await wordOf(reviews.decideDeposit(rateless, 'approve', stale + second)), 'quote_unavailable')
    for (const context of [rich, lost, late]) assert.equal((await depositOf(context))?.status, 'pending')
    await desk.expectBalancedLedger()
  })

  const receivedBy = async (context: PersonContext) => (await depositOf(context))?.received

  test('has the rate of its application, whoever decides and whenever: nobody chooses it', async () => {
    const people = [await desk.person(), await desk.person(), await desk.person()]
    const ids: number[] = []
    for (const context of people) ids.push(await deposit(context))
    const [first = 0, other = 0] = ids
    desk.feed.set('USD', 'MXN', '25', soon)
    assert.equal(await reviews.decideDeposit(first, 'approve', soon), undefined)
    desk.feed.set('USD', 'MXN', '9', soon + 100 * second)
    assert.equal(await reviews.decideDeposit(other, 'approve', soon + 100 * second), undefined)
    desk.feed.set('USD', 'MXN', '31', depositDue)
    await desk.tick(depositDue)
    const received = await Promise.all(people.map(receivedBy))
    desk.rates(start)
    assert.deepEqual(received, [moneyOf('1835.4'), moneyOf('1835.4'), moneyOf('1835.4')])
    await desk.expectBalancedLedger()
  })

  test('without a fresh rate at its application has the first one after it', async () => {
    const later = start + 3600 * second
    const people = [await desk.person(), await desk.person(), await desk.person()]
    const ids: number[] = []
    for (const context of people) ids.push(await deposit({ ...context, now: later }))
    const [first = 0, other = 0] = ids
    for (const [rate, wait] of [
      ['19', 7],
      ['25', 9],
      ['31', 200],
    ] as const)
      desk.feed.set('USD', 'MXN', rate, later + wait * second)
    assert.equal(await wordOf(reviews.decideDeposit(first, 'approve', later + 6 * second)), 'quote_unavailable')
    assert.equal(await reviews.decideDeposit(first, 'approve', later + 8 * second), undefined)
    assert.equal(await reviews.decideDeposit(other, 'approve', later + 100 * second), undefined)
    // Also by a server that was away for a day.
    await desk.tick(later + 86_400 * second)
    const received = await Promise.all(people.map(receivedBy))
    desk.rates(start)
    // 19 × 0.9975, rounded down to 18.9525.
    assert.deepEqual(received, [moneyOf('1895.25'), moneyOf('1895.25'), moneyOf('1895.25')])
    await desk.expectBalancedLedger()
  })

  test('that is none, or comes over the chain, is not an operator’s to decide', async () => {
    const context = await desk.person()
    const coin = await desk.call.createDeposit(
      { kind: 'coin', asset: 'SUSD', amount: moneyOf('5'), transaction: undefined },
      context,
    )
    for (const id of [coin.id, 999_999_999])
      assert.equal(await wordOf(reviews.decideDeposit(id, 'IMAGE_UNREADABLE', soon)), 'not_found')
    assert.equal((await depositOf(context))?.status, 'pending')
  })

  test('operators and the automatic review at once: decided once', async () => {
    const context = await desk.person()
    const id = await deposit(context, 'MXN')
    const [decided] = await Promise.all([
      Promise.all([
        another().decideDeposit(id, 'approve', depositDue),
        another().decideDeposit(id, 'approve', depositDue),
      ]),
      desk.funding.deposits.reviewDue(depositDue),
      desk.open().deposits.reviewDue(depositDue),
    ])
    assert(decided.filter((refused) => refused === undefined).length <= 1)
    const status = (await depositOf(context))?.status
    assert.deepEqual(await desk.journals('deposit', id), status === 'approved' ? ['E07'] : [])
    assert.equal((await desk.messages(context)).length, 1)
    await desk.expectBalancedLedger()
  })
})

describe('a withdrawal', () => {
  test('to the bank is approved earlier, and paid at once (E10, E11)', async () => {
    const context = await desk.person()
    const id = await withdraw(context, await desk.bankCard(context))
    assert.equal(await waits('withdrawal', id), true)
    assert.equal(await reviews.decideWithdrawal(id, 'approve', soon), undefined)
    assert.equal(await wordOf(reviews.decideWithdrawal(id, 'TARGET_INVALID', soon)), 'wrong_state')
    await desk.expectBalancedLedger()
    await desk.tick(soon)
    assert.equal((await withdrawalOf(context))?.paidAt, soon)
    assert.deepEqual(await desk.journals('withdrawal', id), ['E10', 'E11'])
    assert.equal(await desk.held(context), 0n)
    await desk.expectBalancedLedger()
  })

  test('to the chain is approved with the transaction that the server would have sent', async () => {
    const context = await desk.person()
    const id = await withdraw(context, await desk.coinCard(context, 'SMXN'), '100')
    assert.equal(await reviews.decideWithdrawal(id, 'approve', soon), undefined)
    const approved = await withdrawalOf(context)
    assert.deepEqual([approved?.status, approved?.transaction], ['approved', desk.funding.keys.hashOf('payout', id)])
    await desk.tick(soon + 10 * second)
    assert.deepEqual(await desk.journals('withdrawal', id), ['E10', 'E11'])
    await desk.expectBalancedLedger()
  })

  test('is refused for what the review would find, and everything comes back (E12)', async () => {
    const context = await desk.person()
    const id = await withdraw(context, await desk.coinCard(context, 'SMXN'))
    await sql`update withdrawal set target = 'sim1old' where id = ${id}`.execute(desk.db)
    assert.equal(await wordOf(reviews.decideWithdrawal(id, 'CHAIN_UNAVAILABLE', soon)), 'invalid_parameter')
    assert.equal(await reviews.decideWithdrawal(id, 'TARGET_INVALID', soon), undefined)
    await desk.tick(withdrawalDue)
    const ended = await withdrawalOf(context)
    assert.deepEqual([ended?.status, ended?.reason], ['refused', 'TARGET_INVALID'])
    assert.deepEqual(await desk.journals('withdrawal', id), ['E10', 'E12'])
    assert.deepEqual(await desk.messages(context), ['withdrawal_applied', 'withdrawal_returned'])
    assert.equal(await desk.available(context), moneyOf('1000000'))
    assert.equal(await wordOf(reviews.decideWithdrawal(id, 'approve', soon)), 'wrong_state')
    assert.equal(await wordOf(reviews.decideWithdrawal(999_999_999, 'approve', soon)), 'not_found')
    await desk.expectBalancedLedger()
  })

  test('in order is refused for no reason at all, to a bank card or to the chain', async () => {
    const context = await desk.person()
    const ids = [
      await withdraw(context, await desk.bankCard(context)),
      await withdraw(context, await desk.coinCard(context, 'SMXN')),
    ]
    for (const id of ids) {
      for (const reason of withdrawalReasons)
        assert.equal(await wordOf(reviews.decideWithdrawal(id, reason, soon)), 'invalid_parameter', reason)
      assert.equal(await waits('withdrawal', id), true)
      assert.deepEqual(await desk.journals('withdrawal', id), ['E10'])
    }
    await desk.expectBalancedLedger()
  })

  test('operators and the automatic review at once: decided once', async () => {
    const context = await desk.person()
    const id = await withdraw(context, await desk.bankCard(context))
    const [decided] = await Promise.all([
      Promise.all([
        another().decideWithdrawal(id, 'approve', withdrawalDue),
        another().decideWithdrawal(id, 'approve', withdrawalDue),
      ]),
      desk.funding.withdrawals.progressDue(withdrawalDue),
      desk.open().withdrawals.progressDue(withdrawalDue),
    ])
    assert(decided.filter((refused) => refused === undefined).length <= 1)
    await desk.tick(withdrawalDue)
    const status = (await withdrawalOf(context))?.status
    assert.deepEqual(await desk.journals('withdrawal', id), ['E10', status === 'approved' ? 'E11' : 'E12'])
    assert.equal(await desk.held(context), 0n)
    await desk.expectBalancedLedger()
  })
})
