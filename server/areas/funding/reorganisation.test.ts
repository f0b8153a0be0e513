import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { confirmed, openFundingTest, payPassword, second, type FundingTest } from './testing.ts'

/** What becomes of deposits when another chain wins (rulebook §9.2). */

let fixture: FundingTest
before(async () => {
  fixture = await openFundingTest()
})
after(() => fixture[Symbol.asyncDispose]())

const million = moneyOf('1000000')
/** The newest deposit of a person. */
async function newest(context: Awaited<ReturnType<FundingTest['person']>>) {
  const { rows } = await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)
  const [deposit] = rows
  assert(deposit !== undefined)
  return deposit
}

test('a payment that was not credited is gone (E05)', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SUSD', '10')
  await fixture.tick(confirmed(2))
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(2) })
  await fixture.tick(confirmed(3))
  const deposit = await newest(context)
  assert.deepEqual([deposit.status, deposit.reason], ['refused', 'TX_DROPPED'])
  await fixture.tick(confirmed(4))
  assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', 'E05'])
  assert.deepEqual(await fixture.messages(context), ['deposit_seen', 'deposit_dropped'])
  assert.equal(await fixture.available(context), million)
  await fixture.expectBalancedLedger()
})

test('a payment that was credited stays with the person, at the cost of the reserve (E06)', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SMXN', '10')
  await fixture.tick(confirmed(3))
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(4) })
  await fixture.tick(confirmed(4))
  await fixture.tick(confirmed(5))
  const deposit = await newest(context)
  assert.equal(deposit.status, 'approved')
  assert.deepEqual(await fixture.journals('deposit', deposit.id), ['E02', 'E03', 'E06'])
  assert.deepEqual(await fixture.messages(context), ['deposit_seen', 'deposit_credited', 'deposit_reorganised'])
  assert.equal(await fixture.available(context), moneyOf('1000010'))
  await fixture.expectBalancedLedger()
})

test('a payment that was credited and spent is lost to the reserve, and the person owes nothing (E06)', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SUSD', '1000')
  await fixture.tick(confirmed(3))
  const deposit = await newest(context)
  // Everything is paid out before the chain takes the deposit back.
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
  assert.equal(bills.rows[0]?.event, 'E11', 'a bill says nothing of it: nothing of the person has changed')
  await fixture.expectBalancedLedger()
  // What comes later is the person's, whole.
  await fixture.send(context, 'SMXN', '7', later)
  await fixture.tick(later + 40 * second)
  assert.equal(await fixture.available(context), moneyOf('7'))
  await fixture.expectBalancedLedger()
})

test('a payment that only falls back counts its confirmations anew', async () => {
  const context = await fixture.person()
  await fixture.send(context, 'SMXN', '10')
  await fixture.tick(confirmed(2))
  await fixture.funding.chain.reorganise({ from: 0, dropped: [], now: confirmed(2) })
  await fixture.tick(confirmed(2))
  assert.equal((await newest(context)).confirmations, 0)
  await fixture.tick(confirmed(4))
  assert.deepEqual([(await newest(context)).status, (await newest(context)).confirmations], ['pending', 2])
  await fixture.tick(confirmed(5))
  assert.equal((await newest(context)).status, 'approved')
  await fixture.expectBalancedLedger()
})

test('a payment that nobody has seen yet leaves no trace', async () => {
  const context = await fixture.person()
  const hash = await fixture.send(context, 'SMXN', '10')
  await fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: start })
  await fixture.tick(confirmed(5))
  assert.equal((await fixture.call.deposits({ pageNum: 1, pageSize: 10 }, context)).total, 0)
})

test('another chain against the credit: E05 or E06, never both, and never twice', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => fixture.person()))
  const hashes: string[] = []
  for (const context of people) hashes.push(await fixture.send(context, 'SMXN', '10'))
  await fixture.tick(confirmed(2))
  await Promise.all([
    ...people.flatMap((context, index) =>
      Array.from({ length: 3 }, () =>
        fixture.open().chain.look.send({ userId: context.person.userId, hash: hashes[index] ?? '', now: confirmed(3) }),
      ),
    ),
    ...hashes.map((hash) => fixture.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(3) })),
  ])
  await Promise.all([fixture.tick(confirmed(4)), fixture.tick(confirmed(4)), fixture.open().chain.watch(confirmed(4))])
  for (const context of people) {
    const events = (await fixture.journals('deposit', (await newest(context)).id)).join(' ')
    assert.match(events, /^E02 (E05|E03 E06)$/)
    const credited = events.includes('E03') ? moneyOf('1000010') : million
    assert.equal(await fixture.available(context), credited)
  }
  await fixture.expectBalancedLedger()
})
