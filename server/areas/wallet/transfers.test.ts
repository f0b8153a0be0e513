import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { moneyOf, rateOf, type Money } from '@mex/core/money/money.ts'
import { isRefusal, type RefusalWord } from '@mex/core/refusal.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { expectBalancedLedger, keyed, openPerson, openRateFeed, personal, refusedWith, start } from '#areas/testing.ts'
import { billPage } from '#areas/ledger/bills.ts'
import { loadBalances, saveUnsettledRows } from '#areas/ledger/actions.ts'
import type { PersonContext } from '#context.ts'
import { sql, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { evidence } from './evidence.ts'
import { openTransfers, type Transfers } from './transfers.ts'
import { handlers } from './handlers.ts'

let own: TestDatabase
let db: Database
let transfers: Transfers
let call: ReturnType<typeof handlers>
const feed = openRateFeed()
const second = 1000
const minute = 60 * second
const due = start + 30 * second

before(async () => {
  own = await openTestDatabase()
  db = own.db
  transfers = another()
  call = handlers({
    transfers,
    feed,
    interest: new Map(),
    describe: (key) => assert.fail(`${key} is traded`),
    traditional: (simplified) => simplified,
    openResults: () => Promise.resolve(new Map()),
    dayResult: () => Promise.reject(new Error('not asked')),
    openCounts: () => Promise.reject(new Error('not asked')),
  })
})
after(() => own[Symbol.asyncDispose]())

/** A user with the sign-up grant; rates of 17 MXN per US dollar and 2.2 per Hong Kong dollar, set at the start. */
async function person(): Promise<PersonContext> {
  feed.clear()
  quoteRates(start, '17')
  return personal(await openPerson(db), { db, feed })
}
function quoteRates(time: number, dollar: string): void {
  feed.set('USD', 'MXN', dollar, time)
  feed.set('HKD', 'MXN', '2.2', time)
}

/** Another process on the same database. */
const another = (): Transfers => openTransfers({ db, feed, quoteAgeSecondsMax: 5 })

const transfer = (context: PersonContext, from: Wallet, to: Wallet, amount: string, now = start) =>
  call.transfer({ from, to, amount: moneyOf(amount) }, { ...context, now })
const cancel = (context: PersonContext, id: number, now = start) => call.cancelTransfer({ id }, { ...context, now })

async function balances(context: PersonContext, ...wallets: Wallet[]): Promise<Money[]> {
  const { userId } = context.person
  const balances = await loadBalances(db, [userId])
  return wallets.map((wallet) => balances.available(userId, wallet))
}

/** Values of the messages that say that a transfer has settled. */
async function messagesOf({ person: { userId } }: PersonContext): Promise<unknown[]> {
  const { rows } = await sql<{ said: unknown }>`
    select text_values as said from message
    where user_id = ${userId} and kind = 'transfer_settled' order by id`.execute(db)
  return rows.map((row) => row.said)
}

/** Codes of the journals of a transfer, in order. */
async function journalsOf(id: number): Promise<string[]> {
  const { rows } = await sql<{ event: string }>`
    select event from journal where ref_type = 'transfer' and ref_id = ${id} order by id`.execute(db)
  return rows.map((row) => row.event)
}

/** Lines of one journal of a transfer: account, wallet, currency, credit − debit. */
async function linesOf(id: number, event: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select account || ' ' || coalesce(wallet::text, '-') || ' ' || line.currency || ' ' || (credit - debit) as text
    from journal join journal_line line on line.journal_id = journal.id
    where ref_type = 'transfer' and ref_id = ${id} and event = ${event} order by line.line`.execute(db)
  return rows.map((row) => row.text)
}

describe('a transfer in one currency', () => {
  test('leaves at once (E20) and arrives after thirty seconds (E21)', async () => {
    const context = await person()
    const answer = await transfer(context, 'BALANCE', 'FUTURE', '1500.50')
    assert.deepEqual(answer, {
      id: answer.id,
      status: 'moving',
      estimatedRate: rateOf('1'),
      estimatedAmount: moneyOf('1500.50'),
      settlesAt: due,
    })
    assert.deepEqual(await balances(context, 'BALANCE', 'FUTURE'), [moneyOf('998499.50'), moneyOf('500000')])
    assert.deepEqual(await linesOf(answer.id, 'E20'), ['U.AVAIL 1 MXN -150050', 'U.XFER 1 MXN 150050'])
    await expectBalancedLedger(db, evidence)
    assert.equal(await transfers.settleDue(due - 1), 0)
    assert.equal(await transfers.settleDue(due), 1)
    assert.equal(await transfers.settleDue(due), 0)
    assert.deepEqual(await balances(context, 'BALANCE', 'FUTURE'), [moneyOf('998499.50'), moneyOf('501500.50')])
    assert.deepEqual(await linesOf(answer.id, 'E21'), ['U.XFER 1 MXN -150050', 'U.AVAIL 3 MXN 150050'])
    await expectBalancedLedger(db, evidence)
  })

  test('can be cancelled before it settles (E23), also repeatedly', async () => {
    const context = await person()
    const { id } = await transfer(context, 'FUTURE', 'BALANCE', '100')
    assert.deepEqual(await cancel(context, id, start + second), { id, status: 'cancelled' })
    assert.deepEqual(await cancel(context, id, start + second), { id, status: 'cancelled' })
    assert.deepEqual(await linesOf(id, 'E23'), ['U.XFER 3 MXN -10000', 'U.AVAIL 3 MXN 10000'])
    assert.deepEqual(await messagesOf(context), [])
    assert.deepEqual(await balances(context, 'BALANCE', 'FUTURE'), [moneyOf('1000000'), moneyOf('500000')])
    assert.equal(await transfers.settleDue(due), 0)
    const bills = await billPage(db, context.person.userId, { wallet: 'FUTURE' }, { pageNum: 1, pageSize: 2 })
    assert.deepEqual(
      bills.rows.map((row) => [row.event, row.amount]),
      [
        ['E23', moneyOf('100')],
        ['E20', moneyOf('-100')],
      ],
    )
    await expectBalancedLedger(db, evidence)
  })

  test('cannot be cancelled once it has settled', async () => {
    const context = await person()
    const { id } = await transfer(context, 'BALANCE', 'FOREX', '1')
    await transfers.settleDue(due)
    await refusedWith('transfer_settled', cancel(context, id, due))
    await expectBalancedLedger(db, evidence)
  })

  test('notifies the user', async () => {
    const context = await person()
    const { id } = await transfer(context, 'BALANCE', 'FOREX', '1')
    const { rows } = await sql<{ topic: string; ref: number }>`
      select topic, ref_id as ref from outbox
      where user_id = ${context.person.userId} and topic <> 'message' order by id`.execute(db)
    assert.deepEqual(rows, [
      { topic: 'transfer', ref: id },
      { topic: 'wallet', ref: 0 },
    ])
    assert.deepEqual(await messagesOf(context), [])
    await transfers.settleDue(due)
    assert.deepEqual(await messagesOf(context), [{ sent: 'MX$1.00', received: 'MX$1.00' }])
  })
})

describe('a transfer into another currency', () => {
  test('settles at the first rate after it is due (E22), whenever the job runs', async () => {
    const context = await person()
    const answer = await transfer(context, 'BALANCE', 'US_STOCK', '17042.50')
    // The platform sells a dollar for 17 × 1.0025, rounded up to 17.0425.
    assert.equal(answer.estimatedRate, rateOf('17.0425'))
    assert.equal(answer.estimatedAmount, moneyOf('1000'))
    assert.equal(await transfers.settleDue(due), 0)
    quoteRates(due + second, '20')
    assert.equal(await transfers.settleDue(due + 4 * second), 1)
    // 17042.50 ÷ 20.05 = 850 at the platform's rate; 852.13 at mid; the difference is the spread.
    assert.deepEqual(await linesOf(answer.id, 'E22'), [
      'U.XFER 1 MXN -1704250',
      'SYS.FX - MXN 1704250',
      'SYS.FX - USD -85213',
      'U.AVAIL 8 USD 85000',
      'REV.FX_SPREAD - USD 213',
    ])
    assert.deepEqual(await balances(context, 'BALANCE', 'US_STOCK'), [moneyOf('982957.50'), moneyOf('25850')])
    const { rows } = await sql<{ rate: bigint; received: bigint }>`
      select rate, settled_amount as received from transfer where id = ${answer.id}`.execute(db)
    assert.deepEqual(rows[0], { rate: rateOf('20.05'), received: moneyOf('850') })
    assert.deepEqual(await messagesOf(context), [{ sent: 'MX$17,042.50', received: '$850.00' }])
    await expectBalancedLedger(db, evidence)
  })

  test('settles at the buying rate in the other direction', async () => {
    const context = await person()
    const answer = await transfer(context, 'HK_STOCK', 'BALANCE', '100')
    // 2.2 × 0.9975 = 2.1945, rounded down to 2.1945.
    assert.equal(answer.estimatedRate, rateOf('2.1945'))
    assert.equal(answer.estimatedAmount, moneyOf('219.45'))
    quoteRates(due + second, '17')
    await transfers.settleDue(due + second)
    assert.deepEqual(await balances(context, 'BALANCE', 'HK_STOCK'), [moneyOf('1000219.45'), moneyOf('199900')])
    await expectBalancedLedger(db, evidence)
  })

  test('waits without a fresh rate, and can be cancelled meanwhile', async () => {
    const context = await person()
    const { id } = await transfer(context, 'BALANCE', 'US_STOCK', '500')
    feed.clear()
    assert.equal(await transfers.settleDue(due + 40 * minute), 0)
    quoteRates(start, '17')
    assert.equal(await transfers.settleDue(due + 41 * minute), 0)
    // There is no quote after the due time: the cancel takes effect when no earlier rate can arrive.
    const now = due + 42 * minute
    assert.deepEqual(await cancel(context, id, now), { id, status: 'moving' })
    assert.deepEqual(await cancel(context, id, now + second), { id, status: 'moving' })
    assert.equal(await transfers.settleDue(now + 5 * second), 0)
    assert.equal(await transfers.settleDue(now + 5 * second + 1), 1)
    assert.deepEqual(await journalsOf(id), ['E20', 'E23'])
    assert.deepEqual(await cancel(context, id, now + minute), { id, status: 'cancelled' })
    await expectBalancedLedger(db, evidence)
  })

  test('a rate settles a transfer that was cancelled after it, but not one cancelled before it', async () => {
    const context = await person()
    const early = await transfer(context, 'BALANCE', 'US_STOCK', '500')
    quoteRates(due + second, '18')
    assert.deepEqual(await cancel(context, early.id, due + 2 * second), { id: early.id, status: 'moving' })
    await transfers.settleDue(due + 3 * second)
    assert.deepEqual(await journalsOf(early.id), ['E20', 'E22'])
    await refusedWith('transfer_settled', cancel(context, early.id, due + 3 * second))

    quoteRates(start, '17')
    const late = await transfer(context, 'BALANCE', 'US_STOCK', '500')
    assert.deepEqual(await cancel(context, late.id, due + 2 * second), { id: late.id, status: 'moving' })
    quoteRates(due + 3 * second, '19')
    await transfers.settleDue(due + 4 * second)
    assert.deepEqual(await journalsOf(late.id), ['E20', 'E23'])
    await expectBalancedLedger(db, evidence)
  })

  test('after a pause settles at the first rate, whenever the job runs, and ignores later cancels', async () => {
    const context = await person()
    const opening = due + 25 * 3600 * second
    const submit = async () => (await transfer(context, 'BALANCE', 'US_STOCK', '500')).id
    const [looked, late, early] = [await submit(), await submit(), await submit()]
    assert.equal(await transfers.settleDue(opening), 0)
    quoteRates(opening + second, '18')
    quoteRates(opening + 3 * second, '30')
    await cancel(context, early, opening + second - 1)
    await cancel(context, late, opening + 2 * second)
    assert.equal(await transfers.settleDue(opening + 4 * second), 3)
    const { rows } = await sql<{ rate: bigint }>`
      select rate from transfer where id = ${looked} or id = ${late}`.execute(db)
    assert.deepEqual(rows, [{ rate: rateOf('18.045') }, { rate: rateOf('18.045') }])
    assert.deepEqual(await journalsOf(early), ['E20', 'E23'])
    await expectBalancedLedger(db, evidence)
  })

  test('a cancel before the due time returns the money at once', async () => {
    const context = await person()
    const { id } = await transfer(context, 'US_STOCK', 'BALANCE', '500')
    assert.deepEqual(await cancel(context, id, due - 1), { id, status: 'cancelled' })
    assert.deepEqual(await balances(context, 'US_STOCK'), [moneyOf('25000')])
    await expectBalancedLedger(db, evidence)
  })
})

describe('refusals', () => {
  const cases: readonly (readonly [name: string, word: RefusalWord, from: Wallet, to: Wallet, amount: string])[] = [
    ['a wallet to itself', 'wallets_equal', 'BALANCE', 'BALANCE', '1'],
    ['between two trading accounts', 'wallets_equal', 'FUTURE', 'FOREX', '1'],
    ['nothing', 'incorrect_amount', 'BALANCE', 'FUTURE', '0'],
    ['so little that not a cent arrives', 'incorrect_amount', 'BALANCE', 'US_STOCK', '0.05'],
    ['a cent more than there is', 'insufficient_balance', 'BALANCE', 'FUTURE', '1000000.01'],
    ['more than there is, converted', 'insufficient_balance', 'US_STOCK', 'BALANCE', '25000.01'],
  ]
  for (const [name, word, from, to, amount] of cases) {
    test(`${name}: ${word}`, async () => {
      const context = await person()
      await refusedWith(word, transfer(context, from, to, amount))
      const { total } = await billPage(db, context.person.userId, {}, { pageNum: 1, pageSize: 1 })
      assert.equal(total, 9)
    })
  }

  test('the whole balance can be transferred', async () => {
    const context = await person()
    await transfer(context, 'BALANCE', 'FUTURE', '1000000')
    assert.deepEqual(await balances(context, 'BALANCE'), [0n])
    await expectBalancedLedger(db, evidence)
  })

  test('refuses a transfer without a rate, or with a rate half an hour old', async () => {
    const context = await person()
    await refusedWith('quote_unavailable', transfer(context, 'BALANCE', 'US_STOCK', '500', start + 30 * minute + 1))
    feed.clear()
    await refusedWith('quote_unavailable', transfer(context, 'BALANCE', 'US_STOCK', '500'))
    assert.equal((await transfer(context, 'BALANCE', 'FUTURE', '500')).status, 'moving')
  })

  test('refuses unsettled proceeds, and names their release date', async () => {
    const context = await person()
    const rows = [
      { releaseDate: '2026-11-24', amount: moneyOf('1000') },
      { releaseDate: '2026-11-23', amount: moneyOf('500') },
      // Its release date has come, but the job has not deleted it yet.
      { releaseDate: '2026-11-20', amount: moneyOf('700') },
    ]
    await saveUnsettledRows(db, [{ user: context.person.userId, wallet: 'US_STOCK', rows }])
    const why = await refusedWith('not_settled', transfer(context, 'US_STOCK', 'BALANCE', '23500.01'))
    assert.deepEqual(why.values, { amount: '1500.00', date: '2026-11-23' })
    assert.equal((await transfer(context, 'US_STOCK', 'BALANCE', '23500')).status, 'moving')
    await expectBalancedLedger(db, evidence)
  })

  test('a transfer of another user is not found, like an unknown one', async () => {
    const context = await person()
    const { id } = await transfer(context, 'BALANCE', 'FUTURE', '10')
    const other = personal(await openPerson(db), { db, feed })
    assert.deepEqual(
      await refusedWith('not_found', cancel(other, id)),
      await refusedWith('not_found', cancel(other, 999_999_999)),
    )
    assert.deepEqual(await journalsOf(id), ['E20'])
  })
})

describe('at once', () => {
  test('fifty simultaneous transfers of one balance: accepts as many as it covers', async () => {
    const context = await person()
    const { userId } = context.person
    const asked = { userId, from: 'US_STOCK', to: 'BALANCE', amount: moneyOf('3000'), at: start } as const
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => transfers.submit.send(asked)))
    const refused = outcomes.filter(isRefusal).map((why) => why.refused)
    assert.equal(refused.length, 42)
    assert.deepEqual([...new Set(refused)], ['insufficient_balance'])
    assert.deepEqual(await balances(context, 'US_STOCK'), [moneyOf('1000')])
    await expectBalancedLedger(db, evidence)
  })

  test('fifty simultaneous transfers of one balance through fifty lanes', async () => {
    const context = await person()
    const { userId } = context.person
    const asked = { userId, from: 'BALANCE', to: 'FUTURE', amount: moneyOf('90000'), at: start } as const
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => another().submit.send(asked)))
    assert.equal(outcomes.filter((outcome) => !isRefusal(outcome)).length, 11)
    assert.deepEqual(await balances(context, 'BALANCE'), [moneyOf('10000')])
    await expectBalancedLedger(db, evidence)
  })

  test('the same request twenty times makes one transfer', async () => {
    const context = await person()
    const input = { from: 'BALANCE', to: 'FUTURE', amount: moneyOf('10') } as const
    const request = keyed(calls.wallet.transfer, 'transfer-key-20', { amount: '1' }, context.person.userId)
    const send = () => call.transfer(input, { ...context, request })
    const settledOutcomes = await Promise.allSettled(Array.from({ length: 20 }, send))
    const again = await send()
    for (const outcome of settledOutcomes) if (outcome.status === 'fulfilled') assert.deepEqual(outcome.value, again)
    assert.deepEqual(await balances(context, 'BALANCE'), [moneyOf('999990')])
    const other = keyed(calls.wallet.transfer, 'transfer-key-20', { amount: '2' }, context.person.userId)
    await refusedWith('request_key_reused', call.transfer(input, { ...context, request: other }))
    await expectBalancedLedger(db, evidence)
  })

  test('a race of cancel and settlement has one winner', async () => {
    const context = await person()
    const ids: number[] = []
    for (let number = 0; number < 20; number += 1) ids.push((await transfer(context, 'BALANCE', 'FUTURE', '10')).id)
    const outcomes = await Promise.all([
      transfers.settleDue(due),
      ...ids.map((id) => transfers.cancel.send({ userId: context.person.userId, id, at: due })),
    ])
    const cancelled = outcomes.filter((outcome) => typeof outcome === 'object' && !isRefusal(outcome)).length
    const journals = (await Promise.all(ids.map(journalsOf))).map((events) => events.join(' '))
    assert.equal(journals.filter((events) => events === 'E20 E23').length, cancelled)
    assert.equal(journals.filter((events) => events === 'E20 E21').length, 20 - cancelled)
    await expectBalancedLedger(db, evidence)
  })

  test('twenty cancels and three settlements of one transfer have one winner', async () => {
    const context = await person()
    const { id } = await transfer(context, 'BALANCE', 'FUTURE', '10')
    await Promise.all([
      ...Array.from({ length: 20 }, () => another().cancel.send({ userId: context.person.userId, id, at: due })),
      ...Array.from({ length: 3 }, () => transfers.settleDue(due)),
    ])
    assert.equal((await journalsOf(id)).length, 2)
    await expectBalancedLedger(db, evidence)
  })

  test('settles many due transfers behind some that wait for a rate', async () => {
    const context = await person()
    const { userId } = context.person
    quoteRates(start - minute, '17')
    const waiting = await transfer(context, 'BALANCE', 'US_STOCK', '500', start - minute)
    const sent = await Promise.all(
      Array.from({ length: 250 }, () =>
        transfers.submit.send({ userId, from: 'BALANCE', to: 'FUTURE', amount: moneyOf('1'), at: start }),
      ),
    )
    assert.ok(sent.every((outcome) => !isRefusal(outcome)))
    feed.clear()
    assert.equal(await transfers.settleDue(due), 250)
    assert.deepEqual(await journalsOf(waiting.id), ['E20'])
    await expectBalancedLedger(db, evidence)
  })
})
