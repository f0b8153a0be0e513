import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { until } from '#waiting-testing.ts'
import { openGate } from './gate.ts'
import { idempotencyKeyHash, type IdempotentRequest } from './idempotency-keys.ts'
import { openLane, UnknownOutcome, type Command } from './lane.ts'
import { endSessions, namePrefix, openServerSession } from './server-session.ts'
import { connect, failureKind, inTransaction, sql, type Connection } from './sql.ts'
import { openTestPostgres, type TestPostgres } from './testing.ts'

/** A database whose commits wait for a standby that is not there. */

let folder: string
let postgres: TestPostgres
let own: Connection
/** A connection whose commits wait for nobody. */
let operator: Connection

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-standby-'))
  await chmod(folder, 0o755)
  postgres = await openTestPostgres(folder, () => undefined)
  own = connect(new URL('/mex_template', postgres.url).href, 4)
  operator = connect(new URL('/mex_template', postgres.url).href, 1, ['synchronous_commit=local'])
  await sql`create table written (text text not null)`.execute(operator.db)
})
after(async () => {
  await setStandby('')
  await own.db.destroy()
  await operator.db.destroy()
  await postgres.stop()
  await rm(folder, { recursive: true, force: true })
})

/** From now on commits wait for this standby; for none if it has no name. */
async function setStandby(name: string): Promise<void> {
  await sql`alter system set synchronous_standby_names = ${sql.lit(name)}`.execute(operator.db)
  await sql`select pg_reload_conf()`.execute(operator.db)
  await rest(200)
}

const waiting = sql`from pg_stat_activity where wait_event = 'SyncRep' and backend_type = 'client backend'`

const untilOneWaits = (): Promise<boolean> =>
  until(
    'a commit waits for the standby',
    async () => (await sql`select ${waiting}`.execute(operator.db)).rows.length === 1,
    10,
  )

async function isPending(work: Promise<unknown>): Promise<boolean> {
  return (await Promise.race([work, rest(500, 'pending')])) === 'pending'
}

/** Waits until the commit of a piece of work waits, cancels its wait, and expects its failure. */
async function cancelled(work: Promise<unknown>, isExpected: (error: unknown) => boolean): Promise<void> {
  const refused = assert.rejects(work, isExpected)
  await untilOneWaits()
  assert(await isPending(refused))
  await sql`select pg_cancel_backend(pid) ${waiting}`.execute(operator.db)
  await refused
}

type Write = Command & { readonly text: string }

const lane = () =>
  openLane<Write, string>({
    db: own.db,
    async work(tx, commands) {
      for (const { text } of commands) await sql`insert into written (text) values (${text})`.execute(tx)
      return commands.map(({ text }) => text)
    },
  })

const request: IdempotentRequest = {
  scope: 0,
  call: '/write',
  keyHash: idempotencyKeyHash('10000000-0000-4000-8000-000000000001'),
  body: Buffer.from('body'),
  encode: (answer) => JSON.stringify(answer),
  decode: (text) => JSON.parse(text) as unknown,
}

test('a commit whose wait is cancelled has no known outcome, and its repeat is answered when the standby has it', async () => {
  const writing = lane()
  await setStandby('nobody')
  const command = { userId: undefined, text: 'perhaps', request }
  await cancelled(writing.send(command), (error) => error instanceof UnknownOutcome && failureKind(error) === 'away')
  // It is still not on the standby.
  await cancelled(writing.send(command), (error) => error instanceof UnknownOutcome)
  const again = writing.send(command)
  await setStandby('')
  assert.equal(await again, 'perhaps')
  assert.equal((await sql`select from written where text = 'perhaps'`.execute(own.db)).rows.length, 1)
})

test('a single statement whose wait is cancelled fails', async () => {
  await setStandby('nobody')
  await cancelled(
    sql`insert into written (text) values ('alone')`.execute(own.db),
    (error) => failureKind(error) === 'away',
  )
  await setStandby('')
})

test('a tick waits for a list that waits for the standby, and does not end it', async () => {
  await setStandby('nobody')
  const read = (): Promise<undefined> => Promise.resolve(undefined)
  const gate = openGate({ db: own.db, read, begin: read, note: read, learn: () => undefined, patience: 100 })
  const list = inTransaction(own.db, async (tx) => {
    await gate.pass(tx)
    await sql`insert into written (text) values ('list')`.execute(tx)
  })
  await untilOneWaits()
  const tick = gate.hold(1, () => Promise.resolve())
  assert(await isPending(tick))
  await setStandby('')
  await Promise.all([list, tick])
})

test('who replaces a server waits for its commits that wait for the standby, and ends its other sessions', async () => {
  const name = `${namePrefix}replaced`
  const replaced = connect(new URL('/mex_template', postgres.url).href, 2, [], {
    name,
    expectOwner: () => Promise.resolve(),
  })
  const session = await openServerSession(new URL('/mex_template', postgres.url).href, `${namePrefix}next`)
  const held = inTransaction(replaced.db, async (tx) => {
    await sql`insert into written (text) values ('undone')`.execute(tx)
    await sql`select pg_sleep(20)`.execute(tx)
  })
  held.catch(() => undefined)
  await setStandby('nobody')
  const committing = sql`insert into written (text) values ('kept')`.execute(replaced.db)
  await untilOneWaits()
  const ending = endSessions(session, 'named', name)
  await assert.rejects(held)
  assert(await isPending(ending))
  await setStandby('')
  await committing
  await ending
  assert.equal((await sql`select from written where text = 'kept'`.execute(own.db)).rows.length, 1)
  await session.end()
  await replaced.db.destroy()
})
