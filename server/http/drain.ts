import { setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/** One turn of the event loop accepts one connection and reads the arrived bytes of the open ones. */
const readingTurns = 100
/** Slower or incomplete requests are cut off: a supervisor waits about ten seconds before it kills the process. */
const drainMilliseconds = 5000
const sweepMilliseconds = 50

/** Reads the requests that have already reached the sockets, so that shutdown cuts none of them off unread. */
export async function readArrivedRequests(): Promise<void> {
  for (let turn = 0; turn < readingTurns; turn += 1) await nextTurn()
}

/** Stops listening and closes each connection once its request is answered, after five seconds at the latest. */
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
