import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { connect as connectSocket, createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { stopOnSignal } from '#stop-signals.ts'
import { connect, type Connection } from './sql.ts'
import pg from 'pg'
import { openEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { grantWork } from './roles.ts'

/**
 * A separate database for one test file, cloned from a template with every table. The server is that of the test run
 * (`TEST_DATABASE_URL`, set by `npm test`).
 */
export type TestDatabase = Connection &
  AsyncDisposable & {
    readonly connectionString: string
    /** The same by a role that only works on the tables, as the product does. */
    readonly workerString: string
  }

export const templateName = 'mex_template'
/** Only tests can reach their server, so that this password may be public. */
const tester = { name: 'mex_tester', password: 'mex_tester' } as const
let opened = 0

export async function openTestDatabase(): Promise<TestDatabase> {
  const url = process.env['TEST_DATABASE_URL']
  if (!url) throw new Error('TEST_DATABASE_URL is not set: run tests by `npm test`, or `npm run check -- FILE`')
  opened += 1
  const name = `test_${process.pid}_${opened}`
  const admin = new pg.Client({ connectionString: url })
  await admin.connect()
  // Copying files is five times as fast as logging every page, where nothing waits for the disk.
  await admin.query(`create database ${name} template ${templateName} strategy file_copy`)
  await admin.end()
  const own = new URL(url)
  own.pathname = `/${name}`
  const connectionString = own.href
  own.username = tester.name
  own.password = tester.password
  const connection = connect(connectionString, 8)
  return {
    ...connection,
    connectionString,
    workerString: own.href,
    [Symbol.asyncDispose]: async () => {
      await connection.db.destroy()
      const closer = new pg.Client({ connectionString: url })
      await closer.connect()
      await closer.query(`drop database if exists ${name} with (force)`)
      await closer.end()
    },
  }
}

export type TestPostgres = { readonly url: string; stop(): Promise<void> }

/**
 * A PostgreSQL for one test run, with a template database that has every table. It waits for the disk as that of the product does
 * only if `waitsForDisk` says so. `more` are further settings.
 */
export async function openTestPostgres(
  folder: string,
  log: (message: string) => void,
  { waitsForDisk = false, more = [] }: { readonly waitsForDisk?: boolean; readonly more?: readonly string[] } = {},
): Promise<TestPostgres> {
  const server = await openEmbedded(folder, log, { isForTests: !waitsForDisk, more })
  const admin = new pg.Client({ connectionString: server.connectionString })
  await admin.connect()
  await admin.query(`drop database if exists ${templateName} with (force)`)
  await admin.query(`create database ${templateName}`)
  await admin.end()
  const template = new URL(server.connectionString)
  template.pathname = `/${templateName}`
  // End the pool directly: its wrapper ends only a pool that it has used, and a template in use cannot be cloned.
  const { db, pool } = connect(template.href, 2)
  await migrate(db)
  // Databases of an earlier run may still use the role.
  await pool.query(`do $$ begin create role ${tester.name}; exception when duplicate_object then null; end $$`)
  await pool.query(`alter role ${tester.name} with login password '${tester.password}'`)
  await grantWork(pool, tester.name)
  await pool.end()
  return { url: server.connectionString, stop: () => server.stop() }
}

/** Child processes of `work` get this long to stop before their database stops. */
const workEndMilliseconds = 5000

/**
 * Runs `work` with a separate PostgreSQL, named in `TEST_DATABASE_URL`, and stops it afterwards, also on a signal, which
 * ends the process with 130, as shells do.
 */
export async function withTestPostgres<Result>(work: () => Promise<Result>): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'mex-test-'))
  // As root the database server runs as another user, who must be able to enter.
  await chmod(folder, 0o755)
  const opening = openTestPostgres(folder, (message) => console.error(message))
  const close = async (): Promise<void> => {
    await opening.then((postgres) => postgres.stop()).finally(() => rm(folder, { recursive: true, force: true }))
  }
  let working: Promise<unknown> = Promise.resolve()
  const ignoreSignals = stopOnSignal(async () => {
    await Promise.race([working.catch(() => undefined), rest(workEndMilliseconds)])
    await close()
  }, 130)
  process.env['TEST_DATABASE_URL'] = (await opening).url
  try {
    const result = work()
    working = result
    return await result
  } finally {
    ignoreSignals()
    await close()
  }
}

/** A proxy to a database on which a test can lose the answer to a commit. */
export type LossyWay = AsyncDisposable & {
  readonly connectionString: string
  /** The next commit is done, and its connection ends before the answer has come through. */
  loseCommit(): void
  /** The next commit stays on its way when its connection ends; the answer lets it arrive. */
  holdCommit(): () => void
}

/**
 * Whether a message commits: it has the statement (the start-up settings of a connection contain "committed"), or the
 * name of the plan that an earlier message gave to it.
 */
function openCommitFinder(): (chunk: Buffer) => boolean {
  let plan: string | undefined
  return (chunk) => {
    const text = chunk.toString('latin1')
    plan ??= /(\w+)\0commit\0/.exec(text)?.[1]
    return text.includes('commit\0') || (plan !== undefined && text.includes(`\0${plan}\0`))
  }
}

export async function openLossyWay({ connectionString }: TestDatabase): Promise<LossyWay> {
  const url = new URL(connectionString)
  const { hostname, port } = url
  let isLosing = false
  let isHolding = false
  let held: (() => void) | undefined
  const isCommit = openCommitFinder()
  const way = createServer((client) => {
    const database = connectSocket(Number(port), hostname)
    let isCommitting = false
    let isHeld = false
    client.on('data', (chunk: Buffer) => {
      const commits = isCommit(chunk)
      if (isHolding && commits) {
        isHolding = false
        isHeld = true
        held = () => database.end(chunk)
        return void client.destroy()
      }
      if (isLosing && commits) isCommitting = true
      database.write(chunk)
    })
    database.on('data', (chunk: Buffer) => {
      if (!isCommitting) return void client.write(chunk)
      isLosing = false
      client.destroy()
    })
    client.on('error', () => undefined).on('close', () => isHeld || database.end())
    database.on('error', () => undefined).on('close', () => client.destroy())
  })
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  url.port = String((way.address() as AddressInfo).port)
  return {
    connectionString: url.href,
    loseCommit: () => void (isLosing = true),
    holdCommit() {
      isHolding = true
      return () => held?.()
    },
    [Symbol.asyncDispose]: () => new Promise((done) => void way.close(() => done())),
  }
}
