import assert from 'node:assert/strict'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { calls } from '@mex/contract/calls.ts'
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
  /** The market's seed: the same seed and instant make the same prices. */
  readonly seed?: string
  /** Epoch milliseconds at which the market clock stands at first. */
  readonly start?: number
  /** Further settings, by environment variable. */
  readonly settings?: Readonly<Record<string, string>>
  /** Allowances per minute; without it nobody is counted. */
  readonly allowances?: Parameters<typeof openServer>[0]['allowances']
  /** What a network may use up in a day; without it there is no limit. */
  readonly quotaLimits?: Parameters<typeof openServer>[0]['quotaLimits']
  /** Which jobs run when the clock is moved; every one unless said otherwise. */
  readonly jobs?: DrivenJobs
  /** Where the server writes its log; without it errors alone are written. */
  readonly log?: Parameters<typeof openServer>[0]['log']
}

/** A whole market in one process: the real server on a database of its own, with a clock that is moved by hand. */
export type World = AsyncDisposable &
  Driving & {
    readonly server: Server
    readonly url: string
    readonly clock: SteppedClock
    /** Of its database. */
    readonly connectionString: string
    /** Its DATA_DIR. */
    readonly folder: string
    /** Somebody who has opened a guest account. */
    person(this: void, language?: Language): Promise<Person>
    /** Somebody without an account. */
    stranger(this: void, language?: Language): Person
    /** What is wrong with the books and the fills, as sentences. */
    findings(this: void): Promise<string[]>
    /** Expects that every cent adds up and every fill can be recomputed. */
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
 * Opens a world on a clone of the test database or, where there is none, on a PostgreSQL of its own in a temporary
 * folder. Nothing of it is left when it is disposed of.
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
  const findings = (): Promise<string[]> => findingsOf(server.parts.store.db, server.parts.source, clock.now())
  return {
    ...drive(server, clock, options.jobs),
    server,
    url: server.url,
    clock,
    connectionString: database?.connectionString ?? '',
    folder,
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
