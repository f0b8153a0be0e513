import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'

/** A machine whose clock is set while people trade: server and database read it through a library that moves it (libfaketime). */
const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1'
const skip = existsSync(library) ? false : `install libfaketime: ${library} is missing`
const people = 8

let folder: string
let server: ServerProcess
let load: Load

/** Sets the clock of the machine: by so many seconds beside the true one. */
const setClock = (seconds: number): Promise<void> =>
  writeFile(join(folder, 'clock'), `${seconds < 0 ? '' : '+'}${seconds}`)

before(async () => {
  if (skip !== false) return
  folder = await openFolder()
  await setClock(0)
  server = await startServer(folder, ['server/main.ts'], {
    LD_PRELOAD: library,
    FAKETIME_TIMESTAMP_FILE: join(folder, 'clock'),
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  })
  load = await openLoad(server.url, people)
})
after(async () => {
  if (skip === false) await clear(server, folder)
})

/** The market clock, which everybody may ask. */
async function marketTime(): Promise<number> {
  const [person] = load.people
  assert(person !== undefined)
  return Number((await person.call(calls.market.clock, {})).now)
}

/** People send orders for this long; every order of the time is filled. */
async function trade(milliseconds: number): Promise<void> {
  const before = load.commands.length
  const running = load.run()
  await rest(milliseconds)
  load.stop()
  await running
  await load.settle()
  const done = load.commands.slice(before).filter(({ outcome }) => outcome?.kind === 'done')
  assert(done.length > people, `${done.length} commands were done`)
  await expectFills(load)
}

for (const seconds of [1800, -1800, 3 * 86_400, -3 * 86_400])
  test(`people trade on when the clock is set by ${seconds} seconds, and back`, { skip }, async () => {
    const began = await marketTime()
    const start = performance.now()
    await setClock(seconds)
    await rest(2000)
    await trade(3000)
    await setClock(0)
    await rest(2000)
    await trade(3000)
    const passed = (await marketTime()) - began
    const took = performance.now() - start
    assert(Math.abs(passed - took) < 2000, `the market clock went on by ${passed} ms in ${took} ms`)
    assert.match(server.output(), /The clock of this machine was set/)
    await expectAcknowledged(load)
  })

test('the ledger and all fills are right after the clock was set', { skip }, () => expectBalancedLedger(folder))
