import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** A turn of the event loop accepts one connection, and reads what has arrived on those that are open. */
const readingTurns = 100
/** Requests that take longer, or never arrive whole, are cut off: a supervisor waits some ten seconds before it kills. */
const drainMilliseconds = 5000
const sweepMilliseconds = 50

/** Lets the server read the requests that lie in its sockets already, so that none of them is cut off unread. */
export async function readArrivedRequests(): Promise<void> {
  for (let turn = 0; turn < readingTurns; turn += 1) await nextTurn()
}

/** Stops listening, and closes each connection when its request is answered, at the latest after five seconds. */
export async function drain(http: FastifyInstance): Promise<void> {
  const sweep = setInterval(() => http.server.closeIdleConnections(), sweepMilliseconds)
  const cut = setTimeout(() => http.server.closeAllConnections(), drainMilliseconds)
  try {
    await http.close()
  } finally {
    clearInterval(sweep)
    clearTimeout(cut)
  }
}
