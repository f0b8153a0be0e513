import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { confirmed, openFundingTest, payPassword, second } from './testing.ts'

/** Deposits after a reorganisation of the chain (rulebook §9.2). */

const fixture = await openFundingTest()
after(() => fixture[Symbol.asyncDispose]())

const million = moneyOf('1000000')
test('a dropped payment that was not credited is cancelled (E05)', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SUSD', '10')
  await fixture.tick(confirmed(2))
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(2) })
  await fixture.tick(confirmed(3))
  const deposit = await fixture.newestDeposit(context)
  assert.deepEqual([deposit.status, deposit.reason], ['refused', 'TX_DROPPED'])
  await fixture.tick(confirmed(4))
  assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', 'E05'])
  assert.deepEqual(await fixture.messages(context), ['deposit_seen', 'deposit_dropped'])
  assert.equal(await fixture.available(context), million)
  await fixture.expectBalancedLedger()
})

test('a dropped payment that was credited stays with the user and is charged to the reserve (E06)', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SMXN', '10')
  await fixture.tick(confirmed(3))
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(4) })
  await fixture.tick(confirmed(4))
  await fixture.tick(confirmed(5))
  const deposit = await fixture.newestDeposit(context)
  assert.equal(deposit.status, 'approved')
  assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', 'E03', 'E06'])
  assert.deepEqual(await fixture.messages(context), ['deposit_seen', 'deposit_credited', 'deposit_reorganised'])
  assert.equal(await fixture.available(context), moneyOf('1000010'))
  await fixture.expectBalancedLedger()
})

test('a dropped payment that was credited and spent is charged to the reserve, and the user owes nothing (E06)', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SUSD', '1000')
  await fixture.tick(confirmed(3))
  const deposit = await fixture.newestDeposit(context)
  // The whole balance is withdrawn before the deposit is dropped.
  const card = await fixture.bankCard(context)
  await fixture.call.withdraw({ card, amount: moneyOf('1018354'), payPassword }, { ...context, now: confirmed(3) })
  await fixture.tick(confirmed(3) + 120 * second)
  assert.deepEqual([await fixture.available(context), await fixture.held(context)], [0n, 0n])
  const later = confirmed(3) + 130 * second
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: later })
  await Promise.all([fixture.tick(later), fixture.open().chain.watch(later), fixture.open().chain.watch(later)])
  assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', 'E03x', 'E06'])
  assert.deepEqual([await fixture.available(context), await fixture.held(context)], [0n, 0n])
  const { rows } = await sql<{ account: string; currency: string; amount: bigint }>`
    select account, currency, sum(debit - credit) as amount from journal_line
    join journal on journal.id = journal_id
    where ref_type = 'deposit' and ref_id = ${deposit.id} and account in ('EXT.CHAIN', 'SYS.RESERVE')
    group by account, currency order by account`.execute(fixture.db)
  assert.deepEqual(rows, [
    { account: 'EXT.CHAIN', currency: 'USD', amount: 0n },
    { account: 'SYS.RESERVE', currency: 'USD', amount: moneyOf('1000') },
  ])
  const bills = await billPage(fixture.db, context.person.userId, {}, { pageNum: 1, pageSize: 1 })
  assert.equal(bills.rows[0]?.event, 'E11', 'no bill is written: the balance of the user has not changed')
  await fixture.expectBalancedLedger()
  // A later deposit is credited in full.
  await fixture.send(context, 'SMXN', '7', later)
  await fixture.tick(later + 40 * second)
  assert.equal(await fixture.available(context), moneyOf('7'))
  await fixture.expectBalancedLedger()
})

test('a payment that moves to a later block counts its confirmations again', async () => {
  const context = await fixture.person()
  await fixture.send(context, 'SMXN', '10')
  await fixture.tick(confirmed(2))
  await fixture.funding.chain.reorganise({ from: 0, dropped: [], now: confirmed(2) })
  await fixture.tick(confirmed(2))
  assert.equal((await fixture.newestDeposit(context)).confirmations, 0)
  await fixture.tick(confirmed(4))
  assert.deepEqual(
    [(await fixture.newestDeposit(context)).status, (await fixture.newestDeposit(context)).confirmations],
    ['pending', 2],
  )
  await fixture.tick(confirmed(5))
  assert.equal((await fixture.newestDeposit(context)).status, 'approved')
  await fixture.expectBalancedLedger()
})

test('a dropped payment that was not detected leaves no trace', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SMXN', '10')
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: start })
  await fixture.tick(confirmed(5))
  assert.equal((await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)).total, 0)
})

test('a concurrent reorganisation and credit post E05 or E06 once', async () => {
  const users = await Promise.all(Array.from({ length: 12 }, () => fixture.person()))
  const hashes: string[] = []
  for (const context of users) hashes.push(await fixture.send(context, 'SMXN', '10'))
  await fixture.tick(confirmed(2))
  await Promise.all([
    ...users.flatMap((context, index) =>
      Array.from({ length: 3 }, () =>
        fixture.open().chain.look.send({ userId: context.person.userId, hash: hashes[index] ?? '', now: confirmed(3) }),
      ),
    ),
    ...hashes.map((hash) => fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(3) })),
  ])
  await Promise.all([fixture.tick(confirmed(4)), fixture.tick(confirmed(4)), fixture.open().chain.watch(confirmed(4))])
  for (const context of users) {
    const events = (await fixture.journals('deposit', (await fixture.newestDeposit(context)).id)).join(' ')
    assert.match(events, /^E02 (E05|E03 E06)$/)
    const credited = events.includes('E03') ? moneyOf('1000010') : million
    assert.equal(await fixture.available(context), credited)
  }
  await fixture.expectBalancedLedger()
})
