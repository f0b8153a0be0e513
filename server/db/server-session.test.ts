import assert from 'node:assert/strict'
import { connect as connectSocket, createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { openServerSession, showLife } from './server-session.ts'
import { standStill } from './standstill-testing.ts'
import { openTestDatabase, type TestDatabase } from './testing.ts'

/** A way to a database that can go silent: it closes nothing, and carries nothing any more. */
async function openWay({ connectionString }: TestDatabase) {
  const url = new URL(connectionString)
  const { hostname, port } = url
  const sockets: Socket[] = []
  const way = createServer((client) => {
    const database = connectSocket(Number(port), hostname)
    sockets.push(client, database)
    client.pipe(database).pipe(client)
    for (const socket of [client, database]) socket.on('error', () => undefined)
  })
  await new Promise<void>((done) => way.listen(0, '127.0.0.1', done))
  url.port = String((way.address() as AddressInfo).port)
  return {
    connectionString: url.href,
    goSilent: () => sockets.forEach((socket) => socket.unpipe()),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => way.close(done))
    },
  }
}

test('a server that stood still itself does not take its database for lost', async () => {
  await using database = await openTestDatabase()
  const client = await openServerSession(database.connectionString, 'test')
  let isSilent = false
  const look = showLife(client, () => (isSilent = true))
  // For longer than a database may be silent.
  standStill(6000)
  await look
  assert.equal(isSilent, false)
  await client.end()
})

test('a database that answers nothing and closes nothing is told to be silent after five seconds', async () => {
  await using database = await openTestDatabase()
  await using way = await openWay(database)
  const client = await openServerSession(way.connectionString, 'test')
  await showLife(client, () => assert.fail('it answers'))
  way.goSilent()
  const begin = performance.now()
  let isSilent = false
  await assert.rejects(
    showLife(client, () => (isSilent = true)),
    /does not answer/,
  )
  assert.equal(isSilent, true)
  assert(performance.now() - begin >= 4900)
  await client.end()
})
