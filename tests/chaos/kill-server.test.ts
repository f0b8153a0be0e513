import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { expectAcknowledged, expectFills, expectBalancedLedger } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { clear, openFolder, postgresPid, startServer, tryServer, type ServerProcess } from './server-process.ts'

/** CHAOS_KILLS=10 is the long run. */
const kills = Number(process.env['CHAOS_KILLS'] ?? 3)
const people = 12

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
  test(`kill -9 of the server under load loses no acknowledged command (${kill} of ${kills})`, async () => {
    const database = await postgresPid(folder)
    const running = load.run()
    // A different moment of the load each time.
    await rest(700 + 137 * kill)
    await server.end('SIGKILL')
    load.stop()
    await running
    assert.equal(await postgresPid(folder), database, 'the database server survives the kill')
    server = await startServer(folder)
    assert.match(server.output(), /Taking over the database server/)
    assert.equal(await postgresPid(folder), database, 'the new server reuses the running database server')
    load.moveTo(server.url)
    await load.settle()
    await expectAcknowledged(load)
    await expectFills(load)
  })
}

test('the ledger and all fills are right after the kills of the server', () => expectBalancedLedger(folder))

test('a second server on the same data folder ends with an explanation, and the first runs on', async () => {
  const { code, output } = await tryServer(folder)
  assert.equal(code, 1)
  assert.match(output, /Another process already serves this data/)
  await expectAcknowledged(load)
})
