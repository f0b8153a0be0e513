import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { until } from '@mex/server/testing.ts'
import { expectAcknowledged, expectFills, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { clear, openFolder, postgresPid, startServer, type ServerProcess } from './server-process.ts'
import { isReady } from './waiting.ts'

const kills = Number(process.env['CHAOS_KILLS'] ?? 3)
const people = 12
const backSeconds = 30

let folder: string
let server: ServerProcess
let load: Load

before(async () => {
  folder = await openFolder()
  server = await startServer(folder)
  load = await openLoad(server.url, people)
})
after(() => clear(server, folder))

for (let kill = 1; kill <= kills; kill += 1) {
  test(`kill -9 of the database under load loses no acknowledged command (${kill} of ${kills})`, async () => {
    const database = await postgresPid(folder)
    const running = load.run()
    await rest(700 + 137 * kill)
    process.kill(database, 'SIGKILL')
    await rest(500)
    load.stop()
    await running
    await until(
      () => `the database is back:\n${server.output()}`,
      () => isReady(server.url),
      backSeconds,
    )
    assert.notEqual(await postgresPid(folder), database)
    await load.settle()
    await expectAcknowledged(load)
    await expectFills(load)
  })
}

test('the ledger and all fills are right after the kills of the database', () => expectBalancedLedger(folder))
