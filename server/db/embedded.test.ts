import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import pg from 'pg'
import { openEmbedded, type EmbeddedServer } from './embedded.ts'

const log = (): void => undefined
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'mex-embedded-'))
  // As root, the server runs as another user, who needs access to the folder.
  await chmod(folder, 0o755)
})
after(() => rm(folder, { recursive: true, force: true }))

const pidFile = (): string => join(folder, 'database', 'postmaster.pid')

async function answers({ connectionString }: EmbeddedServer): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  assert.deepEqual((await client.query('select 1 as one')).rows, [{ one: 1 }])
  await client.end()
}

test('adopts a running server of an earlier process, and restarts a killed one', async () => {
  const first = await openEmbedded(folder, log)
  await answers(first)
  const second = await openEmbedded(folder, log)
  assert.deepEqual([first.adopted, second.adopted], [false, true])
  const text = await readFile(pidFile(), 'utf8')
  process.kill(Number(text.split('\n')[0]), 'SIGKILL')
  while (await second.alive()) await rest(20)
  // Its pid file now names a process of the test, as can happen after a reboot.
  await writeFile(pidFile(), text.replace(/^\d+/, String(process.pid)))
  const third = await openEmbedded(folder, log)
  assert.equal(third.adopted, false)
  await answers(third)
  await third.stop()
  assert.equal(await third.alive(), false)
})
