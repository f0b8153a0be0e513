import assert from 'node:assert/strict'
import { connect, type Socket } from 'node:net'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { post } from '@mex/contract/call.ts'
import { request } from '@mex/contract/request.ts'
import * as z from 'zod/mini'
import { until } from '#waiting-testing.ts'
import { defaultAllowances } from './limits.ts'
import { openTestHttp } from './testing.ts'

/** Clients that ask for much: those that do not read it, and those that ask for it again and again. */

/** More than the buffers of the kernel hold. */
const bytes = 40_000_000
const long = post('/long', {
  about: 'Answers at length.',
  who: 'anyone',
  rate: 'read',
  input: request({}),
  output: z.string(),
})
const asking =
  'POST /long HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{}'

async function openLong(stuckMilliseconds: number) {
  const handler = (): Promise<string> => Promise.resolve('x'.repeat(bytes))
  const { http, port } = await openTestHttp({ calls: [{ call: long, handler }], stuckMilliseconds })
  const open = (): Promise<number> =>
    new Promise((resolve) => http.server.getConnections((_error, count) => resolve(count)))
  const ask = (): Socket => {
    const socket = connect(port, '127.0.0.1', () => void socket.write(asking))
    return socket.on('error', () => undefined)
  }
  return { ask, open, [Symbol.asyncDispose]: () => http.close() }
}

test('closes the connection of a client that reads nothing of its answer', async () => {
  await using server = await openLong(300)
  const socket = server.ask()
  socket.pause()
  await rest(100)
  assert.equal(await server.open(), 1)
  await until('the connection is closed', async () => (await server.open()) === 0)
  socket.destroy()
})

test('sends the whole answer to a client that reads it slowly', async () => {
  // Each pause is shorter, and all together are longer.
  await using server = await openLong(2000)
  const socket = server.ask()
  let read = 0
  socket.on('data', (piece) => (read += piece.length))
  const closed = new Promise((resolve) => socket.on('close', resolve))
  for (let pauses = 0; pauses < 5; pauses += 1) {
    socket.pause()
    await rest(500)
    socket.resume()
    await rest(2)
  }
  await closed
  assert.ok(read > bytes, `${read} bytes`)
})

test('limits the API page and the metrics per network, each answer of which takes long', async () => {
  const network = { ...defaultAllowances.network, history: { perMinute: 3 } }
  const { http, port } = await openTestHttp({ calls: [], allowances: { ...defaultAllowances, network } })
  const statuses: number[] = []
  for (const path of [
    '/docs/json',
    '/docs/yaml',
    '/metrics',
    '/metrics',
    '/docs/',
    '/docs/static/swagger-ui.css',
    '/healthz',
  ])
    statuses.push((await fetch(`http://127.0.0.1:${port}${path}`)).status)
  assert.deepEqual(statuses, [200, 200, 200, 429, 429, 429, 200])
  await http.close()
})
