import assert from 'node:assert/strict'
import { after, before, mock, test } from 'node:test'
import type { Refused } from '@mex/core/refusal.ts'
import { wallTime } from '#areas/ledger/bills.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openClosingTest, type ClosingTest } from '#account-closing-testing.ts'
import { csvInTurns, rowsPerTurn } from './in-turns.ts'

test('other work goes on while a long file is written', async () => {
  const rows = Array.from({ length: 5 * rowsPerTurn }, (_, index) => index)
  let turns = 0
  let isDone = false
  const count = (): void => {
    turns += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  const content = await csvInTurns(['n'], rows, (row) => [String(row)])
  isDone = true
  assert.equal(content, `\uFEFFn\r\n${rows.map((row) => `${row}\r\n`).join('')}`)
  assert(turns >= 4, `${turns} turns`)
})

test('the times of a file need one format of their zone', () => {
  const formats = mock.method(Intl, 'DateTimeFormat')
  const times = [0, 1, 2].map((hour) => wallTime(Date.UTC(2026, 10, 20, hour), 'America/Monterrey'))
  formats.mock.restore()
  assert.deepEqual(times, ['2026-11-19 18:00:00', '2026-11-19 19:00:00', '2026-11-19 20:00:00'])
  assert.equal(formats.mock.callCount(), 1)
})

let here: ClosingTest
before(async () => {
  here = await openClosingTest()
})
after(() => here[Symbol.asyncDispose]())

/** A user with a long history. Its journals are missing, which no file reads. */
async function veteran(): Promise<number> {
  const user = await here.person()
  await inTransaction(here.dependencies.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`
      insert into bill (user_id, journal_id, wallet, currency, amount, event, ref_type, ref_id, at)
      select ${user}, 1000000000 + n, 1, 'MXN', 100, 'E20', 'transfer', n, '2026-11-20T15:00:00Z'
      from generate_series(1, 2000) as numbers (n)`.execute(tx)
  })
  return user
}

/** The type of a file, or the word of its refusal. */
const outcomeOf = (call: Promise<{ readonly type: string }>): Promise<string> =>
  call.then(
    ({ type }) => type,
    (error: unknown) => (error as Refused).refusal.refused,
  )

test('whoever asks for many files at once gets two, and others theirs', async () => {
  const [flooding, other] = [here.context(await veteran()), here.context(await veteran())]
  const everything = { timeZone: 'America/Mexico_City', wallet: 'OVERVIEW' } as const
  const flood = Array.from({ length: 60 }, () => outcomeOf(here.call.billFile(everything, flooding)))
  assert.equal(await outcomeOf(here.call.executionFile({ timeZone: 'UTC' }, other)), 'text/csv')
  const outcomes = await Promise.all(flood)
  assert.equal(outcomes.filter((outcome) => outcome === 'text/csv').length, 2)
  assert.equal(outcomes.filter((outcome) => outcome === 'unavailable').length, 58)
})
