import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, describe, test } from 'node:test'
import { canonical, credit, debit, eventKey, journal, type Journal } from '@mex/core/ledger/ledger.ts'
import { moneyOf, type Money } from '@mex/core/money/money.ts'
import { grant } from '@mex/core/account/postings.ts'
import { closed, nothingOwed, reserved } from '@mex/core/trading/postings.ts'
import { transferSubmitted } from '@mex/core/wallet/postings.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { addUser, expectBalancedLedger, start } from '#areas/testing.ts'
import { lockUsers } from '#db/lane.ts'
import { inTransaction, sql, type Database, type Tx } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { billPage, monthBounds } from './bills.ts'
import { loadBalances, loadUnsettledRows, savePostings, saveUnsettledRows, type SavedPostings } from './actions.ts'
import { addUnsettled, consumeUnsettled, type Unsettled } from '@mex/core/wallet/settlement.ts'
import { linkHash } from './chain.ts'
import { releaseProceeds } from './jobs.ts'
import { linkJournals } from './link-journals.ts'
import { verifyLedger } from './verify.ts'

const own = await openTestDatabase()
const { db } = own
after(() => own[Symbol.asyncDispose]())

/** Posts journals of one user in one transaction. */
function post(
  store: Database,
  user: number,
  journals: readonly Journal[],
  wallets?: readonly Wallet[],
): Promise<SavedPostings> {
  return inTransaction(store, async (tx) => {
    await lockUsers(tx, [user])
    const balances = await loadBalances(tx, [user], wallets)
    for (const entry of journals) balances.post(entry)
    return savePostings(tx, balances)
  })
}

const granted = (user: number, wallet: Wallet, amount: string, at = start): Journal =>
  grant({ user, at }, wallet, moneyOf(amount))

async function available(store: Database, user: number, wallet: Wallet): Promise<Money> {
  return (await loadBalances(store, [user])).available(user, wallet)
}

/** A user with a balance and reservations, so that every table has rows. */
async function richUser(store: Database): Promise<number> {
  const user = await addUser(store)
  await post(store, user, [granted(user, 'BALANCE', '1000.00'), granted(user, 'US_STOCK', '500.00')])
  return user
}

/** Balances that the tests below hold without rows of an area. */
const heldNow = (account: string) =>
  sql`select user_id, wallet, amount from balance where account = ${account} and amount > 0`
const evidence = {
  held: { 'U.ORDER': [heldNow('U.ORDER')], 'U.XFER': [heldNow('U.XFER')], 'U.MARGIN': [heldNow('U.MARGIN')] },
  realised: [],
}

describe('posting', () => {
  test('saves journals, lines, bills and balances', async () => {
    const user = await addUser(db)
    const saved = await post(db, user, [granted(user, 'BALANCE', '1000.00'), granted(user, 'HK_STOCK', '7.50')])
    assert.equal(saved.journalIds.size, 2)
    assert.equal(saved.repeated.size, 0)
    assert.equal(await available(db, user, 'BALANCE'), moneyOf('1000.00'))
    assert.equal(await available(db, user, 'HK_STOCK'), moneyOf('7.50'))
    assert.equal(await available(db, user, 'US_STOCK'), 0n)
    const { rows, total, sums } = await billPage(db, user, {}, { pageNum: 1, pageSize: 10 })
    assert.equal(total, 2)
    assert.deepEqual(
      rows.map((row) => [row.wallet, row.currency, row.amount, row.event, row.at]),
      [
        ['HK_STOCK', 'HKD', 750n, 'E01', start],
        ['BALANCE', 'MXN', 100_000n, 'E01', start],
      ],
    )
    assert.deepEqual(
      sums
        .map((row) => [row.currency, row.income, row.outcome])
        .toSorted((left, right) => (String(left) < String(right) ? -1 : 1)),
      [
        ['HKD', 750n, 0n],
        ['MXN', 100_000n, 0n],
      ],
    )
    await expectBalancedLedger(db, evidence)
  })

  test('a reservation makes no bill, and a held amount is not available', async () => {
    const user = await richUser(db)
    await post(db, user, [reserved({ user, at: start }, { type: 'order', id: user }, 'US_STOCK', moneyOf('120.00'))])
    const balances = await loadBalances(db, [user])
    assert.equal(balances.available(user, 'US_STOCK'), moneyOf('380.00'))
    assert.equal(balances.balance(user, 'U.ORDER', 'US_STOCK'), moneyOf('120.00'))
    const { total } = await billPage(db, user, { wallet: 'US_STOCK' }, { pageNum: 1, pageSize: 10 })
    assert.equal(total, 1)
    await expectBalancedLedger(db, evidence)
  })

  test('a journal that is in the ledger already changes nothing, and the other journals are saved', async () => {
    const user = await richUser(db)
    const again = await post(db, user, [
      granted(user, 'BALANCE', '1000.00'),
      transferSubmitted({ user, at: start }, 900_000 + user, 'BALANCE', moneyOf('400.00')),
    ])
    assert.deepEqual([...again.repeated], [eventKey('E01', user, 'BALANCE')])
    assert.deepEqual([...again.journalIds.keys()], [eventKey('E20', 900_000 + user, 'submit')])
    assert.equal(await available(db, user, 'BALANCE'), moneyOf('600.00'))
    await expectBalancedLedger(db, evidence)
  })

  test('a journal that is posted twice before one save is posted once', async () => {
    const user = await addUser(db)
    const saved = await post(db, user, [granted(user, 'FOREX', '10.00'), granted(user, 'FOREX', '10.00')])
    assert.equal(saved.journalIds.size, 1)
    assert.equal(saved.repeated.size, 1)
    assert.equal(await available(db, user, 'FOREX'), moneyOf('10.00'))
    await expectBalancedLedger(db, evidence)
  })

  test('the amount of a repeated journal cannot be spent', async () => {
    const user = await addUser(db)
    await post(db, user, [granted(user, 'FOREX', '10.00')])
    await post(db, user, [transferSubmitted({ user, at: start }, 800_000 + user, 'FOREX', moneyOf('10.00'))])
    const spend = transferSubmitted({ user, at: start }, 810_000 + user, 'FOREX', moneyOf('5.00'))
    await assert.rejects(post(db, user, [granted(user, 'FOREX', '10.00'), spend]), /balance_amount_check/)
    assert.equal(await available(db, user, 'FOREX'), 0n)
    await expectBalancedLedger(db, evidence)
  })

  test('saves more journals than one block of ids', async () => {
    const user = await addUser(db)
    const journals = Array.from({ length: 1500 }, (_, number) =>
      journal(
        {
          event: 'E01',
          key: `E01:${user}:many${number}`,
          user,
          at: start,
          reference: { type: 'user', id: user },
          memo: 'many',
        },
        [debit('SYS.GRANT', 'MXN', moneyOf('1.00')), credit('U.AVAIL', 'STOCK', moneyOf('1.00'))],
      ),
    )
    const saved = await post(db, user, journals)
    assert.equal(new Set(saved.journalIds.values()).size, 1500)
    assert.equal(await available(db, user, 'STOCK'), moneyOf('1500.00'))
    await expectBalancedLedger(db, evidence)
  })

  test('a note has no lines', async () => {
    const user = await addUser(db)
    const note: Journal = {
      event: 'NOTE',
      key: `NOTE:1:${user}`,
      user: undefined,
      at: start,
      reference: { type: 'market', id: 1 },
      memo: 'gap',
      lines: [],
    }
    assert.equal((await post(db, user, [note])).journalIds.size, 1)
    await expectBalancedLedger(db, evidence)
  })

  test('one id may be that of a trade and of a transfer; the number of an event chooses the bills', async () => {
    const user = await richUser(db)
    const order = journal(
      { event: 'E31', key: `E31:${user}:id`, user, at: start, reference: { type: 'order', id: 77 }, memo: undefined },
      [debit('U.AVAIL', 'US_STOCK', moneyOf('100.00')), credit('U.MARGIN', 'US_STOCK', moneyOf('100.00'))],
    )
    const transfers = [77, 78].map((id) => transferSubmitted({ user, at: start }, id, 'BALANCE', moneyOf('1.00')))
    await post(db, user, [order, ...transfers])
    const eventsOf = async (filter: { readonly number?: number; readonly references?: readonly number[] }) => {
      const { rows } = await billPage(db, user, filter, { pageNum: 1, pageSize: 10 })
      return rows.map(({ event, reference }) => `${event} ${reference.type} ${reference.id}`).toSorted()
    }
    assert.deepEqual(await eventsOf({ references: [77] }), ['E20 transfer 77', 'E31 order 77'])
    assert.deepEqual(await eventsOf({ references: [77, 78] }), ['E20 transfer 77', 'E20 transfer 78', 'E31 order 77'])
    assert.deepEqual(await eventsOf({ references: [77], number: 20 }), ['E20 transfer 77'])
    assert.deepEqual(await eventsOf({ references: [77], number: 31 }), ['E31 order 77'])
    // The grant refers to the user only: a user id is no reference.
    assert.deepEqual(await eventsOf({ references: [user] }), [])
  })

  test('a closing with a profit is paid from the market account', async () => {
    const user = await richUser(db)
    const occasion = { user, at: start }
    const open = journal(
      { event: 'E31', key: `E31:${user}:q`, user, at: start, reference: { type: 'order', id: user }, memo: undefined },
      [debit('U.AVAIL', 'US_STOCK', moneyOf('100.00')), credit('U.MARGIN', 'US_STOCK', moneyOf('100.00'))],
    )
    const fee = { commission: moneyOf('0.99'), levies: {} }
    const close = closed(occasion, {
      reference: { type: 'order', id: user },
      period: 'q2',
      wallet: 'US_STOCK',
      margin: moneyOf('100.00'),
      profit: moneyOf('25.00'),
      owedPaid: nothingOwed,
      owedUnpaid: nothingOwed,
      fee,
      covers: [],
    })
    await post(db, user, [open, close])
    assert.equal(await available(db, user, 'US_STOCK'), moneyOf('524.01'))
    const realised = sql`select ${user}::bigint as user_id, 'USD'::text as currency, 2500::numeric as amount`
    await expectBalancedLedger(db, { ...evidence, realised: [realised] })
    const wrong = await verifyLedger(db, { evidence, linkedUntil: start })
    assert.deepEqual(wrong, [{ invariant: 'I9', message: `SYS.MARKET of user ${user} in USD: is -2500, should be 0` }])
    const charged = sql`select ${user}::bigint as user_id, 'USD'::text as currency, 99::numeric as amount`
    await expectBalancedLedger(db, { ...evidence, realised: [realised], charged: [charged] })
    const another = await richUser(db)
    const cancels = sql`select ${user}::bigint as user_id, 'USD'::text as currency, 2400::numeric as amount
      union all select ${another}::bigint, 'USD', 100`
    assert.deepEqual(await verifyLedger(db, { evidence: { ...evidence, realised: [cancels] }, linkedUntil: start }), [
      { invariant: 'I9', message: `SYS.MARKET of user ${user} in USD: is -2500, should be -2400` },
      { invariant: 'I9', message: `SYS.MARKET of user ${another} in USD: is 0, should be -100` },
    ])
    const free = await verifyLedger(db, {
      evidence: { ...evidence, realised: [realised], charged: [] },
      linkedUntil: start,
    })
    assert.deepEqual(free, [{ invariant: 'I9', message: `fees of user ${user} in USD: is 99, should be 0` }])
    await post(db, user, [
      closed(occasion, {
        reference: { type: 'position', id: user },
        period: 'loss',
        wallet: 'US_STOCK',
        margin: moneyOf('0.00'),
        profit: moneyOf('-25.00'),
        owedPaid: nothingOwed,
        owedUnpaid: nothingOwed,
        fee: { commission: moneyOf('0.00'), levies: {} },
        covers: [],
      }),
    ])
    await expectBalancedLedger(db, evidence)
  })

  test('refuses a second save, and a save of wallets that were not loaded', async () => {
    const user = await addUser(db)
    await assert.rejects(post(db, user, [granted(user, 'FOREX', '1.00')], ['BALANCE']), /balances of FOREX/)
    await post(db, user, [granted(user, 'FOREX', '1.00')], ['FOREX'])
    await assert.rejects(
      inTransaction(db, async (tx) => {
        const balances = await loadBalances(tx, [user])
        await savePostings(tx, balances)
        await savePostings(tx, balances)
      }),
      /saved once/,
    )
    await expectBalancedLedger(db, evidence)
  })

  test('fifty simultaneous transactions spend one balance once', async () => {
    const user = await richUser(db)
    const spend = (number: number) =>
      inTransaction(db, async (tx) => {
        await lockUsers(tx, [user])
        const balances = await loadBalances(tx, [user])
        if (balances.available(user, 'BALANCE') < moneyOf('300.00')) return false
        balances.post(
          transferSubmitted({ user, at: start }, 500_000 + user * 100 + number, 'BALANCE', moneyOf('300.00')),
        )
        await savePostings(tx, balances)
        return true
      })
    const spent = await Promise.all(Array.from({ length: 50 }, (_, number) => spend(number)))
    assert.equal(spent.filter(Boolean).length, 3)
    assert.equal(await available(db, user, 'BALANCE'), moneyOf('100.00'))
    await expectBalancedLedger(db, evidence)
  })
})

describe('the hash chain', () => {
  test('links every journal once, also with three jobs at once', async () => {
    await richUser(db)
    const counts = await Promise.all([linkJournals(db, 3), linkJournals(db, 3), linkJournals(db, 3)])
    assert.ok(counts.every((count) => count <= 3))
    await expectBalancedLedger(db, evidence)
    assert.equal(await linkJournals(db), 0)
  })

  test('a link is the SHA-256 of the previous link and its journal', () => {
    const previous = Buffer.alloc(32, 7)
    const journal = granted(1, 'BALANCE', '5.00')
    const expected = createHash('sha256').update(previous).update(canonical(journal), 'utf8').digest()
    assert.deepEqual(linkHash(previous, journal), expected)
  })

  test('a journal gets no link before older open transactions end', async () => {
    const user = await addUser(db)
    await expectBalancedLedger(db, evidence)
    let written = (): void => undefined
    const hasWritten = new Promise<void>((resolve) => (written = resolve))
    let release = (): void => undefined
    const released = new Promise<void>((resolve) => (release = resolve))
    const slow = inTransaction(db, async (tx) => {
      const balances = await loadBalances(tx, [user])
      balances.post(granted(user, 'BALANCE', '5.00'))
      await savePostings(tx, balances)
      written()
      await released
    })
    await hasWritten
    const other = await richUser(db)
    assert.equal(await available(db, other, 'BALANCE'), moneyOf('1000.00'))
    assert.equal(await linkJournals(db), 0)
    release()
    await slow
    await expectBalancedLedger(db, evidence)
  })
})

describe('unsettled proceeds', () => {
  async function change(user: number, work: (rows: readonly Unsettled[]) => readonly Unsettled[]) {
    const rowsNow = async (tx: Tx) => (await loadUnsettledRows(tx, [user]))[0]?.rows ?? []
    await inTransaction(db, async (tx) => {
      await saveUnsettledRows(tx, [{ user, wallet: 'HK_STOCK', rows: work(await rowsNow(tx)) }])
    })
    return (await rowsNow(db)).map((row) => [row.releaseDate, row.amount])
  }

  test('are kept per day, used oldest first, and released on their day', async () => {
    const user = await addUser(db)
    const add = (amount: string, date: string) => change(user, (rows) => addUnsettled(rows, moneyOf(amount), date))
    const use = (amount: string) => change(user, (rows) => consumeUnsettled(rows, moneyOf(amount)))
    await add('10.00', '2026-11-25')
    await add('5.00', '2026-11-24')
    assert.deepEqual(await add('2.00', '2026-11-25'), [
      ['2026-11-24', 500n],
      ['2026-11-25', 1200n],
    ])
    assert.deepEqual(await use('6.00'), [['2026-11-25', 1100n]])
    await add('1.00', '2026-11-24')
    // A quarter past midnight in Hong Kong is 16:15 UTC of the day before.
    const morning = Date.parse('2026-11-23T16:15:00Z')
    await releaseProceeds(db, morning - 1)
    assert.equal((await use('0.00')).length, 2)
    await releaseProceeds(db, morning)
    assert.deepEqual(await use('0.00'), [['2026-11-25', 1100n]])
    assert.deepEqual(await use('11.00'), [])
  })
})

describe('the month of a history', () => {
  const cases: readonly (readonly [month: string, zone: string, from: string, until: string])[] = [
    ['2026-11', 'UTC', '2026-11-01T00:00:00Z', '2026-12-01T00:00:00Z'],
    ['2026-12', '+08:00', '2026-11-30T16:00:00Z', '2026-12-31T16:00:00Z'],
    ['2026-12', '-03:30', '2026-12-01T03:30:00Z', '2027-01-01T03:30:00Z'],
    ['2026-11', 'America/New_York', '2026-11-01T04:00:00Z', '2026-12-01T05:00:00Z'],
    ['2026-03', 'America/New_York', '2026-03-01T05:00:00Z', '2026-04-01T04:00:00Z'],
    ['2026-11', 'Asia/Hong_Kong', '2026-10-31T16:00:00Z', '2026-11-30T16:00:00Z'],
    ['2026-11', 'America/Mexico_City', '2026-11-01T06:00:00Z', '2026-12-01T06:00:00Z'],
    ['1900-01', 'America/Mexico_City', '1900-01-01T06:36:36Z', '1900-02-01T06:36:36Z'],
  ]
  for (const [month, zone, from, until] of cases) {
    test(`${month} in ${zone}`, () => {
      assert.deepEqual(monthBounds(month, zone), { from: Date.parse(from), until: Date.parse(until) })
    })
  }

  test('filters by wallet, type and time, newest first, page by page', async () => {
    const user = await addUser(db)
    const at = (day: number): number => Date.parse(`2026-10-${day}T12:00:00Z`)
    await post(db, user, [granted(user, 'BALANCE', '9.00', at(10)), granted(user, 'FOREX', '8.00', at(11))])
    await post(db, user, [transferSubmitted({ user, at: at(12) }, 700_000 + user, 'BALANCE', moneyOf('4.00'))])
    const list = async (filter: Parameters<typeof billPage>[2], pageNum = 1, pageSize = 10) => {
      const { total, rows } = await billPage(db, user, filter, { pageNum, pageSize })
      return [total, rows.map((row) => `${row.event} ${row.wallet} ${row.amount}`)]
    }
    assert.deepEqual(await list({}), [3, ['E20 BALANCE -400', 'E01 FOREX 800', 'E01 BALANCE 900']])
    assert.deepEqual(await list({ wallet: 'BALANCE' }), [2, ['E20 BALANCE -400', 'E01 BALANCE 900']])
    assert.deepEqual(await list({ number: 1 }), [2, ['E01 FOREX 800', 'E01 BALANCE 900']])
    assert.deepEqual(await list({ number: 99 }), [0, []])
    assert.deepEqual(await list({ from: at(11), until: at(12) }), [1, ['E01 FOREX 800']])
    assert.deepEqual(await list({}, 2, 2), [3, ['E01 BALANCE 900']])
    assert.deepEqual(await list({}, 3, 2), [3, []])
    await expectBalancedLedger(db, evidence)
  })
})
