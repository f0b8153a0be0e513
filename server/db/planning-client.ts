import type { Writable } from 'node:stream'
import pg from 'pg'

/** From this many runs on, a statement is worth a plan that is kept. */
const repeatedTimes = 5
/** Texts that are counted, and so plans that a connection may keep. */
const textsMax = 300
/** Statements of a connection before its plans are made anew for the first time; then at twice as many each time. */
const firstRenewal = 64

type Counted = { readonly name: string; times: number }

const counted = new Map<string, Counted>()

/** The name under which connections keep the plan of a statement; undefined while it is rare. */
function planName(text: string): string | undefined {
  const known = counted.get(text)
  if (known === undefined) {
    if (counted.size < textsMax) counted.set(text, { name: `plan_${counted.size}`, times: 1 })
    return undefined
  }
  known.times += 1
  return known.times > repeatedTimes ? known.name : undefined
}

type Callback = Parameters<pg.Client['query']>[2]
type Query = (given: unknown, values?: unknown, callback?: Callback) => Promise<pg.QueryResult>

/**
 * A connection for statements that come often and together. One that comes again and again is parsed and planned once:
 * for the set-based statements of the hot lists that is more work than running them. A plan fits the size that its
 * tables had: one that was made for empty tables reads all of them ever after, so plans are made anew each time a
 * connection has run twice as many statements. Statements that are sent in the same turn of the event loop leave in one
 * packet.
 */
export class PlanningClient extends pg.Client {
  #isGathering = false
  #statements = 0
  #renewal = firstRenewal
  #isInTransaction = false

  constructor(config?: string | pg.ClientConfig) {
    super(config)
    // The pool replaces a connection that is lost. When nobody waits for an answer on it, as while both sides shut down,
    // its error would otherwise end this process.
    this.on('error', () => undefined)
  }

  override query: pg.Client['query'] = ((text: unknown, values?: unknown, callback?: Callback) => {
    this.#gather()
    const query = super.query.bind(this) as Query
    this.#statements += 1
    // Between transactions: inside one it would be the first statement, and the isolation could not be chosen any more.
    if (this.#statements >= this.#renewal && !this.#isInTransaction) {
      this.#renewal *= 2
      // Where the connection is broken, the statement itself says so.
      query('discard plans').catch(() => undefined)
    }
    if (typeof text === 'string') this.#follow(text)
    if (typeof text !== 'string' || !Array.isArray(values)) return query(text, values, callback)
    return query({ name: planName(text), text, values }, callback)
  }) as pg.Client['query']

  #follow(text: string): void {
    if (/^(begin|start transaction)\b/i.test(text)) this.#isInTransaction = true
    else if (/^(commit|rollback)$/i.test(text)) this.#isInTransaction = false
  }

  #gather(): void {
    if (this.#isGathering) return
    // Not in the types of `pg`, but the only way to its socket.
    const { stream } = (this as unknown as { connection: { stream: Writable } }).connection
    this.#isGathering = true
    stream.cork()
    process.nextTick(() => {
      this.#isGathering = false
      stream.uncork()
    })
  }
}
