import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { connectTo, expectAcknowledged, expectNothingLost } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { openNewerProgram, type NewerProgram } from './newer-program.ts'
import { clear, openFolder, runOps, runProgram, startServer, tryServer, type ServerProcess } from './server-process.ts'

/** A newer version of the program, which is this one with another migration, takes over a server that people trade on. */
const people = 8

let folder: string
let newer: NewerProgram
let server: ServerProcess
let load: Load
before(async () => {
  folder = await openFolder()
  newer = await openNewerProgram()
  server = await startServer(folder)
  load = await openLoad(server.url, people)
})
after(async () => {
  await clear(server, folder)
  await newer.remove()
})

test('an upgrade with a migration while people trade loses no acknowledged command', async () => {
  const running = load.run()
  await rest(2000)
  const code = await server.end('SIGTERM')
  assert.equal(code, 0)
  server = await startServer(folder, [newer.server])
  assert.match(server.output(), /Database brought up to date: 9999-later/)
  load.moveTo(server.url)
  await rest(1500)
  await expectNothingLost(load, running)
  const { db, pool } = await connectTo(folder)
  const { rows } = await pool.query<{ colour: string }>('select distinct colour from trade_order')
  assert.deepEqual(rows, [{ colour: 'green' }])
  await db.destroy()
})

test('the older program opens no data of the newer one, neither to serve nor to check', async () => {
  assert.equal(await server.end('SIGTERM'), 0)
  const refused = /of a newer version of the program \(9999-later\.sql\)/
  const served = await tryServer(folder)
  assert.equal(served.code, 1)
  assert.match(served.output, refused)
  const checked = await runOps(folder, 'verify', 'ledger')
  assert.equal(checked.code, 3)
  assert.match(checked.output, refused)
})

test('the newer program goes on, and its books are right', async () => {
  server = await startServer(folder, [newer.server])
  load.moveTo(server.url)
  await expectAcknowledged(load)
  await rest(6000)
  const { code, output } = await runProgram(folder, [newer.ops, 'verify', 'ledger'])
  assert.equal(code, 0, output)
})
