import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { EventCode } from '@mex/core/ledger/accounts.ts'
import { credit, debit, journal, type Line } from '@mex/core/ledger/ledger.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { settings } from '@mex/core/settings.ts'
import { grant } from '@mex/core/account/postings.ts'
import { balanceOf, loadBalances, savePostings } from '#areas/ledger/actions.ts'
import type { Finding } from '#areas/ledger/finding.ts'
import { noEvidence, verifyLedger } from '#areas/ledger/verify.ts'
import { addUser, linkAllJournals, start } from '#areas/testing.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import {
  clockStart,
  Declined,
  marketNow,
  recordInvocation,
  reverseJournal,
  setConfiguration,
  tradedUntil,
} from './actions.ts'
import { earliestEffect, putInForce, readSetting, settable, versionHash, type Setting } from './configuration.ts'
import { saveMarketClock } from './store-clock.ts'
import { openHalts } from './halts.ts'
import { endHalt, haltsOf, insertHalt } from './store-halts.ts'

const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database

let posted = 0

/** Posts a journal of a user as an area would; returns its id. */
async function post(user: number, event: EventCode, lines: readonly Line[]): Promise<number> {
  posted += 1
  const key = `${event}:${posted}:test`
  return inTransaction(db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(
      journal({ event, key, user, at: start, reference: { type: 'user', id: user }, memo: undefined }, lines),
    )
    return (await savePostings(tx, balances)).journalIds.get(key) ?? 0
  })
}

const deposit = (amount: string): Line[] => [
  debit('SYS.DEPOSIT_PENDING', 'MXN', moneyOf(amount)),
  credit('U.AVAIL', 'BALANCE', moneyOf(amount)),
]
const free = (user: number) => balanceOf(db, user, 'U.AVAIL', 'BALANCE')

/** A finding of the ledger check that names a journal. */
const naming = (id: number): readonly Finding[] => [{ invariant: 'I8', message: `seal 7: journal ${id} was changed` }]
const reverse = (id: number, findings = naming(id)) => reverseJournal(db, id, { findings, now: start + 1000 })

const declines = (why: RegExp, outcome: Promise<unknown>) =>
  assert.rejects(outcome, (error) => error instanceof Declined && why.test(error.message))

test('reverses a payment that the ledger check reports, once, and shows it to the user', async () => {
  const user = await addUser(db)
  const id = await post(user, 'E03', deposit('100.00'))
  await declines(/is correct/, reverse(id, []))
  await declines(/is correct/, reverse(id, naming(id + 1)))
  assert.equal(await free(user), moneyOf('100.00'))
  assert.equal(await reverse(id), `E91:${id}:reverse`)
  assert.equal(await free(user), 0n)
  await declines(/reversed before/, reverse(id))
  assert.equal(await free(user), 0n)
  const { rows } = await sql<{ event: string; amount: bigint }>`
    select event, amount from bill where user_id = ${user} order by journal_id desc limit 1`.execute(db)
  assert.deepEqual(rows, [{ event: 'E91', amount: moneyOf('-100.00') }])
})

test('takes an amount that was already spent from the reserve, and the ledger is consistent', async () => {
  const user = await addUser(db)
  const id = await post(user, 'E07', deposit('100.00'))
  await post(user, 'E10', [debit('U.AVAIL', 'BALANCE', moneyOf('80.00')), credit('SYS.FX', 'MXN', moneyOf('80.00'))])
  await reverse(id)
  assert.equal(await free(user), 0n)
  const { rows } = await sql<{ amount: bigint }>`
    select sum(debit) as amount from journal_line where account = 'SYS.RESERVE' and currency = 'MXN'`.execute(db)
  assert.equal(rows[0]?.amount, moneyOf('80.00'))
  await linkAllJournals(db)
  assert.deepEqual(await verifyLedger(db, { evidence: noEvidence, linkedUntil: start + 10_000 }), [])
})

test('declines to reverse a fill, a transfer, a grant and a missing journal, even if a finding names them', async () => {
  const user = await addUser(db)
  for (const event of ['E31', 'E34', 'E20', 'E01', 'E60', 'E92'] as const) {
    const id = await post(user, event, deposit('5.00'))
    await declines(/is not of a kind/, reverse(id))
  }
  await declines(/There is no journal/, reverse(9_999_999))
  const balances = await loadBalances(db, [user])
  assert.throws(() => balances.post(grant({ user: user + 1, at: start }, 'BALANCE', moneyOf('1.00'))))
})

test('the next command links all journals that a killed server left without links', async () => {
  await using own = await openTestDatabase()
  const user = await addUser(own.db)
  await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    for (let number = 0; number < 2100; number += 1)
      balances.post({
        event: 'NOTE',
        key: `NOTE:${number}:test`,
        user: undefined,
        at: start,
        reference: { type: 'operator', id: number },
        memo: undefined,
        lines: [],
      })
    await savePostings(tx, balances)
  })
  const linked = async (): Promise<number> => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from seal join journal on journal.id = journal_id where event_key like '%:test'`.execute(
      own.db,
    )
    return rows[0]?.count ?? 0
  }
  const called = { author: 'test', now: start, command: 'verify ledger', given: [], reason: undefined }
  assert.equal(await linked(), 0)
  // Concurrent tests can delay commit order for a moment: the command then links all journals or none.
  for (let tries = 0; tries < 500 && (await linked()) === 0; tries += 1)
    await recordInvocation(own.db, { ...called, id: `links-${tries}` })
  assert.equal(await linked(), 2100)
})

test('reverses a journal only after a real check has reported it', async () => {
  await using own = await openTestDatabase()
  const user = await addUser(own.db)
  const id = await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    const head = { event: 'E37', key: 'E37:1:x', user, at: start, memo: undefined } as const
    const lines = [debit('SYS.FUNDING', 'MXN', moneyOf('7.00')), credit('U.AVAIL', 'BALANCE', moneyOf('7.00'))]
    balances.post(journal({ ...head, reference: { type: 'position', id: 1 } }, lines))
    return (await savePostings(tx, balances)).journalIds.get(head.key) ?? 0
  })
  await linkAllJournals(own.db)
  const look = () => verifyLedger(own.db, { evidence: noEvidence, linkedUntil: start + 10_000 })
  const take = async () => reverseJournal(own.db, id, { findings: await look(), now: start })
  await declines(/is correct/, take())
  await sql.raw("alter table journal disable trigger user; update journal set memo = 'more'").execute(own.db)
  await sql.raw('alter table journal enable trigger user').execute(own.db)
  assert.equal(await take(), `E91:${id}:reverse`)
})

test('another process reads the time of the running server, at any speed', async () => {
  await using own = await openTestDatabase()
  const wall = start
  assert.deepEqual(await marketNow(own.db, wall), { now: wall, speed: 1 })
  const year2030 = start + 4 * 365 * 86_400_000
  await saveMarketClock(own.db, { now: year2030, speed: 100 })
  const { now, speed } = await marketNow(own.db, wall)
  assert.equal(speed, 100)
  assert(now >= year2030 && now < year2030 + 100 * 20_000, 'the wall clock goes on, a hundred times')
  // An hour after a server stopped its clock has not moved, unless it was the wall clock.
  const stopped = (speedThen: number) =>
    sql`update market_clock set wall_at = clock_timestamp() - interval '1 hour', speed = ${speedThen}`.execute(own.db)
  await stopped(100)
  assert.equal((await marketNow(own.db, wall)).now, year2030)
  await stopped(1)
  assert.equal((await marketNow(own.db, wall)).now, year2030)
  assert.equal((await marketNow(own.db, year2030 + 3_600_000)).now, year2030 + 3_600_000)
})

test('the market clock never goes back at a start', async () => {
  await using own = await openTestDatabase()
  assert.equal(await clockStart(own.db, start), start, 'nothing is noted yet')
  const later = start + 86_400_000
  await saveMarketClock(own.db, { now: later, speed: 20 })
  const soon = await clockStart(own.db, start)
  assert(soon >= later && soon <= later + 20 * 5000, 'a hurried clock went on for some seconds after its last note')
  await sql`update market_clock set wall_at = clock_timestamp() - interval '1 hour'`.execute(own.db)
  assert.equal(await clockStart(own.db, start), later + 20 * 5000, 'and stood while no server ran')
  assert.equal(await clockStart(own.db, later + 3_600_000), later + 3_600_000, 'the wall clock went on')
  await sql`update market_clock set wall_at = clock_timestamp() - interval '30 seconds'`.execute(own.db)
  const taken = await clockStart(own.db, start, { tookOver: true })
  assert(taken >= later + 20 * 30_000 && taken < later + 20 * 35_000, 'another server may have told prices until now')
})

test('the instant of the last handled tick is known after its first save, and survives a restart', async () => {
  await using own = await openTestDatabase()
  assert.equal(await tradedUntil(own.db), undefined)
  await saveMarketClock(own.db, { now: start, speed: 1 })
  assert.equal(await tradedUntil(own.db), undefined, 'the clock went, and nothing was traded')
  await saveMarketClock(own.db, { now: start + 9000, speed: 1, handledUntil: start + 4000 })
  await saveMarketClock(own.db, { now: start + 30_000, speed: 1 })
  assert.equal(await tradedUntil(own.db), start + 4000)
})

const number: Setting = { key: 'a', fallback: 5, isAnnounced: false }
const values: readonly (readonly [Setting, string, unknown])[] = [
  [number, '7', 7],
  [number, '0', undefined],
  [number, '-1', undefined],
  [number, '1.5', undefined],
  [number, '1e3', undefined],
  [number, '', undefined],
  [{ ...number, fallback: 0.5 }, '0.25', 0.25],
  [{ ...number, fallback: 0 }, '0', 0],
  [{ ...number, fallback: 100n }, '250', 250n],
  [{ ...number, fallback: 100n }, '2.5', undefined],
  [{ ...number, fallback: true }, 'false', false],
  [{ ...number, fallback: true }, 'no', undefined],
]
for (const [setting, text, value] of values)
  test(`"${text.trim()}" for a default of ${String(setting.fallback)} (${typeof setting.fallback})`, () =>
    assert.equal(readSetting(setting, text), value))

test('fees, leverage and rewards need a day of notice; other settings only a future instant', () => {
  assert.equal(earliestEffect(number, start), start + 1)
  assert.equal(earliestEffect({ ...number, isAnnounced: true }, start), start + 86_400_000)
  for (const { key, isAnnounced } of settable.values())
    assert.equal(isAnnounced, /fee|leverage|spread|reward|bonus|commission|grant/i.test(key), key)
})

test('each version has the hash of the previous one, and rules read the values in force', async () => {
  const occasion = { author: 'test', reason: 'why', now: start }
  const first = await setConfiguration(db, { key: 'token.idleDays', text: '3', from: start + 1000 }, occasion)
  const second = await setConfiguration(db, { key: 'code.ttlMin', text: '5', from: start + 1000 }, occasion)
  assert(first.hash.equals(versionHash(undefined, first)))
  assert(second.hash.equals(versionHash(first.hash, second)))
  assert(!second.hash.equals(versionHash(first.hash, { ...second, value: 6 })))
  await assert.rejects(sql`update config_version set value = '1'`.execute(db))
  const { idleDays } = settings.token
  putInForce([first, second])
  assert.deepEqual([settings.token.idleDays, settings.emailCode.lifeMinutes], [3, 5])
  putInForce([])
  assert.equal(settings.token.idleDays, idleDays)
})

test('among several servers a change of a halt is told three times, the last one of an instrument only', async () => {
  const share = { market: 'US', code: 'ORCL' } as const
  const occasion = { author: 'ann', reason: 'news', haltedAt: start }
  for (const isShared of [false, true]) {
    const read = await openHalts(db, { isShared })
    const told: string[] = []
    read.onChanged(({ code, halted }) => void told.push(`${code} ${halted}`))
    const readings = async (count: number): Promise<readonly string[]> => {
      for (let index = 0; index < count; index += 1) await read.refresh()
      return told.splice(0)
    }
    await insertHalt(db, { ...share, ...occasion })
    assert.deepEqual(
      await readings(5),
      Array.from({ length: isShared ? 3 : 1 }, () => 'ORCL true'),
    )
    await endHalt(db, share, start)
    assert.deepEqual(await readings(1), ['ORCL false'])
    await insertHalt(db, { ...share, ...occasion })
    await read.refresh()
    await endHalt(db, share, start)
    assert.deepEqual(await readings(5), ['ORCL true', ...Array.from({ length: isShared ? 3 : 1 }, () => 'ORCL false')])
  }
})

test('the halts of an instrument are its own and those of its whole market, the newest first', async () => {
  const minute = 60_000
  const occasion = { author: 'tests', reason: 'wrong price data' }
  const apple = { market: 'US', code: 'AAPL' } as const
  const halts = [
    { ...apple, haltedAt: start },
    { market: 'US', code: 'MSFT', haltedAt: start + minute },
    { market: 'HK', code: undefined, haltedAt: start + minute },
    { market: 'US', code: undefined, haltedAt: start + 2 * minute },
  ] as const
  for (const halt of halts) assert.equal(await insertHalt(db, { ...halt, ...occasion }), true)
  assert.equal(await endHalt(db, apple, start + 3 * minute), true)
  assert.deepEqual(await haltsOf(db, apple, start), [
    { from: start + 2 * minute, to: undefined, isWholeMarket: true },
    { from: start, to: start + 3 * minute, isWholeMarket: false },
  ])
  assert.deepEqual(
    (await haltsOf(db, apple, start + minute)).map(({ isWholeMarket }) => isWholeMarket),
    [true],
  )
  assert.deepEqual(await haltsOf(db, { market: 'MX', code: 'AMXB' }, start), [])
})
