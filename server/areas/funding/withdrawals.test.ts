import assert from 'node:assert/strict'
import { calls } from '@mex/contract/areas.ts'
import { after, describe, test } from 'node:test'
import { practiceCard } from '@mex/core/funding/cards.ts'
import { moneyOf, rateOf } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type RefusalWord } from '@mex/core/refusal.ts'
import { saveUnsettledRows } from '#areas/ledger/actions.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { keyed, refusedWith, start } from '#areas/testing.ts'
import type { PersonContext } from '#context.ts'
import { sql } from '#db/sql.ts'
import { openFundingTest, payPassword, second } from './testing.ts'

const fixture = await openFundingTest()
after(() => fixture[Symbol.asyncDispose]())

const due = start + 120 * second
const hour = 3600 * second

const withdraw = (context: PersonContext, card: number, amount: string, more: object = {}) =>
  fixture.call.withdraw({ card, amount: moneyOf(amount), payPassword, ...more }, context)

async function newest(context: PersonContext) {
  const { rows } = await fixture.call.withdrawals({ pageNum: 1, pageSize: 10 }, context)
  const [row] = rows
  assert(row !== undefined)
  return row
}

describe('a withdrawal to the bank', () => {
  test('is reserved, reviewed after two minutes, and paid (E10, E11)', async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    const applied = await withdraw(context, card, '5000')
    assert.deepEqual(
      [applied.status, applied.fee, applied.receive, applied.rate, applied.reviewBy],
      ['pending', moneyOf('0'), moneyOf('5000'), undefined, due],
    )
    assert.deepEqual(
      [await fixture.available(context), await fixture.held(context)],
      [moneyOf('995000'), moneyOf('5000')],
    )
    await fixture.expectBalancedLedger()
    await fixture.tick(due - 1)
    assert.equal((await newest(context)).status, 'pending')
    await fixture.tick(due)
    const paid = await newest(context)
    assert.deepEqual([paid.status, paid.paidAt, paid.target], ['approved', due, '•••• 1111'])
    assert.deepEqual(await fixture.journals('withdrawal', applied.id), ['E10', 'E11'])
    assert.deepEqual(await fixture.messages(context), ['withdrawal_applied', 'withdrawal_paid'])
    assert.equal(await fixture.held(context), 0n)
    const { rows } = await billPage(fixture.db, context.person.userId, {}, { pageNum: 1, pageSize: 10 })
    assert.deepEqual([rows[0]?.event, rows[0]?.amount], ['E11', moneyOf('-5000')])
    await fixture.expectBalancedLedger()
  })

  test("funding.withdrawals answers for another user's id with no row, and for the own id with one", async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    const first = await withdraw(context, card, '100')
    await withdraw(context, card, '200')
    const byId = { pageNum: 1, pageSize: 1, id: first.id }
    const found = await fixture.call.withdrawals(byId, context)
    assert.deepEqual([found.total, found.rows[0]?.id], [1, first.id])
    assert.equal((await fixture.call.withdrawals(byId, await fixture.person())).total, 0)
  })

  test('is converted at the rate of the application (E11x)', async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    const applied = await withdraw(context, card, '18446', { asset: 'USD' })
    assert.deepEqual([applied.receive, applied.rate], [moneyOf('1000'), rateOf('18.446')])
    fixture.feed.set('USD', 'MXN', '25', due)
    await fixture.tick(due)
    fixture.rates(start)
    assert.deepEqual(await fixture.journals('withdrawal', applied.id), ['E10', 'E11x'])
    assert.equal((await newest(context)).receive, moneyOf('1000'))
    await fixture.expectBalancedLedger()
  })
})

describe('a withdrawal to the chain', () => {
  test('is paid when a block contains its transaction', async () => {
    const context = await fixture.person()
    const card = await fixture.coinCard(context, 'SUSD')
    const applied = await withdraw(context, card, '18446')
    assert.deepEqual([applied.fee, applied.receive], [moneyOf('1'), moneyOf('999')])
    await fixture.tick(due)
    const approved = await newest(context)
    assert.deepEqual([approved.status, approved.paidAt], ['approved', undefined])
    assert.match(approved.transaction ?? '', /^[0-9a-f]{64}$/)
    assert.equal(await fixture.held(context), moneyOf('18446'))
    await fixture.expectBalancedLedger()
    await fixture.tick(due + 10 * second)
    assert.equal((await newest(context)).paidAt, due + 10 * second)
    assert.deepEqual(await fixture.journals('withdrawal', applied.id), ['E10', 'E11x'])
    await fixture.expectBalancedLedger()
  })

  test('to the user’s own address comes back as a deposit', async () => {
    const context = await fixture.person()
    const own = fixture.funding.keys.addressOf(context.person.userId, 'SMXN')
    await fixture.call.depositOptions({}, context)
    const card = await fixture.coinCard(context, 'SMXN', own)
    await withdraw(context, card, '100')
    for (let later = 0; later <= 40; later += 10) await fixture.tick(due + later * second)
    // The network fee is one coin.
    assert.equal(await fixture.available(context), moneyOf('999999'))
    assert.deepEqual(await fixture.messages(context), [
      'withdrawal_applied',
      'deposit_seen',
      'withdrawal_paid',
      'deposit_credited',
    ])
    assert.equal(await fixture.paidTo(context), `${own.slice(0, 8)}…${own.slice(-6)}`)
    await fixture.expectBalancedLedger()
  })

  test('is returned when the chain drops it (E12)', async () => {
    const context = await fixture.person()
    const card = await fixture.coinCard(context, 'SHKD')
    const applied = await withdraw(context, card, '500')
    await fixture.tick(due)
    const { transaction } = await newest(context)
    await fixture.funding.chain.reorganise({ from: 0, dropped: [transaction ?? ''], now: due })
    await fixture.tick(due + 10 * second)
    const ended = await newest(context)
    assert.deepEqual([ended.status, ended.reason, ended.paidAt], ['refused', 'CHAIN_UNAVAILABLE', undefined])
    assert.deepEqual(await fixture.journals('withdrawal', applied.id), ['E10', 'E12'])
    assert.deepEqual(await fixture.messages(context), ['withdrawal_applied', 'withdrawal_returned'])
    assert.equal(await fixture.available(context), moneyOf('1000000'))
    await fixture.expectBalancedLedger()
  })

  test('stays paid after a reorganisation', async () => {
    const context = await fixture.person()
    const card = await fixture.coinCard(context, 'SMXN')
    const applied = await withdraw(context, card, '500')
    await fixture.tick(due)
    await fixture.tick(due + 10 * second)
    const { transaction } = await newest(context)
    await fixture.funding.chain.reorganise({ from: 0, dropped: [transaction ?? ''], now: due + 20 * second })
    await fixture.tick(due + 30 * second)
    assert.deepEqual(await fixture.journals('withdrawal', applied.id), ['E10', 'E11'])
    await fixture.expectBalancedLedger()
  })
})

describe('the review returns a withdrawal', () => {
  for (const [reason, spoil] of [
    ['TARGET_REMOVED', (id: number) => sql`delete from card where id = ${id}`],
    ['TARGET_INVALID', (id: number) => sql`update withdrawal set target = 'sim1old' where card_id = ${id}`],
  ] as const) {
    test(reason, async () => {
      const context = await fixture.person()
      const card = await fixture.coinCard(context, 'SMXN')
      const applied = await withdraw(context, card, '500')
      await spoil(card).execute(fixture.db)
      await fixture.tick(due)
      assert.deepEqual([(await newest(context)).status, (await newest(context)).reason], ['refused', reason])
      assert.deepEqual(await fixture.journals('withdrawal', applied.id), ['E10', 'E12'])
      assert.equal(await fixture.available(context), moneyOf('1000000'))
      await fixture.expectBalancedLedger()
    })
  }
})

describe('a withdrawal is refused', () => {
  const cases: readonly (readonly [RefusalWord, string, object])[] = [
    ['withdrawal_too_small', '9.99', {}],
    ['withdrawal_too_small', '36.89', { asset: 'USD' }],
    ['insufficient_balance', '1000000.01', {}],
    ['daily_limit', '5000000.01', {}],
    ['currency_missing', '100', { asset: 'SUSD' }],
    ['card_missing', '100', { card: 999_999 }],
    ['pay_password_wrong', '100', { payPassword: 'another' }],
  ]
  for (const [word, amount, more] of cases) {
    test(`${amount} ${JSON.stringify(more)}: ${word}`, async () => {
      const context = await fixture.person()
      const card = await fixture.bankCard(context)
      await refusedWith(word, withdraw(context, card, amount, more))
      assert.deepEqual([await fixture.available(context), await fixture.held(context)], [moneyOf('1000000'), 0n])
    })
  }

  test("funding.withdraw answers for another user's card as for an unknown card", async () => {
    const [context, other] = [await fixture.person(), await fixture.person()]
    const theirs = await fixture.bankCard(other)
    const refused = await refusedWith('card_missing', withdraw(context, theirs, '100'))
    assert.deepEqual(refused, await refusedWith('card_missing', withdraw(context, 999_999, '100')))
    assert.deepEqual([await fixture.held(context), await fixture.held(other)], [0n, 0n])
    await withdraw(other, theirs, '100')
  })

  test('while verification or a reset blocks it, and usable reports the reason', async () => {
    const context = await fixture.person()
    const { userId } = context.person
    const card = await fixture.bankCard(context)
    for (const word of ['verification_missing', 'verification_pending'] as const) {
      fixture.checks.unverified.set(userId, refusal(word))
      await refusedWith(word, withdraw(context, card, '100'))
      const usable = await fixture.call.usable({}, context)
      assert.equal(usable.amount, 0n)
    }
    assert.deepEqual(await fixture.call.usable({}, context).then(({ reason, reasonCode }) => [reason, reasonCode]), [
      'Identity verification under review',
      1201,
    ])
    fixture.checks.unverified.delete(userId)
    fixture.checks.changedAt.set(userId, start - hour)
    const why = await refusedWith('withdrawals_paused', withdraw(context, card, '100'))
    assert.deepEqual(why.values, { t: '2026-11-21 15:00 UTC' })
    assert.equal((await fixture.call.usable({}, context)).reasonCode, 1324)
    await fixture.call.withdraw({ card, amount: moneyOf('100'), payPassword }, { ...context, now: start + 23 * hour })
  })

  test('above the settled balance, with the settlement date', async () => {
    const context = await fixture.person()
    const rows = [
      { releaseDate: '2026-11-24', amount: moneyOf('300') },
      // Settled already, but not yet deleted by the job.
      { releaseDate: '2026-11-20', amount: moneyOf('400') },
    ]
    await saveUnsettledRows(fixture.db, [{ user: context.person.userId, wallet: 'BALANCE', rows }])
    const card = await fixture.bankCard(context)
    const why = await refusedWith('not_settled', withdraw(context, card, '999700.01'))
    assert.deepEqual(why.values, { amount: '300.00', date: '2026-11-24' })
    const usable = await fixture.call.usable({}, context)
    assert.deepEqual([usable.amount, usable.unsettled, usable.currency], [moneyOf('999700'), moneyOf('300'), 'MXN'])
    const dollars = await fixture.call.usable({ asset: 'SUSD' }, context)
    assert.deepEqual(
      [dollars.amount, dollars.unsettled, dollars.currency],
      [moneyOf('54196.03'), moneyOf('16.26'), 'USD'],
    )
    await withdraw(context, card, '999700')
    await fixture.expectBalancedLedger()
  })

  test('without a rate, only if it needs a conversion', async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    fixture.feed.clear()
    await refusedWith('quote_unavailable', withdraw(context, card, '100', { asset: 'HKD' }))
    await refusedWith('quote_unavailable', fixture.call.usable({ asset: 'USD' }, context))
    await withdraw(context, card, '100')
    fixture.rates(start)
  })

  test('above five million per day, not counting returned withdrawals', async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    for (let number = 0; number < 5; number += 1) {
      const proof = await fixture.picture(context)
      await fixture.call.createDeposit({ kind: 'fiat', asset: 'MXN', amount: moneyOf('1000000'), proof }, context)
    }
    await fixture.tick(start + 300 * second)
    const coin = await fixture.coinCard(context, 'SMXN')
    await withdraw(context, coin, '1000000')
    await sql`delete from card where id = ${coin}`.execute(fixture.db)
    await fixture.tick(due)
    await withdraw(context, card, '5000000')
    await refusedWith('daily_limit', withdraw(context, card, '10'))
    await fixture.call.withdraw({ card, amount: moneyOf('10'), payPassword }, { ...context, now: start + 8 * hour })
    await fixture.expectBalancedLedger()
  })
})

describe('concurrent requests', () => {
  test('fifty withdrawals succeed as far as the balance covers them', async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    const { userId } = context.person
    const send = { userId, card, amount: moneyOf('90000'), asset: undefined, payPassword, at: start } as const
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        (index % 2 === 0 ? fixture.funding : fixture.open()).withdrawals.apply(send),
      ),
    )
    const refused = outcomes.filter(isRefusal).map((why) => why.refused)
    assert.equal(refused.length, 39)
    assert.deepEqual([...new Set(refused)], ['insufficient_balance'])
    assert.deepEqual(
      [await fixture.available(context), await fixture.held(context)],
      [moneyOf('10000'), moneyOf('990000')],
    )
    await fixture.expectBalancedLedger()
    await Promise.all([
      fixture.tick(due),
      fixture.open().withdrawals.progressDue(due),
      fixture.open().withdrawals.progressDue(due),
    ])
    assert.equal(await fixture.held(context), 0n)
    await fixture.expectBalancedLedger()
  })

  test('a withdrawal and the removal of its card: one succeeds', async () => {
    for (let round = 0; round < 10; round += 1) {
      const context = await fixture.person()
      const { userId } = context.person
      const id = await fixture.bankCard(context)
      const [applied, removed, changed] = await Promise.all([
        fixture.open().withdrawals.apply({
          userId,
          card: id,
          amount: moneyOf('100'),
          asset: undefined,
          payPassword,
          at: start,
        }),
        fixture.open().cards.remove.send({ userId, id, at: start }),
        fixture.open().cards.change.send({ userId, id, requested: practiceCard, at: start }),
      ])
      if (isRefusal(applied)) {
        assert.equal(applied.refused, 'card_missing')
        assert.equal(removed, null)
      } else {
        assert(isRefusal(removed))
        assert.equal(removed.refused, 'card_in_use')
        if (isRefusal(changed)) assert.equal(changed.refused, 'card_in_use')
      }
    }
    await fixture.expectBalancedLedger()
  })

  test('twenty retries of one request are one withdrawal', async () => {
    const context = await fixture.person()
    const card = await fixture.bankCard(context)
    const request = keyed(calls.funding.withdraw, 'withdraw-key-20', { amount: '1' }, context.person.userId)
    const send = () => withdraw({ ...context, request }, card, '100')
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, send))
    const again = await send()
    for (const outcome of outcomes) if (outcome.status === 'fulfilled') assert.deepEqual(outcome.value, again)
    assert.equal((await fixture.call.withdrawals({ pageNum: 1, pageSize: 10 }, context)).total, 1)
    const other = keyed(calls.funding.withdraw, 'withdraw-key-20', { amount: '2' }, context.person.userId)
    await refusedWith('request_key_reused', withdraw({ ...context, request: other }, card, '100'))
    await fixture.expectBalancedLedger()
  })

  test('confirming and dropping a payout: it is paid or returned', async () => {
    const users = await Promise.all(Array.from({ length: 8 }, () => fixture.person()))
    for (const context of users) await withdraw(context, await fixture.coinCard(context, 'SMXN'), '100')
    await fixture.tick(due)
    const hashes = await Promise.all(users.map(async (context) => (await newest(context)).transaction ?? ''))
    const now = due + 10 * second
    await Promise.all([
      ...hashes.map((hash) => fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: due })),
      fixture.open().withdrawals.progressDue(now),
      fixture.open().withdrawals.progressDue(now),
    ])
    await fixture.tick(now + 20 * second)
    for (const context of users) {
      const { id } = await newest(context)
      assert.match((await fixture.journals('withdrawal', id)).join(' '), /^E10 (E11|E12)$/)
      assert.equal(await fixture.held(context), 0n)
    }
    await fixture.expectBalancedLedger()
  })
})
