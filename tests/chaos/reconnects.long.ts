import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { openListener } from '@mex/world/listener.ts'
import { until } from '@mex/server/testing.ts'
import { openCrowd, type Crowd } from './crowd.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { openGuests, openPage } from './pages.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'

/** The pages of two thousand people lose their sockets at once, as behind a proxy that restarts, and connect again at once. */
const people = 400
const socketsEach = 5
const traders = 16
/** Some more stand still meanwhile, and read again later. */
const standing = 5
/** So long orders are measured before, and from the moment at which all sockets are lost. */
const windowMilliseconds = 30_000
/** How much slower the slowest hundredth of the orders may be. */
const slowerMost = 1.2

let folder: string
let server: ServerProcess
let load: Load
let crowd: Crowd
let slow: Awaited<ReturnType<typeof openPage>>[]
before(async () => {
  folder = await openFolder()
  server = await startServer(folder, ['server/main.ts'], { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' })
  load = await openLoad(server.url, traders)
  const guests = await openGuests(server.url, people + standing)
  crowd = openCrowd({ url: server.url, guests: guests.slice(0, people), socketsEach })
  slow = await Promise.all(guests.slice(people).map((guest) => openPage(server.url, guest, ['user', 'quote.US.AAPL'])))
})
after(async () => {
  await crowd[Symbol.asyncDispose]()
  await clear(server, folder)
})

/** The milliseconds that were less only for a hundredth of the commands that were sent in a window. */
function slowestHundredth(from: number): number {
  const took = load.commands
    .flatMap(({ answered }) => answered ?? [])
    .filter(({ sent }) => sent >= from && sent < from + windowMilliseconds)
    .map((answered) => answered.took)
    .toSorted((one, other) => one - other)
  assert(took.length > 500, `${took.length} commands`)
  return took[Math.floor(took.length * 0.99)] ?? Infinity
}

test('while two thousand sockets connect again, no order is refused or slow, and no event of an order is lost', async (context) => {
  context.diagnostic(`${people * socketsEach} sockets opened in ${Math.round(await crowd.reconnect())} ms`)
  const listeners = await Promise.all(load.people.map(({ token }) => openListener(server.url, token, ['user'])))
  const running = load.run()
  await rest(2000)
  const calm = performance.now()
  await rest(windowMilliseconds)
  const stormy = performance.now()
  for (const page of slow) page.pause()
  const reconnected = crowd.reconnect()
  await rest(windowMilliseconds / 2)
  for (const page of slow) page.resume()
  context.diagnostic(`and again in ${Math.round(await reconnected)} ms`)
  await rest(Math.max(0, stormy + windowMilliseconds - performance.now()))
  load.stop()
  await running
  await load.settle()
  await expectAcknowledged(load)
  await expectFills(load)
  for (const [writer, { frames }] of listeners.entries()) {
    const sent = load.commands.flatMap(({ writer: owner, call, outcome }) =>
      owner === writer && call.path === calls.trading.createStock.path && outcome?.kind === 'done' ? [outcome.id] : [],
    )
    assert(sent.length > 5, `${sent.length} orders of ${writer}`)
    const isTold = (id: number): boolean =>
      frames.some(({ type, data }) => type === 'order' && (data as { readonly id: number }).id === id)
    await until('every order is told', () => sent.every(isTold))
  }
  await until('everybody is told', async () => (await crowd.informed()) === people * socketsEach)
  await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()))
  const [before, meanwhile] = [slowestHundredth(calm), slowestHundredth(stormy)]
  context.diagnostic(`the slowest hundredth of the commands: ${before.toFixed(0)} ms, then ${meanwhile.toFixed(0)} ms`)
  assert(meanwhile <= before * slowerMost, `${meanwhile} ms, before ${before} ms`)
})

test('the ledger and all fills are right after the reconnects', () => expectBalancedLedger(folder))
