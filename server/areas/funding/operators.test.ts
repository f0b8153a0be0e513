import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { withdrawalReasons } from '@mex/core/funding/review.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { openMoneyReviews, pendingReviews, type MoneyReviews } from './operators.ts'
import { openFundingTest, payPassword, second, type FundingTest } from './testing.ts'

let fixture: FundingTest
let reviews: MoneyReviews
before(async () => {
  fixture = await openFundingTest()
  reviews = another()
})
after(() => fixture[Symbol.asyncDispose]())

/** A separate process with only the database and the secret. */
const another = () => openMoneyReviews({ db: fixture.db, feed: fixture.feed, chainSecret: Buffer.alloc(32, 6) })

const soon = start + 10 * second
const depositDue = start + 300 * second
const withdrawalDue = start + 120 * second

async function deposit(context: PersonContext, asset: 'MXN' | 'USD' = 'USD', amount = '100'): Promise<number> {
  const proof = await fixture.picture(context)
  return (await fixture.call.createDeposit({ kind: 'fiat', asset, amount: moneyOf(amount), proof }, context)).id
}
const withdraw = async (context: PersonContext, card: number, amount = '5000'): Promise<number> =>
  (await fixture.call.withdraw({ card, amount: moneyOf(amount), payPassword }, context)).id
const depositOf = async (context: PersonContext) =>
  (await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)).rows[0]
const withdrawalOf = async (context: PersonContext) =>
  (await fixture.call.withdrawals({ pageNum: 1, pageSize: 10 }, context)).rows[0]
const wordOf = async (decided: ReturnType<MoneyReviews['decideDeposit']>) => (await decided)?.refused
const waits = async (kind: string, id: number): Promise<boolean> =>
  (await pendingReviews(fixture.db)).some((each) => each.kind === kind && each.id === id)

describe('a fiat deposit', () => {
  test('is approved early once, like by the review (E07)', async () => {
    const context = await fixture.person()
    const id = await deposit(context)
    assert.equal(await waits('deposit', id), true)
    assert.equal(await reviews.decideDeposit(id, 'approve', soon), undefined)
    assert.equal(await waits('deposit', id), false)
    assert.equal(await wordOf(reviews.decideDeposit(id, 'approve', soon)), 'wrong_state')
    assert.equal(await wordOf(reviews.decideDeposit(id, 'IMAGE_UNREADABLE', soon)), 'wrong_state')
    await fixture.tick(depositDue)
    assert.equal((await depositOf(context))?.status, 'approved')
    assert.deepEqual(await fixture.journals('deposit', id), ['E07'])
    assert.deepEqual(await fixture.messages(context), ['fiat_approved'])
    assert.equal(await fixture.available(context), moneyOf('1001835.4'))
    await fixture.expectBalancedLedger()
  })

  test('is refused with a reason in the message, and no money moves', async () => {
    const context = await fixture.person()
    const id = await deposit(context)
    for (const reason of ['DAILY_LIMIT', 'IMAGE_UNREADABLE'] as const)
      assert.equal(await wordOf(reviews.decideDeposit(id, reason, soon)), 'invalid_parameter')
    assert.equal((await depositOf(context))?.status, 'pending')
    await fixture.deletePictures(context)
    assert.equal(await reviews.decideDeposit(id, 'IMAGE_UNREADABLE', soon), undefined)
    await fixture.tick(depositDue)
    const ended = await depositOf(context)
    assert.deepEqual([ended?.status, ended?.reason], ['refused', 'IMAGE_UNREADABLE'])
    assert.deepEqual(await fixture.journals('deposit', id), [])
    assert.deepEqual(await fixture.messages(context), ['fiat_refused'])
    await fixture.expectBalancedLedger()
  })

  test('is not approved above the daily limit, without its picture or without a fresh rate', async () => {
    const [rich, lost, late] = [await fixture.person(), await fixture.person(), await fixture.person()]
    const ids: number[] = []
    for (let number = 0; number < 6; number += 1) ids.push(await deposit(rich, 'MXN', '1000000'))
    const words: unknown[] = []
    for (const id of ids) words.push(await wordOf(reviews.decideDeposit(id, 'approve', soon)))
    assert.deepEqual(words, [undefined, undefined, undefined, undefined, undefined, 'daily_limit'])
    const unreadable = await deposit(lost)
    await fixture.deletePictures(lost)
    assert.equal(await wordOf(reviews.decideDeposit(unreadable, 'approve', soon)), 'proof_missing')
    const stale = start + 3600 * second
    const rateless = await deposit({ ...late, now: stale })
    assert.equal(await wordOf(reviews.decideDeposit(rateless, 'approve', stale + second)), 'quote_unavailable')
    for (const context of [rich, lost, late]) assert.equal((await depositOf(context))?.status, 'pending')
    await fixture.expectBalancedLedger()
  })

  const receivedBy = async (context: PersonContext) => (await depositOf(context))?.received

  test('uses the rate at its application, whoever decides and whenever', async () => {
    const users = [await fixture.person(), await fixture.person(), await fixture.person()]
    const ids: number[] = []
    for (const context of users) ids.push(await deposit(context))
    const [first = 0, other = 0] = ids
    fixture.feed.set('USD', 'MXN', '25', soon)
    assert.equal(await reviews.decideDeposit(first, 'approve', soon), undefined)
    fixture.feed.set('USD', 'MXN', '9', soon + 100 * second)
    assert.equal(await reviews.decideDeposit(other, 'approve', soon + 100 * second), undefined)
    fixture.feed.set('USD', 'MXN', '31', depositDue)
    await fixture.tick(depositDue)
    const received = await Promise.all(users.map(receivedBy))
    fixture.rates(start)
    assert.deepEqual(received, [moneyOf('1835.4'), moneyOf('1835.4'), moneyOf('1835.4')])
    await fixture.expectBalancedLedger()
  })

  test('uses the first later rate if none was fresh at its application', async () => {
    const later = start + 3600 * second
    const users = [await fixture.person(), await fixture.person(), await fixture.person()]
    const ids: number[] = []
    for (const context of users) ids.push(await deposit({ ...context, now: later }))
    const [first = 0, other = 0] = ids
    for (const [rate, wait] of [
      ['19', 7],
      ['25', 9],
      ['31', 200],
    ] as const)
      fixture.feed.set('USD', 'MXN', rate, later + wait * second)
    assert.equal(await wordOf(reviews.decideDeposit(first, 'approve', later + 6 * second)), 'quote_unavailable')
    assert.equal(await reviews.decideDeposit(first, 'approve', later + 8 * second), undefined)
    assert.equal(await reviews.decideDeposit(other, 'approve', later + 100 * second), undefined)
    // Also after the server was down for a day.
    await fixture.tick(later + 86_400 * second)
    const received = await Promise.all(users.map(receivedBy))
    fixture.rates(start)
    // 19 × 0.9975, rounded down to 18.9525.
    assert.deepEqual(received, [moneyOf('1895.25'), moneyOf('1895.25'), moneyOf('1895.25')])
    await fixture.expectBalancedLedger()
  })

  test('is not found by an operator if it does not exist or is a coin deposit', async () => {
    const context = await fixture.person()
    const coin = await fixture.call.createDeposit(
      { kind: 'coin', asset: 'SUSD', amount: moneyOf('5'), transaction: undefined },
      context,
    )
    for (const id of [coin.id, 999_999_999])
      assert.equal(await wordOf(reviews.decideDeposit(id, 'IMAGE_UNREADABLE', soon)), 'not_found')
    assert.equal((await depositOf(context))?.status, 'pending')
  })

  test('concurrent operators and reviews decide once', async () => {
    const context = await fixture.person()
    const id = await deposit(context, 'MXN')
    const [decided] = await Promise.all([
      Promise.all([
        another().decideDeposit(id, 'approve', depositDue),
        another().decideDeposit(id, 'approve', depositDue),
      ]),
      fixture.funding.deposits.reviewDue(depositDue),
      fixture.open().deposits.reviewDue(depositDue),
    ])
    assert(decided.filter((refused) => refused === undefined).length <= 1)
    const status = (await depositOf(context))?.status
    assert.deepEqual(await fixture.journals('deposit', id), status === 'approved' ? ['E07'] : [])
    assert.equal((await fixture.messages(context)).length, 1)
    await fixture.expectBalancedLedger()
  })
})

describe('a withdrawal under review', () => {
  test('to the bank is approved early and paid at once (E10, E11)', async () => {
    const context = await fixture.person()
    const id = await withdraw(context, await fixture.bankCard(context))
    assert.equal(await waits('withdrawal', id), true)
    assert.equal(await reviews.decideWithdrawal(id, 'approve', soon), undefined)
    assert.equal(await wordOf(reviews.decideWithdrawal(id, 'TARGET_INVALID', soon)), 'wrong_state')
    await fixture.expectBalancedLedger()
    await fixture.tick(soon)
    assert.equal((await withdrawalOf(context))?.paidAt, soon)
    assert.deepEqual(await fixture.journals('withdrawal', id), ['E10', 'E11'])
    assert.equal(await fixture.held(context), 0n)
    await fixture.expectBalancedLedger()
  })

  test('to the chain is approved with the transaction hash that the server would have used', async () => {
    const context = await fixture.person()
    const id = await withdraw(context, await fixture.coinCard(context, 'SMXN'), '100')
    assert.equal(await reviews.decideWithdrawal(id, 'approve', soon), undefined)
    const approved = await withdrawalOf(context)
    assert.deepEqual([approved?.status, approved?.transaction], ['approved', fixture.funding.keys.hashOf('payout', id)])
    await fixture.tick(soon + 10 * second)
    assert.deepEqual(await fixture.journals('withdrawal', id), ['E10', 'E11'])
    await fixture.expectBalancedLedger()
  })

  test('is refused for the reason that the review would find, and is returned (E12)', async () => {
    const context = await fixture.person()
    const id = await withdraw(context, await fixture.coinCard(context, 'SMXN'))
    await sql`update withdrawal set target = 'sim1old' where id = ${id}`.execute(fixture.db)
    assert.equal(await wordOf(reviews.decideWithdrawal(id, 'CHAIN_UNAVAILABLE', soon)), 'invalid_parameter')
    assert.equal(await reviews.decideWithdrawal(id, 'TARGET_INVALID', soon), undefined)
    await fixture.tick(withdrawalDue)
    const ended = await withdrawalOf(context)
    assert.deepEqual([ended?.status, ended?.reason], ['refused', 'TARGET_INVALID'])
    assert.deepEqual(await fixture.journals('withdrawal', id), ['E10', 'E12'])
    assert.deepEqual(await fixture.messages(context), ['withdrawal_applied', 'withdrawal_returned'])
    assert.equal(await fixture.available(context), moneyOf('1000000'))
    assert.equal(await wordOf(reviews.decideWithdrawal(id, 'approve', soon)), 'wrong_state')
    assert.equal(await wordOf(reviews.decideWithdrawal(999_999_999, 'approve', soon)), 'not_found')
    await fixture.expectBalancedLedger()
  })

  test('that is valid cannot be refused, to a bank card or to the chain', async () => {
    const context = await fixture.person()
    const ids = [
      await withdraw(context, await fixture.bankCard(context)),
      await withdraw(context, await fixture.coinCard(context, 'SMXN')),
    ]
    for (const id of ids) {
      for (const reason of withdrawalReasons)
        assert.equal(await wordOf(reviews.decideWithdrawal(id, reason, soon)), 'invalid_parameter', reason)
      assert.equal(await waits('withdrawal', id), true)
      assert.deepEqual(await fixture.journals('withdrawal', id), ['E10'])
    }
    await fixture.expectBalancedLedger()
  })

  test('concurrent operators and reviews decide once', async () => {
    const context = await fixture.person()
    const id = await withdraw(context, await fixture.bankCard(context))
    const [decided] = await Promise.all([
      Promise.all([
        another().decideWithdrawal(id, 'approve', withdrawalDue),
        another().decideWithdrawal(id, 'approve', withdrawalDue),
      ]),
      fixture.funding.withdrawals.progressDue(withdrawalDue),
      fixture.open().withdrawals.progressDue(withdrawalDue),
    ])
    assert(decided.filter((refused) => refused === undefined).length <= 1)
    await fixture.tick(withdrawalDue)
    const status = (await withdrawalOf(context))?.status
    assert.deepEqual(await fixture.journals('withdrawal', id), ['E10', status === 'approved' ? 'E11' : 'E12'])
    assert.equal(await fixture.held(context), 0n)
    await fixture.expectBalancedLedger()
  })
})
