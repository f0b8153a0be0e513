import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { present } from '@mex/core/assert.ts'
import { grant } from '@mex/core/account/postings.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { dayMilliseconds, isoDate, utcDay } from '@mex/core/time-zone.ts'
import { addUser, linkAllJournals } from '#areas/testing.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import { inTransaction, sql } from '#db/sql.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { anchorJobs } from './anchors.ts'
import { publishCommitments } from './commitments.ts'
import { recordGap } from './gaps.ts'
import { drawn, feed, now, secrets } from './testing.ts'
import { verifyQuotes } from './verify.ts'

const hour = 3_600_000
const today = utcDay(now)
const date = (days: number): string => isoDate(today + days)
/** The last working instant of the server of this test: an afternoon a week after its first start. */
const until = now + 7 * dayMilliseconds

let own: TestDatabase
before(async () => {
  own = await openTestDatabase()
  const user = await addUser(own.db)
  await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(grant({ user, at: now }, 'BALANCE', moneyOf('5.00')))
    await savePostings(tx, balances)
  })
  await linkAllJournals(own.db)
  const publish = present(anchorJobs({ db: own.db, feed, drawn, keepOutside: undefined })[0], 'the job')
  for (let day = 0; day <= 7; day += 1) {
    await publishCommitments(own.db, secrets, now + day * dayMilliseconds)
    await publish.run(now + day * dayMilliseconds)
  }
})
after(() => own[Symbol.asyncDispose]())

const market = { feed, drawn, quoteIds: [] }

/** The findings after a statement with disabled triggers, which is then rolled back. */
async function findingsAfter(statement: string, worked: number | 'never' = until): Promise<readonly string[]> {
  const undo = new Error('undo')
  let said: readonly string[] = []
  const done = inTransaction(own.db, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql.raw(statement).execute(tx)
    const { findings } = await verifyQuotes(
      tx,
      worked === 'never' ? { ...market, now: until } : { ...market, now: worked, until: worked },
    )
    said = findings.map(({ about, message }) => `${about}: ${message}`)
    throw undo
  })
  await done.catch((error: unknown) => assert.equal(error, undo))
  return said
}

test('has no findings if everything due is published', async () => {
  assert.deepEqual(await findingsAfter('select 1'), [])
})

const told = date(2)
const attacks: readonly (readonly [name: string, statement: string, found: RegExp])[] = [
  [
    'the commitment of a told day is deleted',
    `delete from day_commitment where date = '${told}'`,
    /commitments between .* are missing/,
  ],
  [
    'it is deleted, and anchors still name it',
    `delete from day_commitment where date = '${told}'`,
    /^\S+: the anchor of \S+ names another commitment, which is missing/m,
  ],
  [
    'the first commitment is deleted',
    `delete from day_commitment where date = '${date(0)}'`,
    /is the first commitment, and was made on/,
  ],
  [
    'the newest commitments are deleted',
    `delete from day_commitment where date > '${date(38)}'`,
    /nothing is committed to after/,
  ],
  ['all commitments are deleted', 'delete from day_commitment', /nothing is committed to after the first start/],
  [
    'a commitment was made after its day',
    `update day_commitment set published_at = '${date(5)}' where date = '${told}'`,
    /after the day had begun/,
  ],
  [
    'a commitment to come is changed',
    `update day_commitment set commitment = '\\x00' where date = '${date(20)}'`,
    /names another commitment, which was changed/,
  ],
  [
    'an anchor in the middle is deleted',
    `delete from anchor where date = '${told}'`,
    new RegExp(`^${told}: its anchor is missing`, 'm'),
  ],
  [
    'the first anchor is deleted',
    `delete from anchor where date = '${date(0)}'`,
    new RegExp(`^${date(0)}: its anchor is missing`, 'm'),
  ],
  [
    'the newest anchor is deleted',
    `delete from anchor where date = '${date(6)}'`,
    new RegExp(`^${date(6)}: its anchor is missing`, 'm'),
  ],
  ['all anchors are deleted', 'delete from anchor', new RegExp(`^${date(6)}: its anchor is missing; 0 are there`, 'm')],
  [
    'the text of an anchor is changed',
    `update anchor set document = replace(document, '5.00', '6.00') where date = '${told}'`,
    /is not the one that was hashed/,
  ],
  [
    'the hash of an anchor is changed',
    `update anchor set hash = '\\x00' where date = '${told}'`,
    /is not the one that was hashed/,
  ],
  [
    'an anchor is that of another day',
    `update anchor set (document, hash) = (select document, hash from anchor where date = '${date(1)}') where date = '${told}'`,
    new RegExp(`^${told}: its anchor is that of ${date(1)}`, 'm'),
  ],
  [
    'an anchor has a text that is none',
    "update anchor set document = '{}', hash = sha256('{}')",
    /its anchor cannot be read/,
  ],
  [
    'an anchor tells another secret',
    `update anchor set document = replace(document, '${secrets.secretOf(today)}', '${'0'.repeat(64)}'),
      hash = sha256(convert_to(replace(document, '${secrets.secretOf(today)}', '${'0'.repeat(64)}'), 'UTF8'))`,
    /tells a secret that was not committed to/,
  ],
  ['the chain is another one than anchors name', "update seal set hash = '\\x00'", /names seal 1 by another hash/],
]

for (const [name, statement, found] of attacks)
  test(`reports that ${name}`, async () => {
    assert.match((await findingsAfter(statement)).join('\n'), found)
  })

test('does not miss commitments of days while no server ran, but misses those of later days', async () => {
  const later = now + 60 * dayMilliseconds
  await recordGap(own.db, { from: until, to: later })
  const rested = `insert into day_commitment (date, model_version, commitment, published_at)
    select '${date(60)}'::date + number, 1, '\\x00', '${new Date(later).toISOString()}' from generate_series(0, 35) as number`
  // Its jobs have two hours to publish the anchors of the days without a server.
  assert.deepEqual(await findingsAfter(rested, later + hour), [])
  const missed = await findingsAfter(rested, later + 3 * hour)
  assert.deepEqual(missed, [`${date(59)}: its anchor is missing; 7 are there, the last of ${date(6)}`])
  assert.match((await findingsAfter('select 1', later + 3 * hour)).join('\n'), /nothing is committed to after/)
})

test('demands nothing before a server has run', async () => {
  assert.deepEqual(await findingsAfter('delete from anchor', 'never'), [])
})
