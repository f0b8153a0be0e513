import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import type { Frame } from '@mex/contract/frames.ts'
import { quoteChannel, quoteChannelsMax } from '@mex/contract/push.ts'
import { present } from '@mex/core/assert.ts'
import { openPerson } from '@mex/world/person.ts'
import { until } from '@mex/server/testing.ts'
import { expectAcknowledged, expectFills } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import { keepOpening, openGuests, openPage, type Guest, type Page } from './pages.ts'
import { clear, openFolder, startServer, type ServerProcess } from './server-process.ts'

/**
 * Pages that stop reading, and a hundred that lose their sockets and connect again at once, while other people trade. Two thousand do so in
 * `reconnects.long.ts`.
 */
const people = 20
const socketsEach = 5
const traders = 4
/** Pages that read nothing any more, each with as many quotes as a page may have. */
const stuck = 4
/** The quotes come so many times as fast: what a page does not read fills the buffers of the system in seconds. */
const speed = 10
/** After a minute of silence the server would let go of any page. */
const droppedMilliseconds = 55_000
/** Buffers of the system are no memory of the server; for each page it holds less than a megabyte. */
const growthMegabytesMost = 200

let folder: string
let server: ServerProcess
let load: Load
let guests: readonly Guest[]
let quotes: readonly string[]
const opened: Page[] = []

async function noted(opening: Promise<Page>): Promise<Page> {
  const page = await opening
  opened.push(page)
  return page
}
before(async () => {
  folder = await openFolder()
  const settings = { TRUST_PROXY: '127.0.0.1', LOG_LEVEL: 'error', CLOCK_SPEED: String(speed) }
  server = await startServer(folder, ['server/main.ts'], settings)
  load = await openLoad(server.url, traders)
  guests = await openGuests(server.url, people + stuck)
  quotes = await manyQuotes()
})
after(async () => {
  load.stop()
  // A page that stands still would keep this process alive.
  for (const page of opened) page.close()
  await clear(server, folder)
})

/** The channels of as many shares as a page may listen to. */
async function manyQuotes(): Promise<string[]> {
  const channels: string[] = []
  for (let pageNum = 1; channels.length < quoteChannelsMax; pageNum += 1) {
    const { rows } = await openPerson(server.url).call(calls.market.stocks, { market: 'US', pageNum, pageSize: 50 })
    channels.push(...rows.map(({ code }) => quoteChannel('US', code)))
  }
  return channels.slice(0, quoteChannelsMax)
}

const megabytesOf = async ({ pid }: ServerProcess): Promise<number | undefined> => {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const kilobytes = /^VmRSS:\s+(\d+)/m.exec(status)?.[1]
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** The acknowledged orders of a trader. */
const ordersOf = (writer: number): readonly number[] =>
  load.commands.flatMap(({ writer: owner, call, outcome }) =>
    owner === writer && call.path === calls.trading.createStock.path && outcome?.kind === 'done' ? [outcome.id] : [],
  )

/** Waits until a page has been told of every order of its trader, and expects that no frame of theirs is missing. */
async function expectEveryEvent(page: Page, writer: number): Promise<void> {
  const sent = ordersOf(writer)
  assert(sent.length > 5, `${sent.length} orders of ${writer}`)
  const told = (): readonly Frame[] => page.frames('user')
  await until('every order is told', async () => {
    const orders = new Set(told().flatMap((frame) => (frame.type === 'order' ? [orderOf(frame)] : [])))
    return sent.every((id) => orders.has(id))
  })
  const sequences = told().map(({ sequence }) => sequence)
  assert.deepEqual(
    sequences,
    sequences.map((_, index) => index + 1),
  )
}

const orderOf = ({ data }: Frame): number => (data as { readonly id: number }).id

const openCrowd = (): Promise<Page[]> =>
  Promise.all(
    guests
      .slice(0, people)
      .flatMap((guest) =>
        Array.from({ length: socketsEach }, () => noted(keepOpening(server.url, guest, ['user', 'quote.US.AAPL']))),
      ),
  )

const socketsOpen = async (): Promise<number> => {
  const metrics = await (await fetch(new URL('/metrics', server.url))).text()
  return Number(/^push_clients\{kind="sockets"\} (\d+)$/m.exec(metrics)?.[1])
}

test('pages that read nothing are dropped while others trade, and nobody else misses an event of an order', async (context) => {
  const own = load.people.map(({ token }): Guest => ({ token: token ?? '', headers: {} }))
  const pages = await Promise.all(own.map((person) => noted(openPage(server.url, person, ['user']))))
  // A second page of the first trader, which stands still for some seconds.
  const resting = await noted(openPage(server.url, present(own[0], 'a trader'), ['user', ...quotes]))
  let crowd = await openCrowd()
  const slow = await Promise.all(
    guests.slice(people).map((guest) => noted(openPage(server.url, guest, ['user', ...quotes]))),
  )
  const before = await megabytesOf(server)
  for (const page of [...slow, resting]) page.pause()
  const paused = performance.now()
  const open = traders + 1 + crowd.length + stuck
  assert.equal(await socketsOpen(), open)
  const running = load.run()
  await rest(4000)
  resting.resume()
  for (const page of crowd) page.close()
  crowd = await openCrowd()
  // Their buffers are full some time, and ten seconds later the server lets go.
  await until('their sockets are closed', async () => (await socketsOpen()) <= open - stuck)
  const took = performance.now() - paused
  assert(took < droppedMilliseconds, `dropped after ${took} ms`)
  const grown = ((await megabytesOf(server)) ?? 0) - (before ?? 0)
  context.diagnostic(`the server has grown by ${grown.toFixed(0)} MB`)
  assert(grown < growthMegabytesMost, `${grown} MB`)
  load.stop()
  await running
  await load.settle()
  await expectAcknowledged(load)
  await expectFills(load)
  for (const [writer, page] of pages.entries()) await expectEveryEvent(page, writer)
  await expectEveryEvent(resting, 0)
  for (const page of slow) page.resume()
  await until('slow pages are told', () => slow.every(({ closed }) => closed() !== undefined))
  for (const page of [...pages, resting, ...crowd]) page.close()
})
