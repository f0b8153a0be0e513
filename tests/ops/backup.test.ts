import assert from 'node:assert/strict'
import { createDecipheriv, scryptSync } from 'node:crypto'
import { chmod, mkdtemp, mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { calls } from '@mex/contract/areas.ts'
import { openServer, readSettings } from '@mex/server'
import {
  connect,
  findingsOf,
  openQuietLog,
  openSteppedClock,
  openTestPostgres,
  runOps,
  systemRandomness,
  type TestPostgres,
} from '@mex/server/testing.ts'
import { openPerson } from '@mex/world/person.ts'
import { seedPassword, seedPeople } from '@mex/world/people.ts'
import { openWorld, type World } from '@mex/world/world.ts'
import { operatorOf } from './operator.ts'
import { differing, readTables } from './tables.ts'

/** Backup and restore: the backup is restored on another database server, and the product runs on there. */

let world: World
let folder: string
/** A second database server, whose transaction counter is far behind. */
let other: TestPostgres
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-backup-'))
  await chmod(folder, 0o755)
  other = await openTestPostgres(join(folder, 'other'), () => undefined)
  world = await openWorld({ seed: 'backup' })
  await seedPeople(world)
  await world.server.jobs.runAll(world.clock.now())
  await mkdir(join(world.folder, 'uploads', 'ab'), { recursive: true })
  await writeFile(join(world.folder, 'uploads', 'ab', 'picture'), Buffer.from([0, 255, 10, 13, 0]))
  await writeFile(join(folder, 'passphrase'), 'correct horse battery staple\nsecond line\n')
  await writeFile(join(folder, 'wrong'), 'another long passphrase\n')
})
after(async () => {
  await world[Symbol.asyncDispose]()
  await other.stop()
  await rm(folder, { recursive: true, force: true })
})

const file = (): string => join(folder, 'backup.mex')
const passphrase = (name = 'passphrase'): string[] => ['--passphrase-file', join(folder, name)]
const place = (name: string): string => join(folder, name)

async function newDatabase(name: string): Promise<string> {
  const { pool } = connect(other.url, 1)
  await pool.query(`create database ${name}`)
  await pool.end()
  const url = new URL(other.url)
  url.pathname = `/${name}`
  return url.href
}

/** Runs the restore command on the second server. */
async function restore(connectionString: string, dataFolder: string, from = file(), secret = 'passphrase') {
  const output: string[] = []
  const { db } = connect(connectionString, 2)
  const write = (line: string): void => void output.push(line)
  const code = await runOps(['restore', from, ...passphrase(secret), '--reason', 'a test'], {
    wallNow: () => world.clock.now(),
    user: 'keeper',
    withTools: async (_, work) =>
      work({
        db,
        randomness: systemRandomness,
        installation: {
          connectionString,
          dataFolder,
          settings: world.settings,
          market: () => Promise.resolve(world.server.dependencies.source),
        },
      }),
    print: write,
    complain: write,
  })
  await db.destroy()
  return { code, output: output.join('\n') }
}

const tableCount = async (connectionString: string): Promise<number> => {
  const { pool } = connect(connectionString, 1)
  const { rows } = await pool.query<{ count: number }>(
    "select count(*) as count from pg_tables where schemaname = 'public'",
  )
  await pool.end()
  return rows[0]?.count ?? 0
}

/** Every key, index and constraint, and every trigger that is switched on. */
async function schemaOf(connectionString: string): Promise<readonly string[]> {
  const { pool } = connect(connectionString, 1)
  const { rows } = await pool.query<{ text: string }>(
    `select indexdef as text from pg_indexes where schemaname = 'public'
     union all select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) from pg_constraint
       where connamespace = 'public'::regnamespace
     union all select pg_get_triggerdef(oid) || ' ' || tgenabled::text from pg_trigger where not tgisinternal
     order by 1`,
  )
  await pool.end()
  return rows.map(({ text }) => text)
}

test('a backup of a running server is encrypted and readable by its owner alone', async () => {
  const called = await operatorOf(world)('backup', file(), ...passphrase())
  assert.equal(called.code, 0, called.complained.join())
  assert.equal((await stat(file())).mode & 0o777, 0o600)
  const bytes = await readFile(file())
  assert(!bytes.includes('alice@example.org') && !bytes.includes('app_user'))
  assert.deepEqual(
    (await readdir(folder)).filter((name) => name.endsWith('.new')),
    [],
  )
})

// Decrypts with Node's crypto only, so that the format is proven independently of our code.
test('a backup is AES-256-GCM under a key derived with scrypt', async () => {
  const bytes = await readFile(file())
  const [salt, nonce] = [bytes.subarray(11, 27), bytes.subarray(27, 39)]
  const stretched = { N: 32_768, r: 8, p: 3, maxmem: 128 * 2 ** 20 }
  const key = scryptSync('correct horse battery staple', salt, 32, stretched)
  const opener = createDecipheriv('aes-256-gcm', key, nonce).setAuthTag(bytes.subarray(-16))
  const opened = Buffer.concat([opener.update(bytes.subarray(39, -16)), opener.final()])
  assert.match(gunzipSync(opened).toString(), /^\{"kind":/)
})

test('a backup whose target path is a folder fails and leaves no temporary file', async () => {
  const taken = place('taken-by-a-folder')
  await mkdir(taken)
  await assert.rejects(operatorOf(world)('backup', taken, ...passphrase()), { code: 'EISDIR' })
  assert(!(await readdir(folder)).some((name) => name.endsWith('.new')))
})

test('a backup restored on another server passes every check, has every row, and the server runs on', async () => {
  const connectionString = await newDatabase('restored')
  const dataFolder = place('restored')
  const { code, output } = await restore(connectionString, dataFolder)
  assert.equal(code, 0, output)
  assert.match(output, /ledger: everything is right/)
  assert.match(output, /fills \([1-9]\d* fills\): everything is right/)

  // These differ: the journal note of the backup or restore with its seal, transaction numbers, the checkpoint by them, and the outbox.
  const apart = { journal: 'xid', migration: 'applied_at' }
  const tables = await readTables(world.connectionString, apart)
  const changed = differing(tables, await readTables(connectionString, apart))
  const allowed = new Set(['journal', 'seal', 'outbox', 'market_clock', 'ledger_checkpoint'])
  assert.deepEqual(
    changed.filter((name) => !allowed.has(name)),
    [],
  )
  assert.deepEqual(await schemaOf(connectionString), await schemaOf(world.connectionString))
  for (const path of ['secrets/pepper', 'secrets/market', 'secrets/hmac', 'uploads/ab/picture'])
    assert.deepEqual(await readFile(join(dataFolder, path)), await readFile(join(world.folder, path)), path)

  // The secrets created on the first start, and the restored ones.
  for (const secrets of [join(world.folder, 'secrets'), join(dataFolder, 'secrets')]) {
    assert.equal((await stat(secrets)).mode & 0o777, 0o700)
    assert.equal((await stat(join(secrets, 'pepper'))).mode & 0o777, 0o600)
  }
  const clock = openSteppedClock(world.clock.now())
  const server = await openServer({
    settings: readSettings({
      PORT: '0',
      DATA_DIR: dataFolder,
      DATABASE_URL: connectionString,
      MARKET_SEED: 'backup',
    }),
    log: openQuietLog(),
    version: '1.0.0',
    webFolder: undefined,
    clock,
  })
  try {
    const alice = openPerson(server.url)
    alice.token = (
      await alice.call(calls.account.login, { username: 'alice@example.org', password: seedPassword })
    ).token
    const before = (await alice.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })).total
    assert(before > 0)
    const share = { stockCode: 'MSFT', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }
    assert.equal((await alice.askWire(calls.trading.createStock, share)).envelope.code, 200)
    for (let ticks = 0; ticks < 3; ticks += 1) {
      clock.set(server.dependencies.source.feed.nextTick(clock.now()))
      await server.step()
    }
    await server.jobs.runAll(clock.now())
    assert.equal(server.dependencies.ledger.isConsistent, true, 'its first check finds the books right')
    assert((await alice.call(calls.trading.positions, { pageNum: 1, pageSize: 50 })).total > before)
    // New journals are sealed after the restored ones, because the restore advances the transaction counter.
    assert.deepEqual(await findingsOf(server.dependencies.store.db, server.dependencies.source, clock.now()), [])
  } finally {
    await server.close()
  }
})

test('a restore refuses a data folder or a database that is not empty', async () => {
  const { code, output } = await restore(await newDatabase('taken'), place('restored'))
  assert.deepEqual([code, /already contains secrets/.test(output)], [1, true], output)
  const connectionString = await newDatabase('occupied')
  const { pool } = connect(connectionString, 1)
  await pool.query('create table existing (id int)')
  await pool.end()
  const occupied = await restore(connectionString, place('occupied'))
  assert.deepEqual([occupied.code, /is not empty/.test(occupied.output)], [1, true], occupied.output)
  assert.deepEqual(await readdir(place('occupied')), [])
})

const damaged: readonly (readonly [string, (bytes: Buffer) => Buffer])[] = [
  ['is not a backup', () => Buffer.from('something else that is long enough to be read as a header')],
  ['cannot be decrypted', (bytes) => bytes.with(bytes.length >> 1, (bytes[bytes.length >> 1] ?? 0) ^ 1) as Buffer],
  ['cannot be decrypted', (bytes) => bytes.with(bytes.length - 1, (bytes.at(-1) ?? 0) ^ 1) as Buffer],
  ['cannot be decrypted', (bytes) => bytes.subarray(0, bytes.length - 100)],
]
for (const [index, [why, damage]] of damaged.entries())
  test(`restoring a damaged file leaves nothing behind: ${why}, ${index}`, async () => {
    const path = join(folder, `damaged-${index}`)
    await writeFile(path, damage(await readFile(file())))
    const connectionString = await newDatabase(`damaged_${index}`)
    const { code, output } = await restore(connectionString, place(`damaged-data-${index}`), path)
    assert.deepEqual([code, output.includes(why)], [1, true], output)
    assert.equal(await tableCount(connectionString), 0, 'the database stays empty')
    assert.deepEqual(await readdir(place(`damaged-data-${index}`)), [])
  })

test('a restore succeeds where an earlier restore failed', async () => {
  const connectionString = await newDatabase('second')
  const truncated = join(folder, 'truncated')
  await writeFile(truncated, (await readFile(file())).subarray(0, -100))
  assert.equal((await restore(connectionString, place('second'), truncated)).code, 1)
  const { code, output } = await restore(connectionString, place('second'))
  assert.equal(code, 0, output)
})

test('a restore with a wrong passphrase fails and leaves the database empty', async () => {
  const connectionString = await newDatabase('locked')
  const { code, output } = await restore(connectionString, place('locked'), file(), 'wrong')
  assert.deepEqual([code, /passphrase is wrong/.test(output)], [1, true], output)
  assert.equal(await tableCount(connectionString), 0)
})
