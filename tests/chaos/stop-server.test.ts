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
import { calls } from '@mex/contract/areas.ts'
import { newKey } from '@mex/world/person.ts'
import { expectAcknowledged } from './evidence.ts'
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
/** The wrapper that `npm start` runs, without building the page. */
let wrapper: ProgramName
let folder: string
let server: ServerProcess
let load: Load

/** Writes a checkout with nothing to install or build, whose wrapper starts the server of this tree. */
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

/** Restarts the server for the same users; proves that the previous stop left no database running. */
async function startAgain(): Promise<void> {
  server = await startServer(folder, wrapper)
  assert.doesNotMatch(server.output(), /Taking over/)
  load.moveTo(server.url)
}

for (const [signal, occasion] of [
  ['SIGINT', 'Ctrl+C in a terminal'],
  ['SIGTERM', 'a supervisor'],
  ['SIGHUP', 'a terminal that closes'],
] as const)
  test(`${occasion} (${signal} to the process group) stops server and database, and loses no answer`, async () => {
    const database = await postgresPid(folder)
    const running = load.run()
    await rest(600)
    server.signal(signal, 'group')
    const code = await server.ended
    load.stop()
    await running
    assert.equal(code, 0, server.output())
    assert(!(await isAlive(database)), 'the database server has stopped')
    await startAgain()
    // A command without an answer arrived after the signal and had no effect.
    await expectAcknowledged(load)
    await load.settle()
    await expectAcknowledged(load)
  })

test('a signal to the wrapper process alone stops server and database', async () => {
  const database = await postgresPid(folder)
  server.signal('SIGTERM', 'process')
  assert.equal(await server.ended, 0)
  assert(!(await isAlive(database)), 'the database server has stopped')
  await startAgain()
})

/** Attempts to stop a server before it listens. An attempt that is too late must still stop cleanly. */
const openings = 5

test('a server stopped during startup stops its database', async () => {
  assert.equal(await server.end('SIGTERM'), 0)
  let listened = true
  for (let count = 0; count < openings && listened; count += 1) {
    const opening = startProgram(folder, wrapper)
    // The database runs for some time before the server listens.
    const database = await runningPostgres(opening)
    listened = opening.output().includes('http://')
    opening.signal('SIGINT', 'group')
    assert.equal(await opening.ended, 0, opening.output())
    assert(!(await isAlive(database)), 'the database server has stopped')
  }
  assert(!listened, `the server listened before the signal ${openings} times`)
  await startAgain()
})

/** Waits until a program's database server runs; returns its process id. */
async function runningPostgres(program: Program): Promise<number> {
  for (;;) {
    assert(!program.isOver(), program.output())
    const pid = await postgresPid(folder).catch(() => undefined)
    if (pid !== undefined && (await isAlive(pid))) return pid
    await rest(5)
  }
}

type Connection = { readonly socket: Socket; readonly statusLine: Promise<string> }

/** An open connection, and the first line of the answer on it. */
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

test('an order that reaches the server before the signal is answered', async () => {
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

/** Sends a request without the end of its body, which delays the stop. */
async function sendHalf(): Promise<Connection> {
  const connection = await openConnection()
  const half = orderRequest(load.people[0]?.token ?? '').slice(0, -20)
  await new Promise<void>((done) => void connection.socket.write(half, () => done()))
  return connection
}

test('an incomplete request does not prevent the server from stopping', async () => {
  const { statusLine } = await sendHalf()
  const database = await postgresPid(folder)
  server.signal('SIGTERM', 'group')
  assert.equal(await server.ended, 0)
  assert.equal(await statusLine, 'closed without an answer')
  assert(!(await isAlive(database)), 'the database server has stopped')
  await startAgain()
})

test('a second signal, more than a second after the first, ends the server at once', async () => {
  await sendHalf()
  const database = await postgresPid(folder)
  server.signal('SIGTERM', 'group')
  while (!server.output().includes('Stopping')) await rest(20)
  await rest(1500)
  server.signal('SIGTERM', 'group')
  assert.equal(await server.ended, 1)
  assert(await isAlive(database), 'there was no time to stop the database server')
})
