import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { networkOfAddress } from '#network.ts'

/**
 * The most connections that one network may have open at once: room for the 2,500 push sockets of one network and for the
 * calls beside them.
 */
export const connectionsPerAddressMost = 3000

/**
 * Closes a new connection of a network that has too many, before anything is read from it. Proxies that are trusted are
 * not counted: their connections are those of everybody.
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
