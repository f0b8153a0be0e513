import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { test } from 'node:test'
import { endOwner } from '#db/ownership-testing.ts'
import { takeOwnership, type Ownership } from '#db/ownership.ts'
import { openTestDatabase } from '#db/testing.ts'
import { until } from '#waiting-testing.ts'
import { openLog } from './log.ts'
import { openServer, readSettings } from './server.ts'

type Line = { readonly level: number; readonly msg: string; readonly err?: { readonly type?: string } }

test('a server that another process has replaced says so once, stops, and then tells its process to end', async () => {
  await using database = await openTestDatabase()
  const folder = await mkdtemp(join(tmpdir(), 'mex-replaced-'))
  const lines: Line[] = []
  const destination = new Writable({
    write: (chunk, _, next) => (lines.push(JSON.parse(String(chunk)) as Line), next()),
  })
  const ends: boolean[] = []
  const server = await openServer({
    settings: readSettings({
      PORT: '0',
      DATA_DIR: folder,
      DATABASE_URL: database.workerString,
      DATABASE_OWNER_URL: database.connectionString,
      MARKET_SEED: 'replaced',
      LOOK_AHEAD: 'off',
    }),
    version: '1.0.0',
    webFolder: undefined,
    log: openLog('info', destination),
    onGivenUp: () => void ends.push(server.http.server.listening),
  })
  const before = lines.length
  let next: Ownership | undefined
  try {
    // The server looks after its session twice a second, and may be faster.
    while (next === undefined) {
      await endOwner(database.db)
      next = await takeOwnership({ connectionString: database.workerString, log: () => undefined }).catch(
        () => undefined,
      )
    }
    await next.begin()
    await until('it refuses connections', () =>
      fetch(`${server.url}/healthz`).then(
        () => false,
        () => true,
      ),
    )
    await until('its process is told to end', () => ends.length > 0)
  } finally {
    await server.close()
    await next?.release()
    await rm(folder, { recursive: true, force: true })
  }
  assert.deepEqual(ends, [false], 'once, when it does not listen any more')
  const said = lines.slice(before)
  assert.deepEqual(
    said.filter(({ level }) => level > 50).map(({ level, msg }) => [level, msg]),
    [[60, 'Another process has taken over this data: stopping']],
  )
  assert.deepEqual(
    said.filter(({ err }) => err?.type === 'LostOwnership'),
    [],
  )
})
