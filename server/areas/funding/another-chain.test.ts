import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { moneyOf } from '@mex/core/money/money.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { start } from '#areas/testing.ts'
import { sql } from '#db/sql.ts'
import { confirmed, openFundingTest, payPassword, second, type FundingTest } from './testing.ts'

/** What becomes of deposits when another chain wins (rulebook §9.2). */

let desk: FundingTest
before(async () => {
  desk = await openFundingTest()
})
after(() => desk[Symbol.asyncDispose]())

const million = moneyOf('1000000')
/** The newest deposit of a person. */
async function newest(context: Awaited<ReturnType<FundingTest['person']>>) {
  const { rows } = await desk.call.deposits({ pageNum: 1, pageSize: 10 }, context)
  const [deposit] = rows
  assert(deposit !== undefined)
  return deposit
}

test('a payment that was not credited is gone (E05)', async () => {
  const context = await desk.person()
  const hash = await desk.send(context, 'SUSD', '10')
  await desk.tick(confirmed(2))
  await desk.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(2) })
  await desk.tick(confirmed(3))
  const deposit = await newest(context)
  assert.deepEqual([deposit.status, deposit.reason], ['refused', 'TX_DROPPED'])
  await desk.tick(confirmed(4))
  assert.deepEqual(await desk.journals('deposit', deposit.id), ['E02', 'E05'])
  assert.deepEqual(await desk.messages(context), ['deposit_seen', 'deposit_dropped'])
  assert.equal(await desk.available(context), million)
  await desk.expectBalancedLedger()
})

test('a payment that was credited stays with the person, at the cost of the reserve (E06)', async () => {
  const context = await desk.person()
  const hash = await desk.send(context, 'SMXN', '10')
  await desk.tick(confirmed(3))
  await desk.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(4) })
  await desk.tick(confirmed(4))
  await desk.tick(confirmed(5))
  const deposit = await newest(context)
  assert.equal(deposit.status, 'approved')
  assert.deepEqual(await desk.journals('deposit', deposit.id), ['E02', 'E03', 'E06'])
  assert.deepEqual(await desk.messages(context), ['deposit_seen', 'deposit_credited', 'deposit_reorganised'])
  assert.equal(await desk.available(context), moneyOf('1000010'))
  await desk.expectBalancedLedger()
})

test('a payment that was credited and spent is lost to the reserve, and the person owes nothing (E06)', async () => {
  const context = await desk.person()
  const hash = await desk.send(context, 'SUSD', '1000')
  await desk.tick(confirmed(3))
  const deposit = await newest(context)
  // Everything is paid out before the chain takes the deposit back.
  const card = await desk.bankCard(context)
  await desk.call.withdraw({ card, amount: moneyOf('1018354'), payPassword }, { ...context, now: confirmed(3) })
  await desk.tick(confirmed(3) + 120 * second)
  assert.deepEqual([await desk.available(context), await desk.held(context)], [0n, 0n])
  const later = confirmed(3) + 130 * second
  await desk.funding.chain.reorganise({ from: 0, dropped: [hash], now: later })
  await Promise.all([desk.tick(later), desk.open().chain.watch(later), desk.open().chain.watch(later)])
  assert.deepEqual(await desk.journals('deposit', deposit.id), ['E02', 'E03x', 'E06'])
  assert.deepEqual([await desk.available(context), await desk.held(context)], [0n, 0n])
  const { rows } = await sql<{ account: string; currency: string; amount: bigint }>`
    select account, currency, sum(debit - credit) as amount from journal_line
    join journal on journal.id = journal_id
    where ref_type = 'deposit' and ref_id = ${deposit.id} and account in ('EXT.CHAIN', 'SYS.RESERVE')
    group by account, currency order by account`.execute(desk.db)
  assert.deepEqual(rows, [
    { account: 'EXT.CHAIN', currency: 'USD', amount: 0n },
    { account: 'SYS.RESERVE', currency: 'USD', amount: moneyOf('1000') },
  ])
  const bills = await billPage(desk.db, context.person.userId, {}, { pageNum: 1, pageSize: 1 })
  assert.equal(bills.rows[0]?.event, 'E11', 'a bill says nothing of it: nothing of the person has changed')
  await desk.expectBalancedLedger()
  // What comes later is the person's, whole.
  await desk.send(context, 'SMXN', '7', later)
  await desk.tick(later + 40 * second)
  assert.equal(await desk.available(context), moneyOf('7'))
  await desk.expectBalancedLedger()
})

test('a payment that only falls back counts its confirmations anew', async () => {
  const context = await desk.person()
  await desk.send(context, 'SMXN', '10')
  await desk.tick(confirmed(2))
  await desk.funding.chain.reorganise({ from: 0, dropped: [], now: confirmed(2) })
  await desk.tick(confirmed(2))
  assert.equal((await newest(context)).confirmations, 0)
  await desk.tick(confirmed(4))
  assert.deepEqual([(await newest(context)).status, (await newest(context)).confirmations], ['pending', 2])
  await desk.tick(confirmed(5))
  assert.equal((await newest(context)).status, 'approved')
  await desk.expectBalancedLedger()
})

test('a payment that nobody has seen yet leaves no trace', async () => {
  const context = await desk.person()
  const hash = await desk.send(context, 'SMXN', '10')
  await desk.funding.chain.reorganise({ from: 0, dropped: [hash], now: start })
  await desk.tick(confirmed(5))
  assert.equal((await desk.call.deposits({ pageNum: 1, pageSize: 10 }, context)).total, 0)
})

test('another chain against the credit: E05 or E06, never both, and never twice', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, () => desk.person()))
  const hashes: string[] = []
  for (const context of people) hashes.push(await desk.send(context, 'SMXN', '10'))
  await desk.tick(confirmed(2))
  await Promise.all([
    ...people.flatMap((context, index) =>
      Array.from({ length: 3 }, () =>
        desk.open().chain.look.send({ userId: context.person.userId, hash: hashes[index] ?? '', now: confirmed(3) }),
      ),
    ),
    ...hashes.map((hash) => desk.funding.chain.reorganise({ from: 0, dropped: [hash], now: confirmed(3) })),
  ])
  await Promise.all([desk.tick(confirmed(4)), desk.tick(confirmed(4)), desk.open().chain.watch(confirmed(4))])
  for (const context of people) {
    const events = (await desk.journals('deposit', (await newest(context)).id)).join(' ')
    assert.match(events, /^E02 (E05|E03 E06)$/)
    const credited = events.includes('E03') ? moneyOf('1000010') : million
    assert.equal(await desk.available(context), credited)
  }
  await desk.expectBalancedLedger()
})
