import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
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

async function untilReady(): Promise<void> {
  const latest = performance.now() + backSeconds * 1000
  while (!(await isReady(server.url))) {
    assert(performance.now() < latest, `the database did not restart:\n${server.output()}`)
    await rest(50)
  }
}

for (let kill = 1; kill <= kills; kill += 1) {
  test(`kill -9 of the database under load loses no acknowledged command (${kill} of ${kills})`, async () => {
    const database = await postgresPid(folder)
    const running = load.run()
    await rest(700 + 137 * kill)
    process.kill(database, 'SIGKILL')
    await rest(500)
    load.stop()
    await running
    await untilReady()
    assert.notEqual(await postgresPid(folder), database)
    await load.settle()
    await expectAcknowledged(load)
    await expectFills(load)
  })
}

test('the ledger and all fills are right after the kills of the database', () => expectBalancedLedger(folder))
