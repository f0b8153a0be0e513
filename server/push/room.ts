import type { Connection } from './connection.ts'
import { closures } from './limits.ts'

/**
 * Who gives up a place when all are taken: a few networks could otherwise keep everybody else out with sockets that do nothing. Sockets with a
 * session keep their place.
 */
type Room = {
  enter(connection: Connection, network: string): void
  leave(connection: Connection): void
  /** Whether another network has so many sockets without a session that one of them gives up its place. */
  hasSpareFor(this: void, network: string): boolean
  /** Closes the newest of them, if there is one. */
  giveUpFor(network: string): void
}

export function openRoom(): Room {
  const networks = new Map<Connection, string>()

  function spareFor(network: string): Connection | undefined {
    const idle = Array.from(networks).filter(([connection]) => connection.person() === undefined)
    const ofNetwork = Map.groupBy(idle, ([, each]) => each)
    const own = ofNetwork.get(network)?.length ?? 0
    const most = [...ofNetwork.values()].reduce((one, other) => (other.length > one.length ? other : one), [])
    return most.length > own + 1 ? most.at(-1)?.[0] : undefined
  }

  return {
    enter: (connection, network) => void networks.set(connection, network),
    leave: (connection) => void networks.delete(connection),
    hasSpareFor: (network) => spareFor(network) !== undefined,
    giveUpFor(network) {
      const spare = spareFor(network)
      if (spare === undefined) return
      networks.delete(spare)
      spare.shut(closures.tryLater)
    },
  }
}
