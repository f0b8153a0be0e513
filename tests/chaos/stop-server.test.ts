import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { present } from '@mex/core/assert.ts'
import { calls } from '@mex/contract/calls.ts'
import { newKey } from '@mex/world/person.ts'
import { expectEveryWish } from './evidence.ts'
import { openLoad, type Load } from './load.ts'
import {
  clear,
  isAlive,
  openFolder,
  postgresPid,
  startProgram,
  startServer,
  type Program,
  type ProgramName,
  type ServerProcess,
} from './server-process.ts'

const root = join(import.meta.dirname, '..', '..')
/** What `npm start` runs without building the page: the wrapper, and the server under it. */
let wrapper: ProgramName
let folder: string
let server: ServerProcess
let load: Load

/** A checkout with nothing to install or build: the wrapper of this one starts the server of this one. */
async function writeCheckout(checkout: string): Promise<void> {
  for (const part of ['tools', 'node_modules']) await mkdir(join(checkout, part), { recursive: true })
  await copyFile(join(root, 'tools', 'run.mjs'), join(checkout, 'tools', 'run.mjs'))
  const main = pathToFileURL(join(root, 'server', 'main.ts')).href
  await writeFile(join(checkout, 'tools', 'start.ts'), `await import(${JSON.stringify(main)})\n`)
  await writeFile(join(checkout, 'package-lock.json'), '{}')
  await writeFile(join(checkout, 'node_modules', '.installed'), createHash('sha256').update('{}').digest('hex'))
}

before(async () => {
  folder = await openFolder()
  await writeCheckout(join(folder, 'checkout'))
  wrapper = [join(folder, 'checkout', 'tools', 'run.mjs'), 'start']
  server = await startServer(folder, wrapper)
  load = await openLoad(server.url, 12)
})
after(() => clear(server, folder))

/** The same people on the server started again, once it is known that it did not have to take anything over. */
async function startAgain(): Promise<void> {
  server = await startServer(folder, wrapper)
  assert.doesNotMatch(server.said(), /Taking over/)
  load.moveTo(server.url)
}

for (const [signal, occasion] of [
  ['SIGINT', 'Ctrl+C in a terminal'],
  ['SIGTERM', 'a supervisor'],
  ['SIGHUP', 'a terminal that closes'],
] as const)
  test(`${occasion} (${signal} to the whole group) stops server and database, and loses no answer`, async () => {
    const database = await postgresPid(folder)
    const running = load.run()
    await rest(600)
    server.signal(signal, 'group')
    const code = await server.ended
    load.stop()
    await running
    assert.equal(code, 0, server.said())
    assert(!(await isAlive(database)), 'the database server has stopped')
    await startAgain()
    // Whoever got no answer sent it too late: nothing was done for them.
    await expectEveryWish(load)
    await load.settle()
    await expectEveryWish(load)
  })

test('a signal to the wrapper alone, as from kill, stops server and database', async () => {
  const database = await postgresPid(folder)
  server.signal('SIGTERM', 'process')
  assert.equal(await server.ended, 0)
  assert(!(await isAlive(database)), 'the database server has stopped')
  await startAgain()
})

/** How often a server is stopped while it opens: one that listens before its signal is sent has to stop as well. */
const openings = 5

test('a server that is stopped while it opens stops its database', async () => {
  assert.equal(await server.end('SIGTERM'), 0)
  let listened = true
  for (let count = 0; count < openings && listened; count += 1) {
    const opening = startProgram(folder, wrapper)
    // The database runs for some time before the server listens.
    const database = await runningPostgres(opening)
    listened = opening.said().includes('http://')
    opening.signal('SIGINT', 'group')
    assert.equal(await opening.ended, 0, opening.said())
    assert(!(await isAlive(database)), 'the database server has stopped')
  }
  assert(!listened, `the server listened before the signal ${openings} times`)
  await startAgain()
})

/** The process of the database server of a program, as soon as there is one. */
async function runningPostgres(program: Program): Promise<number> {
  for (;;) {
    assert(!program.isOver(), program.said())
    const pid = await postgresPid(folder).catch(() => undefined)
    if (pid !== undefined && (await isAlive(pid))) return pid
    await rest(5)
  }
}

type Connection = { readonly socket: Socket; readonly statusLine: Promise<string> }

/** A connection that stays open, and the first line of what comes back on it. */
async function openConnection(): Promise<Connection> {
  const { hostname, port } = new URL(server.url)
  const socket = connect(Number(port), hostname)
  await once(socket, 'connect')
  const statusLine = new Promise<string>((done) => {
    socket.once('data', (chunk: Buffer) => done(chunk.toString().split('\r\n')[0] ?? ''))
    socket.once('close', () => done('closed without an answer'))
  })
  socket.on('error', () => undefined)
  return { socket, statusLine }
}

const order = JSON.stringify({
  stockCode: 'AAPL',
  market: 'US',
  classify: 'UsStock',
  direction: 0,
  orderType: 0,
  quantity: '1',
  leverage: 2,
})

const orderRequest = (token: string): string =>
  [
    `POST ${calls.trading.createStock.path} HTTP/1.1`,
    `Host: ${new URL(server.url).host}`,
    'Content-Type: application/json',
    `Content-Length: ${order.length}`,
    `Authorization: ${token}`,
    `Idempotency-Key: ${newKey()}`,
    '',
    order,
  ].join('\r\n')

test('an order that has reached the server before the signal is answered', async () => {
  const connections = await Promise.all(load.people.map(openConnection))
  const written = load.people.map(({ token }, index) => {
    const { socket } = present(connections[index], 'a connection for each person')
    return new Promise<void>((done) => void socket.write(orderRequest(token ?? ''), () => done()))
  })
  await Promise.all(written)
  server.signal('SIGTERM', 'group')
  const answers = await Promise.all(connections.map(({ statusLine }) => statusLine))
  assert.deepEqual(new Set(answers), new Set(['HTTP/1.1 200 OK']))
  assert.equal(await server.ended, 0)
  await startAgain()
})

/** A request whose body never arrives holds up the stop. */
async function sendHalf(): Promise<Connection> {
  const connection = await openConnection()
  const half = orderRequest(load.people[0]?.token ?? '').slice(0, -20)
  await new Promise<void>((done) => void connection.socket.write(half, () => done()))
  return connection
}

test('a request that never arrives whole does not keep the server from stopping', async () => {
  const { statusLine } = await sendHalf()
  const database = await postgresPid(folder)
  server.signal('SIGTERM', 'group')
  assert.equal(await server.ended, 0)
  assert.equal(await statusLine, 'closed without an answer')
  assert(!(await isAlive(database)), 'the database server has stopped')
  await startAgain()
})

test('a second signal more than a second after the first ends the server at once', async () => {
  await sendHalf()
  const database = await postgresPid(folder)
  server.signal('SIGTERM', 'group')
  while (!server.said().includes('Stopping')) await rest(20)
  await rest(1500)
  server.signal('SIGTERM', 'group')
  assert.equal(await server.ended, 1)
  assert(await isAlive(database), 'there was no time to stop the database server')
})
