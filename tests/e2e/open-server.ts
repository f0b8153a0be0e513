import { execFile, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { openTestDatabase, type TestDatabase } from '@mex/server/testing.ts'

const root = resolve(import.meta.dirname, '..', '..')

/** A weekday morning before New York opens: shares trade in practice hours, futures and currencies in their own. */
const clockStart = '2026-11-20T11:00:00Z'

export type JourneyServer = {
  readonly url: string
  readonly database: TestDatabase
  /** Runs an operator command against this server and returns its output; rejects when the command fails. */
  ops(this: void, ...command: readonly string[]): Promise<string>
  close(this: void): Promise<void>
}

/** Starts a server on a new database, with a fixed market seed and start time. */
export async function startServer(settings: Readonly<Record<string, string>> = {}): Promise<JourneyServer> {
  const database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mex-e2e-'))
  const env = {
    ...process.env,
    PORT: '0',
    DATA_DIR: folder,
    DATABASE_URL: database.connectionString,
    MARKET_SEED: 'journeys',
    // The servers of single journeys live for a minute or two.
    LOOK_AHEAD: 'off',
    CLOCK_START: clockStart,
    LOG_LEVEL: 'warn',
    WEB_PUSH_CONTACT: 'operator@example.org',
    ...settings,
  }
  const server = spawn(process.execPath, [join(root, 'server', 'main.ts')], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Security lines are logged at every level and would hide the other lines.
  createInterface(server.stderr).on('line', (line) => {
    if (!line.includes('"security":')) console.error(line)
  })
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
    database,
    async ops(...command) {
      const { stdout } = await promisify(execFile)(process.execPath, [join(root, 'server', 'ops.ts'), ...command], {
        env,
      })
      return stdout
    },
    async close() {
      const ended = new Promise((done) => server.on('exit', done))
      server.kill('SIGTERM')
      await ended
      await database[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
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
