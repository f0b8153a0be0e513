import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { after, test } from 'node:test'
import { calls } from '@mex/contract/areas.ts'
import { present } from '@mex/core/assert.ts'
import { credit, debit } from '@mex/core/ledger/ledger.ts'
import { moneyOf, quantityOf } from '@mex/core/money/money.ts'
import { grant } from '@mex/core/account/postings.ts'
import { dayMilliseconds, isoDate, utcDay } from '@mex/core/time-zone.ts'
import * as z from 'zod/mini'
import { isoInstant, openSteppedClock } from '#clock.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openTestDatabase } from '#db/testing.ts'
import { openDaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { addUser, anonymous, refusedWith, linkAllJournals } from '#areas/testing.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { anchorJobs } from './anchors.ts'
import { linksAfter } from '#areas/ledger/store-chain-links.ts'
import { auditHandlers, bucketOf, type FillAtQuote } from './audit.ts'
import { CommitmentBroken, publishCommitments } from './commitments.ts'
import { gapsBetween, openGapRecord, recordGap } from './gaps.ts'
import { clockSpeeds, recordSpeed } from './speeds.ts'
import { jobs } from './jobs.ts'
import { commitmentsFrom } from './store.ts'
import { drawn, feed, now, secrets } from './testing.ts'
import { verifyQuotes } from './verify.ts'

const database = await openTestDatabase()
after(() => database[Symbol.asyncDispose]())
const { db } = database

const fills: FillAtQuote[] = []
const handlers = auditHandlers({ feed, drawn, fillsAt: async () => fills })
const at = (instant: number) => anonymous({ db, feed, now: instant })
const anchorAt = async (instant: number, date?: string) => {
  const answer = await handlers.anchor(date === undefined ? {} : { date }, at(instant))
  return z.encode(calls.audit.anchor.output, answer) as {
    [field: string]: unknown
    commitments: { date: string; hash: string }[]
    revealed: { date: string; seed: string }[]
  }
}
const today = utcDay(now)

test('commits to secrets 35 days ahead, once', async () => {
  assert.equal(await publishCommitments(db, secrets, now), 36)
  assert.equal(await publishCommitments(db, secrets, now), 0)
  assert.equal(await publishCommitments(db, secrets, now + dayMilliseconds), 1)
  const rows = await commitmentsFrom(db, isoDate(today), 100)
  assert.deepEqual(
    [rows.length, rows[0]?.date, rows[0]?.hash, rows[0]?.modelVersion, rows[0]?.publishedAt],
    [37, isoDate(today), secrets.commitmentOf(today), modelVersion, now],
  )
  assert.equal(rows.at(-1)?.publishedAt, now + dayMilliseconds)
})

test('refuses a secret other than the committed one', async () => {
  const other = openDaySecrets(Buffer.from('another market'), modelVersion)
  await assert.rejects(publishCommitments(db, other, now), CommitmentBroken)
  assert.equal((await commitmentsFrom(db, '0001-01-01', 100)).length, 37)
  await assert.rejects(sql`update day_commitment set commitment = '\\x00'`.execute(db))
  await assert.rejects(sql`delete from day_commitment`.execute(db))
})

test('the job publishes missing commitments', async () => {
  const [job] = jobs({ db, secrets })
  assert.equal(await job?.run(now + 2 * dayMilliseconds), 1)
})

test('returns the anchor of the current day', async () => {
  const anchor = await anchorAt(now)
  assert.deepEqual(
    [anchor['date'], anchor['createTimestamp'], anchor['seal'], anchor['journals'], anchor['quotesHash']],
    [isoDate(today), Math.floor(now / 1000), null, 0, null],
  )
  assert.equal(anchor.commitments[0]?.date, isoDate(today + 1))
  assert.equal(anchor.commitments.length, 35)
  // Days before the first start are public from the beginning, and today's is not.
  assert.equal(anchor.revealed.at(-1)?.date, isoDate(today - 1))
  assert.equal(anchor.revealed.at(-1)?.seed, secrets.secretOf(today - 1))
})

test('reveals a secret 48 hours after the end of its day, and not before', async () => {
  const told = async (instant: number): Promise<string | undefined> => (await anchorAt(instant)).revealed.at(-1)?.date
  const end = (today + 1) * dayMilliseconds
  assert.equal(await told(end + 2 * dayMilliseconds - 1), isoDate(today - 1))
  assert.equal(await told(end + 2 * dayMilliseconds), isoDate(today))
  const late = await anchorAt(end + 2 * dayMilliseconds)
  const seed = present(late.revealed.at(-1), 'a secret').seed
  const commitment = createHash('sha256')
    .update(`mex-commit-1|${isoDate(today)}|${seed}`)
    .digest('hex')
  assert.equal((await commitmentsFrom(db, isoDate(today), 1))[0]?.hash, commitment)
})

test('an anchor has the ledger totals up to its day, and its gaps', async () => {
  const user = await addUser(db)
  for (const [index, instant] of [now, now + dayMilliseconds].entries())
    await inTransaction(db, async (tx) => {
      const balances = await loadBalances(tx, [user])
      balances.post({
        event: 'E01',
        key: `E01:${user}:${index}`,
        user,
        at: instant,
        reference: { type: 'user', id: user },
        memo: undefined,
        lines: [debit('SYS.GRANT', 'MXN', moneyOf('5.00')), credit('U.AVAIL', 'STOCK', moneyOf('5.00'))],
      })
      await savePostings(tx, balances)
    })
  await recordGap(db, { from: now - 60_000, to: now })
  await recordGap(db, { from: now - 60_000, to: now + 5000 })
  await linkAllJournals(db)
  const later = (today + 1) * dayMilliseconds + 40 * 60_000
  const first = await anchorAt(later, isoDate(today))
  assert.deepEqual(first['balances'], [{ currency: 'MXN', debit: '5.00', credit: '5.00' }])
  assert.deepEqual([first['journals'], first['lines']], [3, 2])
  assert.equal(first['createTimestamp'], (today + 1) * 86_400 + 1800)
  assert.deepEqual(first['gaps'], [
    { startTimestamp: now / 1000 - 60, endTimestamp: now / 1000 },
    { startTimestamp: now / 1000 - 60, endTimestamp: now / 1000 + 5 },
  ])
  assert.match(String(first['quotesHash']), /^[0-9a-f]{64}$/)
  assert.equal((first['seal'] as { sequence: number }).sequence, 4)
  const second = await anchorAt(now + dayMilliseconds + 1)
  assert.deepEqual([second['journals'], second['lines']], [4, 4])
  assert.deepEqual(await gapsBetween(db, now, now + 1), [{ from: now - 60_000, to: now }])
  assert.deepEqual(await gapsBetween(db, now + 1, now + dayMilliseconds), [{ from: now - 60_000, to: now + 5000 }])
})

test('records all gaps with the same beginning, and a repeated gap only once', async () => {
  await using own = await openTestDatabase()
  const from = now - 90_000
  for (const to of [now - 60_000, now - 30_000, now - 30_000]) await recordGap(own.db, { from, to })
  assert.deepEqual(await gapsBetween(own.db, from, now), [
    { from, to: now - 60_000 },
    { from, to: now - 30_000 },
  ])
})

test('returns more gaps than one page of notes, and the clock speeds noted after them', async () => {
  await using own = await openTestDatabase()
  await own.pool.query(
    `insert into journal (id, event, event_key, at, ref_type, ref_id, memo)
      select 10000 + n, 'NOTE', 'NOTE:market:' || n, $1::timestamptz + n * interval '1 minute', 'market', 0,
        'market gap 2020-01-01T00:00:00.000Z/2020-01-01T00:00:01.000Z' from generate_series(1, 2100) n`,
    [isoInstant(now - 4 * dayMilliseconds)],
  )
  assert.equal((await gapsBetween(own.db, 0, now)).length, 2100)
  const start = (at: number, speed: number) => recordSpeed(own.db, { ...openSteppedClock(at), speed })
  await start(now, 1)
  assert.deepEqual(await clockSpeeds(own.db), [], 'a clock that was never hurried needs no note')
  await start(now + 1000, 3600)
  await start(now + 2000, 3600)
  await start(now + 3000, 1)
  await start(now + 4000, 0.5)
  assert.deepEqual(await clockSpeeds(own.db), [
    { from: now + 1000, speed: 3600 },
    { from: now + 3000, speed: 1 },
    { from: now + 4000, speed: 0.5 },
  ])
})

test('keeps a gap that cannot be recorded, and later ones, until they can be', async () => {
  await using own = await openTestDatabase()
  const failures: unknown[] = []
  const gaps = openGapRecord(own.db, (error) => void failures.push(error))
  await own.pool.query('alter table journal rename to away')
  gaps.add({ from: now - 90_000, to: now - 80_000 })
  gaps.add({ from: now - 70_000, to: now - 60_000 })
  await assert.rejects(gaps.record())
  assert.notEqual(failures.length, 0)
  assert.equal(gaps.unrecordedSince(), now - 90_000)
  await own.pool.query('alter table away rename to journal')
  await gaps.record()
  assert.equal(gaps.unrecordedSince(), undefined)
  assert.deepEqual(await gapsBetween(own.db, 0, now), [
    { from: now - 90_000, to: now - 80_000 },
    { from: now - 70_000, to: now - 60_000 },
  ])
})

test('publishes the anchor of a day half an hour after it, once, also outside, and never computes it again', async () => {
  await using own = await openTestDatabase()
  await publishCommitments(own.db, secrets, now)
  const lines: string[] = []
  const keepOutside = async (line: string): Promise<void> => void lines.push(line)
  const [job] = anchorJobs({ db: own.db, feed, drawn, keepOutside })
  const run = (instant: number) => present(job, 'the job').run(instant)
  const midnight = (today + 1) * dayMilliseconds
  assert.equal(await run(midnight + 29 * 60_000), 0)
  assert.equal(await run(midnight + 30 * 60_000), 1)
  assert.equal(await run(midnight + 31 * 60_000), 0)
  const kept = JSON.parse(present(lines[0], 'a line')) as { date: string; hash: string; anchor: string }
  assert.equal(createHash('sha256').update(kept.anchor).digest('hex'), kept.hash)
  assert.equal(kept.date, isoDate(today))
  // A later posting with an earlier date does not change the published anchor.
  const user = await addUser(own.db)
  await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(grant({ user, at: now }, 'BALANCE', moneyOf('5.00')))
    await savePostings(tx, balances)
  })
  const answer = await handlers.anchor({ date: isoDate(today) }, anonymous({ db: own.db, feed, now: midnight * 2 }))
  assert.deepEqual(z.encode(calls.audit.anchor.output, answer), JSON.parse(kept.anchor))
  await assert.rejects(sql`update anchor set document = '{}'`.execute(own.db))
  await assert.rejects(sql`delete from anchor`.execute(own.db))
  // After a week without a server the missing days are published a few per run.
  assert.equal(await run(midnight + 8 * dayMilliseconds), 3)
  assert.equal(await run(midnight + 8 * dayMilliseconds), 3)
  assert.equal(await run(midnight + 8 * dayMilliseconds), 1)
  assert.equal(lines.length, 8)
})

test('refuses the anchor of a future day', async () => {
  await refusedWith('not_found', handlers.anchor({ date: isoDate(today + 1) }, at(now)))
})

test('an anchor reveals no secret of a date before the first prices', async () => {
  const young = auditHandlers({ feed, drawn: { ...drawn, firstDrawnDay: today }, fillsAt: async () => fills })
  assert.deepEqual((await young.anchor({}, at(now))).revealed, [])
  const end = (today + 1) * dayMilliseconds
  assert.deepEqual(
    (await young.anchor({}, at(end + 2 * dayMilliseconds))).revealed.map(({ date }) => date),
    [isoDate(today)],
  )
})

test('returns a link of the chain by its number, and nothing of its journal', async () => {
  await linkAllJournals(db)
  const links = await linksAfter(db, 0, 3)
  assert.ok(links.length >= 2)
  for (const { sequence, previous, hash } of links) {
    const wire = z.encode(calls.audit.seal.output, await handlers.seal({ sequence }, at(now)))
    assert.deepEqual(wire, { sequence, previousHash: previous.toString('hex'), hash: hash.toString('hex') })
  }
  await refusedWith('not_found', handlers.seal({ sequence: 999_999 }, at(now)))
})

test('returns the fills at a quote without their users', async () => {
  const quote = present(feed.quote('US:AAPL', now), 'a quote')
  fills.push({ price: quote.ask, side: 'buy', rule: 'ladder', level: 0, quantity: quantityOf('25') })
  const answer = await handlers.fills({ quoteId: quote.id }, at(now))
  const wire = z.encode(calls.audit.fills.output, answer) as Record<string, unknown>
  assert.deepEqual(
    [wire['quoteId'], wire['market'], wire['stockCode'], wire['tick'], wire['ask']],
    [quote.id, 'US', 'AAPL', '0.01', String(Number(quote.ask) / 1e8)],
  )
  assert.deepEqual(wire['fills'], [
    { price: String(Number(quote.ask) / 1e8), direction: 0, rule: 'ladder', level: 0, quantityBucket: '10–99' },
  ])
})

test('does not find future, unlisted or malformed quotes', async () => {
  const future = present(feed.quote('US:AAPL', now + 10_000), 'a quote').id
  for (const quoteId of [future, 'US:AAPL@1', 'US:AAPL', 'nonsense', 'US:NOPE@1914869772', 'US:AAPL@-1', '@1'])
    await refusedWith('not_found', handlers.fills({ quoteId }, at(now)))
})

test('returns quantities as orders of magnitude', () => {
  const cases = [
    ['0.05', '0–1'],
    ['1', '1–9'],
    ['9.99', '1–9'],
    ['10', '10–99'],
    ['12345', '10000–99999'],
  ] as const
  for (const [amount, bucket] of cases) assert.equal(bucketOf(quantityOf(amount)), bucket)
})

test('returns every version of the configuration, oldest first', async () => {
  for (const [index, key] of ['fee.us', 'order.band'].entries())
    await sql`insert into config_version (key, value, effective_from, author, reason, hash, created_at)
      values (${key}, ${JSON.stringify({ index })}::jsonb, ${isoInstant(now)}, 'operator', 'a test', ${Buffer.from([index])}, ${isoInstant(now)})`.execute(
      db,
    )
  const wire = z.encode(calls.audit.configuration.output, await handlers.configuration({}, at(now))) as unknown[]
  assert.deepEqual(
    wire.map((row) => {
      const { key, value, hash, effectiveFromTimestamp } = row as Record<string, unknown>
      return { key, value, hash, effectiveFromTimestamp }
    }),
    ['fee.us', 'order.band'].map((key, index) => ({
      key,
      value: { index },
      hash: `0${index}`,
      effectiveFromTimestamp: now / 1000,
    })),
  )
})

test('recomputes executed quotes from the revealed secrets alone', async () => {
  const later = now + 4 * dayMilliseconds
  const tomorrow = later - 1000
  const id = (key: string, instant: number): string => present(feed.quote(key, instant), key).id
  const told = ['US:AAPL', 'FX:EURUSD', 'FUT:ESZ26', 'HK:00700'].map((key) => id(key, now))
  const dependencies = { feed, drawn, now: later }
  const right = await verifyQuotes(db, { ...dependencies, quoteIds: [...told, id('US:AAPL', tomorrow)] })
  assert.deepEqual(right, { days: 2, quotes: 4, secret: 1, findings: [] })
  const few = await verifyQuotes(db, { ...dependencies, quoteIds: told, sample: 2 })
  assert.equal(few.quotes, 2)
  // A market with prices other than the committed ones, and an execution without a quote.
  const bent = {
    ...feed,
    quoteById: (quoteId: string, instant: number) => {
      const quote = feed.quoteById(quoteId, instant)
      return quote?.key === 'US:AAPL' ? { ...quote, ask: quote.bid } : quote
    },
  }
  const wrong = await verifyQuotes(db, { ...dependencies, feed: bent, quoteIds: [...told, 'US:AAPL@7'] })
  assert.deepEqual(
    wrong.findings.map(({ about }) => about),
    [told[0], 'US:AAPL@7'],
  )
  const other = openDaySecrets(Buffer.from('another market'), modelVersion)
  const broken = await verifyQuotes(db, { ...dependencies, drawn: { ...drawn, secrets: other }, quoteIds: [] })
  assert.deepEqual(
    broken.findings.map(({ about }) => about),
    [isoDate(today), isoDate(today + 1)],
  )
})
