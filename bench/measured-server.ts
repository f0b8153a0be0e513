import { randomInt, randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerOptions } from '@mex/server'
import { stopOnSignal } from '@mex/server/stop-signals.ts'
import { connect, openTestDatabase, openTestPostgres } from '@mex/server/testing.ts'
import type { Usage } from './answering.ts'
import { startChild, type Child } from './child.ts'

export type ServerArgument = {
  readonly databaseUrl: string
  readonly dataFolder: string
  readonly laneLimits?: ServerOptions['laneLimits'] | undefined
  readonly webFolder?: string | undefined
  /** Whether it serves beside other servers of the database. */
  readonly isMember?: boolean | undefined
}

/** Fields of an order for one share. A limit buy at `restingPrice` is not filled. */
export type Ticket = {
  readonly stockCode: string
  readonly market: string
  readonly classify: string
  readonly restingPrice: string
  readonly leverage: number
}

export type MeasuredServer = Child & Pick<ServerArgument, 'databaseUrl' | 'dataFolder'> & { readonly port: number }

/** A PostgreSQL with default settings (fsync on) for the servers of one measurement, in a temporary folder. */
export type Ground = AsyncDisposable & {
  readonly folder: string
  /** Processor time of a server and of all PostgreSQL processes so far; undefined on systems without `/proc`. */
  processorSeconds(server: Child): Promise<number | undefined>
  /** The same of the database alone. */
  databaseSeconds(): Promise<number | undefined>
  /** The same of each process that works for one database, as long as it is there. */
  databaseUse(databaseUrl: string): Promise<DatabaseUse>
  /** A database without tables, which its first server makes. */
  emptyDatabase(): Promise<string>
  /** `project` is the folder of the project whose server it is. */
  openServer(options?: Partial<ServerArgument>, project?: string): Promise<MeasuredServer>
}

export const root = join(import.meta.dirname, '..')

/** A temporary folder on the disk of the project, because the system's temporary folder may be in memory. */
export async function openFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  await mkdir(join(root, '.data'), { recursive: true })
  const path = await mkdtemp(join(root, '.data', 'bench-'))
  // When started by root, the database runs as another user, who needs access to the folder.
  await chmod(path, 0o755)
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true, force: true }) }
}

/** The unit of `/proc/PID/stat`: hundredths of a second on every Linux. */
const ticksPerSecond = 100

/** Hundredths of seconds: those of the process itself, and those of its children that have ended. */
type Ticks = { readonly parent: string; readonly own: number; readonly ended: number }

async function ticksOf(pid: string): Promise<Ticks | undefined> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  // The program name is in brackets and may contain spaces, so fields are counted after it.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
  const sum = (...places: readonly number[]): number =>
    places.reduce((total, place) => total + Number(fields[place]), 0)
  return { parent: fields[1] ?? '', own: sum(11, 12), ended: sum(13, 14) }
}

async function postmasterOf(folder: string): Promise<string> {
  return (await readFile(join(folder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0] ?? ''
}

/** The processes of PostgreSQL besides the first one. */
async function postgresProcesses(postmaster: string): Promise<ReadonlyMap<string, Ticks>> {
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(pids.map(async (pid) => [pid, await ticksOf(pid)] as const))
  return new Map(found.flatMap(([pid, ticks]) => (ticks?.parent === postmaster ? [[pid, ticks] as const] : [])))
}

/** Processor time of all PostgreSQL processes, including those that have exited. */
async function postgresSeconds(folder: string): Promise<number | undefined> {
  const postmaster = await postmasterOf(folder)
  const ended = (await ticksOf(postmaster))?.ended
  if (ended === undefined) return undefined
  const processes = [...(await postgresProcesses(postmaster)).values()]
  return processes.reduce((sum, { own }) => sum + own, ended) / ticksPerSecond
}

/** Processor time of each process that works for one database, or for all of them. */
export type DatabaseUse = ReadonlyMap<string, number>

async function databaseUse(folder: string, databaseUrl: string): Promise<DatabaseUse> {
  const name = new URL(databaseUrl).pathname.slice(1)
  const processes = [...(await postgresProcesses(await postmasterOf(folder)))]
  const counted = processes.map(async ([pid, { own }]) => {
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    const isOther = /\btest_\d+_\d+\b/.test(title) && !title.includes(` ${name} `)
    return isOther ? [] : [[pid, own / ticksPerSecond] as const]
  })
  return new Map((await Promise.all(counted)).flat())
}

/** What the processes that are there afterwards have used meanwhile. */
export const usedBetween = (before: DatabaseUse, after: DatabaseUse): number =>
  [...after].reduce((sum, [pid, seconds]) => sum + seconds - (before.get(pid) ?? 0), 0)

async function emptyDatabase(url: string): Promise<string> {
  const own = new URL(url)
  own.pathname = `/test_${process.pid}_${randomInt(2 ** 40)}`
  const { pool } = connect(url, 1)
  await pool.query(`create database ${own.pathname.slice(1)}`)
  await pool.end()
  return own.href
}

/** Enough for seven servers. */
const connectionsMost = 200

export async function openGround(): Promise<Ground> {
  const folder = await openFolder()
  const postgres = await openTestPostgres(join(folder.path, 'postgres'), () => undefined, {
    waitsForDisk: true,
    more: [`max_connections=${connectionsMost}`],
  })
  process.env['TEST_DATABASE_URL'] = postgres.url
  const children: Child[] = []
  const closeDatabase = async (): Promise<void> => {
    await postgres.stop()
    await folder[Symbol.asyncDispose]()
  }
  const ignoreSignals = stopOnSignal(closeDatabase, 130)

  return {
    folder: folder.path,
    async processorSeconds(server) {
      const [own, database] = [await server.ask<Usage>('usage'), await postgresSeconds(join(folder.path, 'postgres'))]
      return database === undefined ? undefined : own.cpuSeconds + database
    },
    databaseSeconds: () => postgresSeconds(join(folder.path, 'postgres')),
    databaseUse: (url) => databaseUse(join(folder.path, 'postgres'), url),
    emptyDatabase: () => emptyDatabase(postgres.url),
    async openServer(options = {}, project = root) {
      const given: ServerArgument = {
        databaseUrl: options.databaseUrl ?? (await openTestDatabase()).connectionString,
        dataFolder: join(folder.path, randomUUID()),
        ...options,
      }
      const child = await startChild('server.ts', given, project)
      children.push(child)
      const { databaseUrl, dataFolder } = given
      return { ...child, databaseUrl, dataFolder, port: await child.ask<number>('port') }
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) await child.stop()
      ignoreSignals()
      await closeDatabase()
    },
  }
}
