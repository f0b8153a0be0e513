import assert from 'node:assert/strict'
import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { freePort, openTestDatabase, sql, until, type TestDatabase } from '@mex/server/testing.ts'
import { findHaproxy, howToInstall, openBalancer, type Balancer } from '@mex/world/balancer.ts'
import { expectAcknowledged, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { openNewerProgram, type NewerProgram } from './newer-program.ts'
import { openFolder, runProgram, startProgram, type Program } from './server-process.ts'
import { isReady } from './waiting.ts'

/**
 * Three servers behind HAProxy become those of a newer version, one after the other, while people trade. Nobody moves their calls: the balancer
 * reads at /readyz that a server drains.
 */

const people = 9
const insufficientBalance = 1300
const servesSeconds = 120

type Place = { readonly folder: string; readonly port: number; readonly url: string; program: Program }

const haproxy = await findHaproxy()
const skip = haproxy === undefined ? howToInstall : false

let database: TestDatabase
let newer: NewerProgram
let places: readonly Place[] = []
let balancer: Balancer
let load: Load

const start = (folder: string, port: number, file: string): Program =>
  startProgram(folder, [file], {
    DATABASE_URL: database.connectionString,
    CLUSTER: 'on',
    DRAIN_SECONDS: '2',
    PORT: String(port),
  })

async function serves({ url, program }: Place): Promise<void> {
  await until(
    () => `it serves:\n${program.output().slice(-2000)}`,
    async () => program.isOver() || isReady(url),
    servesSeconds,
  )
  assert(!program.isOver(), program.output().slice(-2000))
}

async function openPlace(): Promise<void> {
  const folder = await openFolder()
  const [first] = places
  if (first !== undefined) await cp(join(first.folder, 'secrets'), join(folder, 'secrets'), { recursive: true })
  const port = await freePort()
  const place = { folder, port, url: `http://127.0.0.1:${port}`, program: start(folder, port, 'server/main.ts') }
  places = [...places, place]
  await serves(place)
}

before(async () => {
  if (haproxy === undefined) return
  database = await openTestDatabase()
  newer = await openNewerProgram()
  for (let count = 0; count < 3; count += 1) await openPlace()
  const [first] = places
  assert(first !== undefined)
  balancer = await openBalancer({
    program: haproxy,
    folder: first.folder,
    port: await freePort(),
    servers: places.map(({ url }) => url),
  })
  load = await openLoad(balancer.url, people)
})
after(async () => {
  if (haproxy === undefined) return
  await balancer.close()
  for (const { program, folder } of places) {
    await program.end('SIGTERM')
    await rm(folder, { recursive: true, force: true })
  }
  await newer.remove()
  await database[Symbol.asyncDispose]()
})

test('a rolling upgrade with a migration behind HAProxy refuses no order', { skip }, async (context) => {
  const running = load.run()
  await rest(2000)
  for (const place of places) {
    assert.equal(await place.program.end('SIGTERM'), 0)
    place.program = start(place.folder, place.port, newer.server)
    await serves(place)
    // The balancer looks twice a second.
    await rest(1500)
  }
  assert(places.some(({ program }) => /Database brought up to date: 9999-later/.test(program.output())))
  load.stop()
  await running
  const outcomes = Map.groupBy(load.commands, ({ outcome }) =>
    outcome?.kind === 'refused' ? `refused with ${outcome.code}` : (outcome?.kind ?? 'unknown'),
  )
  context.diagnostic(`commands: ${[...outcomes].map(([kind, all]) => `${all.length} ${kind}`).join(', ')}`)
  // By then some people have spent what they had.
  outcomes.delete(`refused with ${insufficientBalance}`)
  assert.deepEqual([...outcomes.keys()], ['done'])
  await expectAcknowledged(load)
  await expectFills(load)
  const { rows } = await sql<{ colour: string }>`select distinct colour from trade_order`.execute(database.db)
  assert.deepEqual(rows, [{ colour: 'green' }])
})

test('the books and all fills are right after it', { skip }, async () => {
  const [place] = places
  assert(place !== undefined)
  await rest(6000)
  for (const what of ['ledger', 'fills', 'ipo']) {
    const variables = { DATABASE_URL: database.connectionString }
    const { code, output } = await runProgram(place.folder, [newer.ops, 'verify', what], variables)
    assert.equal(code, 0, output)
  }
})
