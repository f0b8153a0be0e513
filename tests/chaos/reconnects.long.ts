import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { pushPath } from '@mex/contract/push.ts'
import { openListener } from '@mex/world/listener.ts'
import { openPerson } from '@mex/world/person.ts'
import { expectAcknowledged, expectBalancedLedger, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'
import { until } from './waiting.ts'

/** The pages of two thousand people lose their sockets at once, as behind a proxy that restarts, and connect again at once. */
const people = 400
const socketsEach = 5
const traders = 8
const reconnectSeconds = 45

let folder: string
let server: ServerProcess
let load: Load
let guests: readonly Guest[]
before(async () => {
  folder = await openFolder()
  server = await startServer(folder, ['server/main.ts'], { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error' })
  load = await openLoad(server.url, traders)
  guests = await openGuests()
})
after(() => clear(server, folder))

/** Somebody in a network of their own. */
type Guest = { readonly token: string; readonly headers: Readonly<Record<string, string>> }

/** Ten at a time. */
async function openGuests(): Promise<Guest[]> {
  const found: Guest[] = []
  const openSome = async (worker: number): Promise<void> => {
    for (let number = worker; number < people; number += 10) {
      const headers = { 'x-forwarded-for': `100.${64 + (number >> 6)}.${number & 63}.1` }
      found.push({ token: (await openPerson(server.url).call(calls.account.guest, {}, { headers })).token, headers })
    }
  }
  await Promise.all(Array.from({ length: 10 }, (_, worker) => openSome(worker)))
  return found
}

type Socket = { readonly close: () => void; readonly hasQuote: () => boolean }

/** A socket of a page: signed in, and subscribed to its person and a quote. */
function openSocket({ token, headers }: Guest): Promise<Socket> {
  const address = new URL(pushPath, server.url)
  address.protocol = 'ws:'
  // The WebSocket of Node takes headers; the types are those of a browser, which takes none.
  const socket = new WebSocket(address, { headers } as unknown as string[])
  let hasQuote = false
  return new Promise((resolve, reject) => {
    socket.addEventListener('open', () => {
      socket.send(JSON.stringify({ op: 'auth', token, cid: 'auth' }))
      socket.send(JSON.stringify({ op: 'sub', ch: ['user', 'quote.US.AAPL'], cid: 'sub' }))
    })
    socket.addEventListener('error', () => reject(new Error('A socket did not open')))
    socket.addEventListener('close', ({ code }) => reject(new Error(`A socket was closed with ${code}`)))
    socket.addEventListener('message', ({ data }) => {
      const text = String(data)
      if (text.includes('"cid":"sub"')) resolve({ close: () => socket.close(), hasQuote: () => hasQuote })
      if (text.includes('"quote"')) hasQuote = true
    })
  })
}

let retries = 0
/** Like a page: one that is refused, because the server has not yet seen its last socket end, comes again. */
async function keepOpening(guest: Guest): Promise<Socket> {
  const latest = performance.now() + reconnectSeconds * 1000
  for (;;) {
    const socket = await openSocket(guest).catch((error: unknown) => {
      if (performance.now() > latest) throw error
      retries += 1
    })
    if (socket !== undefined) return socket
    await rest(500)
  }
}

const openSockets = (): Promise<Socket[]> =>
  Promise.all(guests.flatMap((guest) => Array.from({ length: socketsEach }, () => keepOpening(guest))))

/** The wall-clock milliseconds of `act`. */
async function timed<T>(act: () => Promise<T>): Promise<readonly [T, number]> {
  const begin = performance.now()
  return [await act(), performance.now() - begin]
}

test('while two thousand sockets connect again, no order is refused and no event of an order is lost', async (context) => {
  let [sockets, took] = await timed(openSockets)
  context.diagnostic(`${sockets.length} sockets opened in ${Math.round(took)} ms`)
  const listeners = await Promise.all(load.people.map(({ token }) => openListener(server.url, token, ['user'])))
  const running = load.run()
  await rest(2000)
  for (const socket of sockets) socket.close()
  ;[sockets, took] = await timed(openSockets)
  context.diagnostic(`and again in ${Math.round(took)} ms, ${retries} with a retry`)
  await rest(2000)
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
    await until(async () => sent.every(isTold))
  }
  await until(async () => sockets.every(({ hasQuote }) => hasQuote()))
  await Promise.all(listeners.map((listener) => listener[Symbol.asyncDispose]()))
  for (const socket of sockets) socket.close()
})

test('the ledger and all fills are right after the reconnects', () => expectBalancedLedger(folder))
