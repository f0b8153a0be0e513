import assert from 'node:assert/strict'
import { after, beforeEach, describe, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { settings } from '@mex/core/settings.ts'
import { expectBalancedLedger, start } from '#areas/testing.ts'
import { balanceOf } from '#areas/ledger/actions.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { noEvidence } from '#areas/ledger/verify.ts'
import { sql } from '#db/sql.ts'
import { payBonuses } from './referral.ts'
import { openAccountTest } from './testing.ts'

const own = await openAccountTest()
const { db, call, anyone, registration } = own
after(() => own[Symbol.asyncDispose]())

const terms = { ...settings.referral, bonus: 250 }
const pay = () => payBonuses(db, start, terms)
const million = moneyOf('1000000')
const richer = moneyOf('1000250')
const free = (user: number) => balanceOf(db, user, 'U.AVAIL', 'BALANCE')
const verify = (user: number) => sql`update app_user set real_status = 3 where id = ${user}`.execute(db)
const close = (user: number) => sql`update app_user set state = 'CLOSED' where id = ${user}`.execute(db)

const inviter = () => call.guest({}, anyone())
async function invited(invitationCode: string, isVerified = true): Promise<number> {
  const { id } = await call.register(await registration({ invitationCode }), anyone())
  if (isVerified) await verify(id)
  return id
}

// The invitations of one test must not count in the next.
beforeEach(async () => {
  await sql`update app_user set invited_by = null`.execute(db)
})

describe('the bonus of an invitation', () => {
  test('is paid once to both users after the invited user is verified (E90)', async () => {
    const { id: host, invitationCode } = await inviter()
    const guest = await invited(invitationCode, false)
    assert.equal(await pay(), 0)
    await verify(guest)
    assert.equal(await pay(), 1)
    assert.equal(await pay(), 0)
    for (const user of [host, guest]) {
      assert.equal(await free(user), richer)
      const { rows } = await billPage(db, user, { number: 90 }, { pageNum: 1, pageSize: 10 })
      assert.deepEqual(
        rows.map(({ event, amount, wallet }) => [event, amount, wallet]),
        [['E90', moneyOf('250'), 'BALANCE']],
      )
    }
    const { rows } = await sql<{ line: string }>`
      select account || ' ' || line.currency || ' ' || (debit - credit) as line
      from journal join journal_line line on line.journal_id = journal.id
      where event_key = ${`E90:${guest}:inviter`} order by line.line`.execute(db)
    assert.deepEqual(
      rows.map(({ line }) => line),
      ['SYS.GRANT MXN 25000', 'U.AVAIL MXN -25000'],
    )
    await expectBalancedLedger(db, noEvidence)
  })

  test('is not paid unless it is configured', async () => {
    const { id, invitationCode } = await inviter()
    await invited(invitationCode)
    assert.equal(await payBonuses(db, start), 0)
    assert.equal(await free(id), million)
  })

  test('is paid for one level: the inviter of the inviter gets nothing', async () => {
    const first = await inviter()
    const second = await call.register(await registration({ invitationCode: first.invitationCode }), anyone())
    await invited(second.invitationCode)
    assert.equal(await pay(), 1)
    assert.deepEqual([await free(first.id), await free(second.id)], [million, richer])
  })

  test('is limited to twenty per inviter, also for four concurrent runs', async () => {
    const { id, invitationCode } = await inviter()
    const guests: number[] = []
    for (let number = 0; number < 22; number += 1) guests.push(await invited(invitationCode))
    const paid = await Promise.all([pay(), pay(), pay(), pay()])
    assert.equal(
      paid.reduce((sum, count) => sum + count, 0),
      20,
    )
    assert.equal(await free(id), moneyOf('1005000'))
    const balances = await Promise.all(guests.map(free))
    assert.equal(balances.filter((amount) => amount === richer).length, 20)
    assert.equal(balances.filter((amount) => amount === million).length, 2)
    await expectBalancedLedger(db, noEvidence)
  })

  test('is not paid for closed accounts', async () => {
    const [one, other] = [await inviter(), await inviter()]
    await close(await invited(one.invitationCode))
    await invited(other.invitationCode)
    await close(other.id)
    assert.equal(await pay(), 0)
    assert.deepEqual([await free(one.id), await free(other.id)], [million, million])
  })
})
