import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { moneyOf, nothing, type Money, type Rate } from '@mex/core/money/money.ts'
import { reserved } from '@mex/core/trading/postings.ts'
import { wallets, type OpenResult, type Wallet } from '@mex/core/wallet/wallets.ts'
import { openPerson, openRateFeed, personal, refusedWith, start } from '#areas/testing.ts'
import { loadBalances, savePostings, saveUnsettledRows } from '#areas/ledger/actions.ts'
import type { PersonContext } from '#context.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { fundingOverview, type ResultDependencies } from './balances.ts'
import { openTransfers, type Transfers } from './transfers.ts'
import { handlers, historyHandlers } from './handlers.ts'

let own: TestDatabase
let db: Database
let transfers: Transfers
const feed = openRateFeed()
const traditional = (simplified: string): string => `〔${simplified}〕`

before(async () => {
  own = await openTestDatabase()
  db = own.db
  transfers = openTransfers({ db, feed, quoteAgeSecondsMax: 5 })
})
after(() => own[Symbol.asyncDispose]())

const results = new Map<Wallet, OpenResult>()
const dependencies: ResultDependencies = {
  openResults: () => Promise.resolve(results),
  dayResult: () => Promise.resolve({ today: moneyOf('12.34'), hongKong: moneyOf('-5.00') }),
  openCounts: () => Promise.resolve({ subscriptions: 2, follow: 1, bonds: 3 }),
}
/** Nobody trades here. */
const noTrades = { feed, interest: new Map<string, Rate>(), describe: (key: string) => assert.fail(`${key} is traded`) }
const call = () => handlers({ ...dependencies, ...noTrades, transfers, traditional })

async function person(): Promise<PersonContext> {
  results.clear()
  feed.clear()
  feed.set('USD', 'MXN', '17', start)
  feed.set('HKD', 'MXN', '2.2', start)
  return personal(await openPerson(db), { db, feed })
}

/** Reserves money of the dollar wallet, as an order would. */
async function reserve(context: PersonContext, amount: string): Promise<void> {
  const user = context.person.userId
  await inTransaction(db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(reserved({ user, at: start }, { type: 'order', id: user }, 'US_STOCK', moneyOf(amount)))
    await savePostings(tx, balances)
  })
}

describe('balances', () => {
  test('of a wallet: available, held, total, floating profit, debt and unsettled proceeds', async () => {
    const context = await person()
    await reserve(context, '1000')
    results.set('US_STOCK', { profit: moneyOf('250.50'), owed: moneyOf('0.50'), assets: nothing })
    const rows = [
      { releaseDate: '2026-11-23', amount: moneyOf('70') },
      // Its release date has come, but the job has not deleted it yet.
      { releaseDate: '2026-11-20', amount: moneyOf('7') },
    ]
    await saveUnsettledRows(db, [{ user: context.person.userId, wallet: 'US_STOCK', rows }])
    assert.deepEqual(await call().balance({ wallet: 'US_STOCK' }, context), {
      wallet: 'US_STOCK',
      currency: 'USD',
      available: moneyOf('24000'),
      used: moneyOf('1000'),
      total: moneyOf('25000'),
      equity: moneyOf('25250'),
      profit: moneyOf('250.50'),
      unsettled: moneyOf('70'),
    })
  })

  test('of every wallet exist from the start', async () => {
    const context = await person()
    for (const wallet of wallets) assert.equal((await call().balance({ wallet }, context)).wallet, wallet)
  })

  test('of all wallets are summed in MXN at mid', async () => {
    const context = await person()
    results.set('HK_STOCK', { profit: moneyOf('-100'), owed: nothing, assets: nothing })
    // 4,200,000 MXN in seven wallets, 25,000 USD at 17 and 200,000 HKD at 2.2.
    const all = await call().balance({ wallet: 'OVERVIEW' }, context)
    assert.deepEqual(all, {
      wallet: 'OVERVIEW',
      currency: 'MXN',
      available: moneyOf('5065000'),
      used: nothing,
      total: moneyOf('5065000'),
      equity: moneyOf('5064780'),
      profit: moneyOf('-220'),
      unsettled: nothing,
    })
    feed.clear()
    await refusedWith('quote_unavailable', call().balance({ wallet: 'OVERVIEW' }, context))
    assert.equal((await call().balance({ wallet: 'HK_STOCK' }, context)).available, moneyOf('200000'))
  })

  test('the overview lists every wallet, or one, with the results of the day', async () => {
    const context = await person()
    results.set('HK_STOCK', { profit: moneyOf('-100'), owed: nothing, assets: nothing })
    const all = await fundingOverview({ wallet: 'OVERVIEW' }, context, dependencies)
    assert.deepEqual(
      all.wallets.map((row) => row.wallet),
      [...wallets],
    )
    const { wallets: _, ...sums } = all
    assert.deepEqual(sums, {
      currency: 'MXN',
      total: moneyOf('5065000'),
      available: moneyOf('5065000'),
      used: nothing,
      equity: moneyOf('5064780'),
      profit: moneyOf('-220'),
      unsettled: nothing,
      todayProfit: moneyOf('12.34'),
      hongKongTodayProfit: moneyOf('-5.00'),
      counts: { subscriptions: 2, follow: 1, bonds: 3 },
    })
    const one = await fundingOverview({ wallet: 'HK_STOCK' }, context, dependencies)
    assert.deepEqual([one.total, one.wallets.length, one.wallets[0]?.currency], [moneyOf('440000'), 1, 'HKD'])
    assert.deepEqual([one.equity, one.wallets[0]?.equity], [moneyOf('439780'), moneyOf('199900')])
    const together = await call().balance({ wallet: 'OVERVIEW' }, context)
    assert.deepEqual(
      [all.total, all.equity, all.profit, all.unsettled],
      [together.total, together.equity, together.profit, together.unsettled],
    )
  })
})

describe('history', () => {
  const page = { pageNum: 1, pageSize: 10, timeZone: 'UTC' } as const

  test('shows movements with memos, and which transfers can be cancelled', async () => {
    const context = await person()
    const { id } = await call().transfer({ from: 'BALANCE', to: 'FUTURE', amount: moneyOf('5') }, context)
    const list = async (wallet: Wallet | 'OVERVIEW') => (await call().bills({ ...page, wallet }, context)).rows
    const [first, second] = await list('BALANCE')
    assert.deepEqual(first, {
      id: first?.id,
      amount: moneyOf('-5'),
      type: 20,
      memo: 'Transfer',
      wallet: 'BALANCE',
      currency: 'MXN',
      detail: undefined,
      referenceId: id,
      isCancellable: true,
      createdAt: start,
    })
    assert.deepEqual(
      [second?.type, second?.memo, second?.referenceId, second?.isCancellable],
      [1, 'Practice grant', undefined, false],
    )
    await transfers.settleDue(start + 30_000)
    assert.equal((await list('BALANCE'))[0]?.isCancellable, false)
    const all = await list('OVERVIEW')
    assert.equal(all.length, 10)
    assert.deepEqual([all[0]?.type, all[0]?.wallet, all[0]?.amount], [21, 'FUTURE', moneyOf('5')])
    assert.equal(new Set(all.map((row) => row.id)).size, 10)
  })

  test('is available in three languages', async () => {
    const context = await person()
    const memo = async (language: 'en' | 'zh-CN' | 'zh-TW') =>
      (await call().bills({ ...page, wallet: 'BALANCE' }, { ...context, language })).rows[0]?.memo
    assert.deepEqual(
      [await memo('en'), await memo('zh-CN'), await memo('zh-TW')],
      ['Practice grant', '练习资金', '〔练习资金〕'],
    )
  })

  test('sums the month in the time zone of the user, in the currency of the wallet or in MXN', async () => {
    const context = await person()
    // The last moment of November in Mexico City is the first of December in UTC.
    const now = Date.parse('2026-12-01T05:59:59Z')
    feed.set('USD', 'MXN', '17', now)
    feed.set('HKD', 'MXN', '2.2', now)
    const late = { ...context, now }
    await call().transfer({ from: 'US_STOCK', to: 'BALANCE', amount: moneyOf('1000') }, late)
    const sums = async (wallet: Wallet | 'OVERVIEW', month: string | undefined, timeZone: string) => {
      const { total, income, outcome } = await call().bills(
        { ...page, wallet, timeZone, ...(month === undefined ? {} : { month }) },
        late,
      )
      return [total, income, outcome] satisfies [number, Money, Money]
    }
    assert.deepEqual(await sums('US_STOCK', '2026-11', 'America/Mexico_City'), [2, moneyOf('25000'), moneyOf('1000')])
    assert.deepEqual(await sums('US_STOCK', '2026-11', '-06:00'), [2, moneyOf('25000'), moneyOf('1000')])
    assert.deepEqual(await sums('US_STOCK', '2026-11', 'UTC'), [1, moneyOf('25000'), nothing])
    assert.deepEqual(await sums('US_STOCK', '2026-12', 'UTC'), [1, nothing, moneyOf('1000')])
    assert.deepEqual(await sums('US_STOCK', undefined, 'UTC'), [2, moneyOf('25000'), moneyOf('1000')])
    assert.deepEqual(await sums('OVERVIEW', '2026-11', '-06:00'), [10, moneyOf('5065000'), moneyOf('17000')])
    assert.deepEqual(await sums('FOREX', '2025-01', 'UTC'), [0, nothing, nothing])
  })

  test('of all wallets and of one type, for the trade page', async () => {
    const context = await person()
    await call().transfer({ from: 'BALANCE', to: 'FUTURE', amount: moneyOf('5') }, context)
    const { bills } = historyHandlers({ ...noTrades, traditional })
    const all = await bills({ ...page, wallet: 'OVERVIEW' }, context)
    assert.deepEqual([all.total, all.pageNum, all.pageSize, all.rows.length], [10, 1, 10, 10])
    assert.deepEqual(
      (await bills({ ...page, wallet: 'OVERVIEW', type: 20 }, context)).rows.map((row) => row.type),
      [20],
    )
    const second = await bills({ ...page, pageNum: 2, pageSize: 9, wallet: 'OVERVIEW' }, context)
    assert.deepEqual([second.total, second.rows.length], [10, 1])
    const other = personal(await openPerson(db), { db, feed })
    assert.equal((await bills({ ...page, wallet: 'OVERVIEW', type: 20 }, other)).total, 0)
  })
})
