import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { present } from '@mex/core/assert.ts'
import { freePort, openTestDatabase, type TestDatabase } from '@mex/server/testing.ts'
import { findHaproxy, howToInstall, openBalancer } from '@mex/world/balancer.ts'
import { openMemberServers } from '@mex/world/member-servers.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** A weekday morning before New York opens: shares trade in practice hours, futures and currencies in their own. */
const clockStart = process.env['CLOCK_START'] ?? '2026-11-20T11:00:00Z'

export type JourneyServer = {
  readonly url: string
  readonly database: TestDatabase
  /** Runs an operator command against this server and returns its output; rejects when the command fails. */
  ops(this: void, ...command: readonly string[]): Promise<string>
  close(this: void): Promise<void>
}

type Running = {
  readonly url: string
  /** Its DATA_DIR; of several servers that of the first. */
  readonly folder: string
  close(this: void): Promise<void>
}

type Environment = Readonly<Record<string, string | undefined>>

/** Security lines are logged at every level and would hide the other lines. */
function showLine(line: string): void {
  if (!line.includes('"security":')) console.error(line)
}

async function startOne(folder: string, settings: Environment): Promise<Running> {
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env: { ...settings, DATA_DIR: folder, PORT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  createInterface(server.stderr).on('line', showLine)
  const url = await new Promise<string>((done, fail) => {
    let output = ''
    server.stdout.on('data', (chunk) => {
      output += String(chunk)
      const found = /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0]
      if (found !== undefined) done(found)
    })
    server.on('exit', (code) => fail(new Error(`The server ended with ${code}:\n${output}`)))
  })
  return {
    url,
    folder,
    async close() {
      const ended = new Promise((done) => server.on('exit', done))
      server.kill('SIGTERM')
      await ended
    },
  }
}

/** Several servers of one database behind HAProxy: the page sees one address. */
async function startSeveral(
  count: number,
  folder: string,
  { DATABASE_URL: databaseUrl = '', ...settings }: Environment,
): Promise<Running> {
  const program = await findHaproxy()
  if (program === undefined) throw new Error(`SERVERS=${count} needs a balancer. ${howToInstall}`)
  const servers = openMemberServers({
    count,
    folder,
    databaseUrl,
    settings,
    onLine: (_, line) => void (line.startsWith('{') && showLine(line)),
  })
  await servers.opened
  const addresses = servers.members().map(({ url }) => url)
  const balancer = await openBalancer({ program, folder, port: await freePort(), servers: addresses })
  return {
    url: balancer.url,
    folder: present(servers.members()[0], 'the first server').folder,
    async close() {
      await servers.close()
      await balancer.close()
    },
  }
}

/** How many servers each journey has: with `SERVERS=3` three behind a balancer (docs/guide/growing.md). */
export const serverCount = Number(process.env['SERVERS'] ?? 1)

/** The time that servers may take to start, for a fixture. */
export const startMilliseconds = 60_000 * serverCount

/** Starts a server on a new database, with a fixed market seed and start time. */
export async function startServer(
  given: Readonly<Record<string, string>> = {},
  count = serverCount,
): Promise<JourneyServer> {
  const database = await openTestDatabase()
  const place = await mkdtemp(join(tmpdir(), 'mex-e2e-'))
  const settings = {
    ...process.env,
    DATABASE_URL: database.connectionString,
    // A market that anybody can draw says so in its practice mark: pictures show the mark of any other market.
    MARKET_SEED: process.env['LOOKS'] === undefined ? 'journeys' : '',
    // The servers of single journeys live for a minute or two.
    LOOK_AHEAD: 'off',
    CLOCK_START: clockStart,
    LOG_LEVEL: 'warn',
    WEB_PUSH_CONTACT: 'operator@example.org',
    ...given,
  }
  const { url, folder, close } = await (count === 1 ? startOne(place, settings) : startSeveral(count, place, settings))
  return {
    url,
    database,
    async ops(...command) {
      const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'server', 'ops.ts'), ...command], {
        env: { ...settings, DATA_DIR: folder },
      })
      return stdout
    },
    async close() {
      await close()
      await database[Symbol.asyncDispose]()
      await rm(place, { recursive: true, force: true })
    },
  }
}

/**
 * Starts the server that all journeys share, so that every run sees the same prices. With E2E_URL set, the journeys use
 * that server instead.
 */
export default async function openServer(): Promise<(() => Promise<void>) | undefined> {
  if (process.env['E2E_URL'] !== undefined) return undefined
  const { url, database, close } = await startServer({ LOOK_AHEAD: 'on' })
  process.env['E2E_URL'] = url
  process.env['E2E_DATABASE'] = database.connectionString
  // The first lists need the past of all their shares: the first journeys would wait for them together.
  await fetch(`${url}/m_ft/home_custom_list`)
  return close
}
