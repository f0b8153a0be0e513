import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { appendFileSync, existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { chown } from 'node:fs/promises'
import { join } from 'node:path'
import { connect, freePort, sql, until } from '@mex/server/testing.ts'
import { openFolder } from './server-process.ts'

/** A PostgreSQL and its standby, of the binaries that Debian installs: those of the product cannot copy a running server. */

const found = globSync('/usr/lib/postgresql/*/bin').find((folder) => existsSync(join(folder, 'pg_basebackup')))
export const missingPostgres = found === undefined ? 'install postgresql, whose pg_basebackup makes a standby' : false

const settings = [
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'max_connections=120',
  'wal_keep_size=512MB',
  'synchronous_commit=on',
  // The test asks for nothing that outlives the machine.
  'fsync=off',
]

/** One server of the database. */
export type DatabaseServer = {
  readonly port: number
  /** Its address for the owner, without any way between. */
  readonly url: string
  start(this: void): Promise<void>
  /** Stops all its processes at once, as a lost machine does. */
  kill(this: void): Promise<void>
  stop(this: void): Promise<void>
  /** The standby takes over: returns when it takes writes. */
  promote(this: void): Promise<void>
  /** A new standby of this server, which follows it. */
  openStandby(this: void): Promise<DatabaseServer>
  /** From now on each commit waits for a standby, or for none. */
  waitForStandby(this: void, waits: boolean): Promise<void>
}

/** The database server refuses to run as root: it then runs as the user of the package. */
function owner(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const line = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((row) => row.split(':'))
    .find(([name]) => name === 'postgres')
  assert(line !== undefined, 'the package of PostgreSQL makes the user "postgres"')
  return { uid: Number(line[2]), gid: Number(line[3]) }
}

function spawnProgram(program: string, args: readonly string[], log: string): ChildProcess {
  const child = spawn(join(found ?? '', program), args, {
    ...owner(),
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => appendFileSync(log, chunk))
  return child
}

const endOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode === null && child.signalCode === null
    ? new Promise((done) => child.once('exit', done))
    : Promise.resolve(child.exitCode)

const tail = (log: string): string => readFileSync(log, 'utf8').slice(-2000)

async function run(program: string, args: readonly string[], log: string): Promise<void> {
  const code = await endOf(spawnProgram(program, args, log))
  if (code !== 0) assert.fail(`${program}: ${tail(log)}`)
}

/** Waits until a server answers, and answers so. */
const untilAnswers = (url: string, statement: string, answer: boolean): Promise<boolean> =>
  until(`${statement} is ${answer}`, async () => {
    const { db } = connect(url, 1)
    const row = await sql<{ is: boolean }>`${sql.raw(statement)}`.execute(db).then(
      ({ rows }) => rows[0],
      () => undefined,
    )
    await db.destroy()
    return row?.is === answer
  })

async function tell(url: string, ...statements: readonly string[]): Promise<void> {
  const { db } = connect(url, 1)
  for (const statement of statements) await sql.raw(statement).execute(db)
  await db.destroy()
}

const replicates = `select exists(select from pg_stat_replication where sync_state in ('sync', 'quorum')) as is`
const standsBy = 'select pg_is_in_recovery() as is'

function serverIn(folder: string, port: number): DatabaseServer {
  const data = join(folder, 'data')
  const log = join(folder, 'server.log')
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  let child: ChildProcess | undefined
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child === undefined) return
    child.kill(signal)
    await endOf(child)
    child = undefined
  }
  return {
    port,
    url,
    async start() {
      child = spawnProgram(
        'postgres',
        ['-D', data, '-p', String(port), ...settings.flatMap((setting) => ['-c', setting])],
        log,
      )
      await Promise.race([
        untilAnswers(url, 'select true as is', true),
        endOf(child).then(() => assert.fail(tail(log))),
      ])
    },
    kill: () => end('SIGKILL'),
    stop: () => end('SIGINT'),
    async promote() {
      await tell(url, 'select pg_promote(true)')
      await untilAnswers(url, standsBy, false)
    },
    async waitForStandby(waits) {
      await tell(
        url,
        `alter system set synchronous_standby_names = '${waits ? 'any 1 (*)' : ''}'`,
        'select pg_reload_conf()',
      )
      if (waits) await untilAnswers(url, replicates, true)
    },
    async openStandby() {
      const own = await openServerFolder()
      const from = ['-h', '127.0.0.1', '-p', String(port), '-U', 'postgres']
      await run(
        'pg_basebackup',
        ['-D', join(own, 'data'), ...from, '-R', '-X', 'stream', '-c', 'fast'],
        join(own, 'server.log'),
      )
      const standby = serverIn(own, await freePort())
      await standby.start()
      // Otherwise nobody would take its commits once it has taken over: it has no standby of its own.
      await tell(standby.url, `alter system set synchronous_standby_names = ''`, 'select pg_reload_conf()')
      return standby
    },
  }
}

const folders: string[] = []

async function openServerFolder(): Promise<string> {
  const folder = await openFolder()
  folders.push(folder)
  const user = owner()
  if (user !== undefined) await chown(folder, user.uid, user.gid)
  return folder
}

/** A new database server, which all on this machine may use. */
export async function openPrimary(): Promise<DatabaseServer> {
  const folder = await openServerFolder()
  await run(
    'initdb',
    ['-D', join(folder, 'data'), '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--locale=C'],
    join(folder, 'server.log'),
  )
  const server = serverIn(folder, await freePort())
  await server.start()
  return server
}

export const removeDatabases = (): void => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
}
