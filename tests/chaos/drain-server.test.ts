import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as rest } from 'node:timers/promises'
import { calls } from '@mex/contract/areas.ts'
import { freePort } from '@mex/server/testing.ts'
import { fetchMetrics, valueOf } from '@mex/world/metrics.ts'
import { newKey, openPerson } from '@mex/world/person.ts'
import { clear, openFolder, startProgram, startServer } from './server-process.ts'

/** Long enough for a few calls on a machine that is busy with other tests. */
const drainSeconds = 15

/** What a proxy that checks /readyz sees of a server that starts and stops. */

const share = { stockCode: 'AAPL', market: 'US', classify: 'UsStock', direction: 0, orderType: 0, quantity: '1' }

async function statusOf(url: string, path = '/readyz'): Promise<number | 'refused'> {
  const answer = await fetch(new URL(path, url), { headers: { connection: 'close' } }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status ?? 'refused'
}

test('after a stop signal the server is not ready, but answers calls and connections for DRAIN_SECONDS', async () => {
  const folder = await openFolder()
  const server = await startServer(folder, ['server/main.ts'], { DRAIN_SECONDS: String(drainSeconds) })
  try {
    const person = openPerson(server.url, 'en')
    person.token = (await person.call(calls.account.guest, { language: 'en' })).token
    assert.equal(await statusOf(server.url), 200)
    const buy = () => person.askWire(calls.trading.createStock, share, { key: newKey() })
    // The first order waits until the path of its share is computed, on a busy machine for seconds.
    assert.equal((await buy()).envelope.code, 200)
    server.signal('SIGTERM', 'process')
    const begin = performance.now()
    while ((await statusOf(server.url)) === 200) await rest(10)
    const ready = await fetch(new URL('/readyz', server.url))
    assert.equal(ready.status, 503)
    assert.deepEqual(await ready.json(), { database: true, market: true, open: false })
    assert.equal(await statusOf(server.url, '/healthz'), 200)
    // A new connection, and an order, are served as before.
    const order = await buy()
    assert.deepEqual([order.status, order.envelope.code], [200, 200])
    const metrics = await fetchMetrics(server.url)
    assert.equal(valueOf(metrics, 'server_draining'), 1)
    assert.equal(valueOf(metrics, 'orders_stopped', { reason: 'stopping' }), 0, 'orders are still taken')
    const seen = performance.now() - begin
    assert(seen < drainSeconds * 1000, `${seen} ms`)
    assert.equal(await server.ended, 0, server.output())
    const ended = performance.now() - begin
    assert(ended > drainSeconds * 1000 - 100, `${ended} ms`)
    assert.equal(await statusOf(server.url), 'refused')
  } finally {
    await clear(server, folder)
  }
})

test('a server that starts refuses connections until it is ready', async () => {
  const folder = await openFolder()
  const port = await freePort()
  const program = startProgram(folder, ['server/main.ts'], { PORT: String(port) })
  try {
    const seen = new Set<number | 'refused'>()
    while (!seen.has(200)) {
      assert(!program.isOver(), program.output())
      seen.add(await statusOf(`http://127.0.0.1:${port}`))
      await rest(5)
    }
    assert.deepEqual([...seen], ['refused', 200])
  } finally {
    await program.end('SIGTERM')
    await clear(undefined, folder)
  }
})
