import type { Server } from 'node:http'
import type { Socket } from 'node:net'

/**
 * The most connections that one address may have open at once: room for the 2,500 push sockets of one network and for the
 * calls beside them.
 */
export const connectionsPerAddressMost = 3000

/**
 * Closes a new connection of an address that has too many, before anything is read from it. Proxies that are trusted are
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
    const count = open.get(address) ?? 0
    if (count >= options.most) {
      options.onRefused(address)
      socket.destroy()
      return
    }
    open.set(address, count + 1)
    socket.once('close', () => {
      const left = (open.get(address) ?? 1) - 1
      if (left === 0) open.delete(address)
      else open.set(address, left)
    })
  })
}
