import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOfAddress } from '#network.ts'

/** Open connections per network: the 2,500 push sockets that one network may have, and calls beside them. */
export const connectionsPerNetworkMax = 3000

/**
 * Closes a new connection of a network over its limit before reading from it. Trusted proxies have no limit: they carry
 * the connections of all clients.
 */
export function limitConnections(
  server: Server,
  options: {
    readonly most: number
    readonly isProxy: (address: string) => boolean
    readonly onRefused: (address: string) => void
  },
): void {
  const open = new Map<string, number>()
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress
    if (address === undefined || options.isProxy(address)) return
    const network = networkOfAddress(address)
    const count = open.get(network) ?? 0
    if (count >= options.most) {
      options.onRefused(network)
      socket.destroy()
      return
    }
    open.set(network, count + 1)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left === 0) open.delete(network)
      else open.set(network, left)
    })
  })
}
