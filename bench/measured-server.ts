import { randomUUID } from 'node:crypto'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { ServerOptions } from '@mex/server'
import { stopOnSignal } from '@mex/server/stop-signals.ts'
import { openTestDatabase, openTestPostgres } from '@mex/server/testing.ts'
import type { Usage } from './answering.ts'
import { startChild, type Child } from './child.ts'

export type ServerArgument = {
  readonly databaseUrl: string
  readonly dataFolder: string
  readonly laneLimits?: ServerOptions['laneLimits'] | undefined
  readonly webFolder?: string | undefined
}

/** Fields of an order for one share. A limit buy at `restingPrice` is not filled. */
export type Ticket = {
  readonly stockCode: string
  readonly market: string
  readonly classify: string
  readonly restingPrice: string
  readonly leverage: number
}

export type MeasuredServer = Child & { readonly port: number }

/** A PostgreSQL with default settings (fsync on) for the servers of one measurement, in a temporary folder. */
export type Ground = AsyncDisposable & {
  readonly folder: string
  /** Processor time of a server and of all PostgreSQL processes so far; undefined on systems without `/proc`. */
  processorSeconds(server: Child): Promise<number | undefined>
  /** The same of the database alone. */
  databaseSeconds(): Promise<number | undefined>
  openServer(options?: Partial<ServerArgument>, nodeArguments?: readonly string[]): Promise<MeasuredServer>
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

/** Processor time of all PostgreSQL processes, including those that have exited. */
async function postgresSeconds(folder: string): Promise<number | undefined> {
  const postmaster = (await readFile(join(folder, 'database', 'postmaster.pid'), 'utf8')).split('\n')[0]
  const entries = await readdir('/proc').catch(() => [])
  let ticks: number | undefined
  for (const entry of entries.filter((name) => /^\d+$/.test(name))) {
    const text = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '')
    // The program name is in brackets and may contain spaces, so fields are counted after it.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const [own, ended] = [
      [fields[11], fields[12]],
      [fields[13], fields[14]],
    ]
    const counted = fields[1] === postmaster ? own : entry === postmaster ? ended : []
    for (const count of counted) ticks = (ticks ?? 0) + Number(count)
  }
  return ticks === undefined ? undefined : ticks / ticksPerSecond
}

export async function openGround(): Promise<Ground> {
  const folder = await openFolder()
  const postgres = await openTestPostgres(join(folder.path, 'postgres'), () => undefined, { waitsForDisk: true })
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
    async openServer(options = {}, nodeArguments = []) {
      const given: ServerArgument = {
        databaseUrl: options.databaseUrl ?? (await openTestDatabase()).connectionString,
        dataFolder: join(folder.path, randomUUID()),
        ...options,
      }
      const child = await startChild('server.ts', given, nodeArguments)
      children.push(child)
      return { ...child, port: await child.ask<number>('port') }
    },
    async [Symbol.asyncDispose]() {
      for (const child of children) await child.stop()
      ignoreSignals()
      await closeDatabase()
    },
  }
}
