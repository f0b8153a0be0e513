import { openHttpConnection, type HttpAnswer, type HttpConnection } from './http-connection.ts'

/** A load generator with connections that are open for a whole measurement. */
export type Load = {
  /**
   * Closed loop: every connection sends the next request as soon as its last one is answered, for `seconds` or until
   * `next` returns undefined. Returns requests per second.
   */
  closedLoop(next: () => string | undefined, seconds: number): Promise<number>
  /**
   * Open loop: starts `perSecond` requests a second, independently of the answers, for `seconds`. Returns the latencies
   * in milliseconds from the instant at which each request was due, so that waiting for a free connection counts.
   */
  openLoop(next: () => string, perSecond: number, seconds: number): Promise<number[]>
  close(): void
}

/** Throws for a failed request, which must not be counted as done. */
function check({ status, body }: HttpAnswer): void {
  const isWell = status === 200 && (body.startsWith('{"code":200,') || !body.startsWith('{"code"'))
  if (!isWell) throw new Error(`answered ${status}: ${body.slice(0, 300)}`)
}

/** Opens `connections` connections to one port of this machine. */
export async function openLoad(port: number, connections: number): Promise<Load> {
  const open: HttpConnection[] = []
  for (let count = 0; count < connections; count += 1) open.push(await openHttpConnection(port))
  return {
    async closedLoop(next, seconds) {
      const begin = performance.now()
      const end = begin + seconds * 1000
      let done = 0
      async function keepSending(connection: HttpConnection): Promise<void> {
        while (performance.now() < end) {
          const request = next()
          if (request === undefined) return
          check(await connection.send(request))
          done += 1
        }
      }
      await Promise.all(open.map(keepSending))
      return done / ((performance.now() - begin) / 1000)
    },
    openLoop: (next, perSecond, seconds) => openLoop(open, next, perSecond, seconds),
    close: () => open.forEach((connection) => connection.close()),
  }
}

async function openLoop(
  connections: readonly HttpConnection[],
  next: () => string,
  perSecond: number,
  seconds: number,
): Promise<number[]> {
  const total = Math.round(perSecond * seconds)
  const free = [...connections]
  const due: number[] = []
  const taken: number[] = []
  const begin = performance.now()
  let planned = 0
  return new Promise((resolve, reject) => {
    function send(connection: HttpConnection, instant: number): void {
      connection
        .send(next())
        .then((answer) => {
          taken.push(performance.now() - instant)
          check(answer)
          free.push(connection)
          pass()
          if (taken.length === total) resolve(taken)
        }, reject)
        .catch(reject)
    }
    function pass(): void {
      while (free.length > 0 && due.length > 0) send(free.pop() as HttpConnection, due.shift() as number)
    }
    // A timer of Node fires at most once a millisecond, so each firing starts all requests that became due since the
    // last one. The latency of each counts from its own due instant.
    const timer = setInterval(() => {
      const elapsed = performance.now() - begin
      for (; planned < total && (planned / perSecond) * 1000 <= elapsed; planned += 1)
        due.push(begin + (planned / perSecond) * 1000)
      pass()
      if (planned === total) clearInterval(timer)
    }, 1)
  })
}
