import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@mex/contract/areas.ts'
import type { Language } from '@mex/contract/language.ts'
import { openServer, readSettings } from '@mex/server'
import {
  findingsOf,
  openQuietLog,
  openSteppedClock,
  openTestDatabase,
  type Server,
  type SteppedClock,
  type TestDatabase,
} from '@mex/server/testing.ts'
import { drive, type DrivenJobs, type Driving } from './driving.ts'
import { openPerson, type Person } from './person.ts'

/** A Friday inside the trading hours of New York, Mexico City and the currencies. */
export const worldStart = Date.UTC(2026, 10, 20, 16)

export type WorldOptions = {
  /** The market's seed: the same seed and instant give the same prices. */
  readonly seed?: string
  /** Start of the market clock, epoch milliseconds. */
  readonly start?: number
  /** Further settings, by environment variable. */
  readonly settings?: Readonly<Record<string, string>>
  /** Rate limits; default: none. */
  readonly allowances?: Parameters<typeof openServer>[0]['allowances']
  /** Daily quotas of a network; default: none. */
  readonly quotaLimits?: Parameters<typeof openServer>[0]['quotaLimits']
  /** The jobs that run when the clock is moved; default: every job. */
  readonly jobs?: DrivenJobs
  /** The log of the server; default: errors only. */
  readonly log?: Parameters<typeof openServer>[0]['log']
}

/** A whole market in one process: the real server on its own database, with a stepped clock. */
export type World = AsyncDisposable &
  Driving & {
    readonly server: Server
    readonly url: string
    readonly clock: SteppedClock
    /** The connection string of its database. */
    readonly connectionString: string
    /** Its DATA_DIR. */
    readonly folder: string
    /** What its market was opened from. */
    readonly settings: ReturnType<typeof readSettings>
    /** A client with a new guest account. */
    person(this: void, language?: Language): Promise<Person>
    /** A client without a session. */
    stranger(this: void, language?: Language): Person
    /** The errors in the ledger and the fills, as sentences. */
    findings(this: void): Promise<string[]>
    /** Asserts that the ledger is right and every fill can be recomputed. */
    verify(this: void): Promise<void>
  }

const plenty = { perMinute: 1_000_000 }
const uncounted = { read: plenty, history: plenty, money: plenty, authentication: plenty, code: plenty, upload: plenty }

const unlimited = { guests: () => Infinity, upload_bytes: () => Infinity }

type Place = { readonly database: TestDatabase | undefined; readonly folder: string }

async function openPlace(): Promise<Place> {
  const database = process.env['TEST_DATABASE_URL'] === undefined ? undefined : await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mex-world-'))
  // The database server may run as another user.
  await chmod(folder, 0o755)
  return { database, folder }
}

/**
 * Opens a world on a clone of the test database or, without a test database, on its own PostgreSQL in a temporary
 * folder. Disposal removes all its data.
 */
export async function openWorld(options: WorldOptions = {}): Promise<World> {
  const { database, folder } = await openPlace()
  const clock = openSteppedClock(options.start ?? worldStart)
  const clear = async (): Promise<void> => {
    await database?.[Symbol.asyncDispose]()
    await rm(folder, { recursive: true, force: true })
  }
  const settings = readSettings({
    PORT: '0',
    DATA_DIR: folder,
    MARKET_SEED: options.seed ?? 'world',
    LOOK_AHEAD: 'off',
    ...(database === undefined
      ? {}
      : { DATABASE_URL: database.workerString, DATABASE_OWNER_URL: database.connectionString }),
    ...options.settings,
  })
  const server = await openServer({
    settings,
    version: '1.0.0',
    webFolder: undefined,
    clock,
    log: options.log ?? openQuietLog(),
    allowances: options.allowances ?? { person: uncounted, network: uncounted },
    quotaLimits: options.quotaLimits ?? unlimited,
  }).catch(async (error: unknown) => {
    await clear()
    throw error
  })
  const findings = (): Promise<string[]> =>
    findingsOf(server.dependencies.store.db, server.dependencies.source, clock.now())
  return {
    ...drive(server, clock, options.jobs),
    server,
    url: server.url,
    clock,
    connectionString: database?.connectionString ?? '',
    folder,
    settings,
    stranger: (language) => openPerson(server.url, language),
    async person(language = 'en') {
      const person = openPerson(server.url, language)
      person.token = (await person.call(calls.account.guest, { language })).token
      return person
    },
    findings,
    verify: async () => assert.deepEqual(await findings(), []),
    [Symbol.asyncDispose]: async () => {
      await server.close()
      await clear()
    },
  }
}
