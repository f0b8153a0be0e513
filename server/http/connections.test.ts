import assert from 'node:assert/strict'
import { createServer } from 'node:http'
import { connect, type AddressInfo, type Socket } from 'node:net'
import { test, type TestContext } from 'node:test'
import { limitConnections } from './connections.ts'

/** Opens connections one after the other on a server that allows two per address; says which were answered. */
async function openOf(context: TestContext, count: number, isProxy: boolean) {
  const refused: string[] = []
  const server = createServer((_, response) => response.end('here'))
  limitConnections(server, { most: 2, isProxy: () => isProxy, onRefused: (address) => void refused.push(address) })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  const ask = (socket: Socket): Promise<boolean> =>
    new Promise((resolve) => {
      socket.on('error', () => resolve(false)).on('close', () => resolve(false))
      socket.on('data', () => resolve(true))
      socket.write('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')
    })
  const sockets: Socket[] = []
  context.after(() => {
    for (const socket of sockets) socket.destroy()
    server.close()
  })
  const answered: boolean[] = []
  for (let each = 0; each < count; each += 1) {
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    answered.push(await ask(socket))
  }
  const again = async (): Promise<boolean> => {
    const [first] = sockets
    await new Promise((resolve) => first?.on('close', resolve).destroy())
    // The server sees the close event a moment later.
    await new Promise((resolve) => setTimeout(resolve, 50))
    const socket = connect(port, '127.0.0.1')
    sockets.push(socket)
    return ask(socket)
  }
  return { answered, refused, again }
}

test('closes the third connection of an address, and accepts a new one once another has closed', async (context) => {
  const { answered, refused, again } = await openOf(context, 3, false)
  assert.deepEqual(answered, [true, true, false])
  assert.deepEqual(refused, ['127.0.0.1'])
  assert.equal(await again(), true)
})

test('does not count the connections of a trusted proxy', async (context) => {
  const { answered, refused } = await openOf(context, 4, true)
  assert.deepEqual(answered, [true, true, true, true])
  assert.deepEqual(refused, [])
})
