import { advisoryLocks, connect, type TestDatabase } from '@mex/server/testing.ts'
import type { SeededRandom } from './seeded-random.ts'

/**
 * Runs one statement at a time and draws the next one, so that concurrent transactions interleave in every order, and in
 * the same order for the same seed. Nothing else changes: it is the real database.
 */
export type Interleaving = AsyncDisposable & {
  /** Of a hundred commits, how many from now on lose the connection: half of them before, half after they stand. */
  lose(this: void, percent: number): void
  /** Runs what `start` starts, statement by statement; resolves when it has ended. */
  run<T>(this: void, start: () => Promise<T>): Promise<T>
  /** Looks at the database over another connection while every statement waits. */
  look<T>(this: void, look: () => Promise<T>): Promise<T>
}

type Gate = 'shared' | 'alone'

type Outcome = { readonly value: unknown } | { readonly error: unknown }

type Statement = {
  readonly connection: number
  readonly text: string
  /** People whose rows it locks: it is not run while another transaction has one of them. */
  readonly locks: readonly number[]
  /** How it passes the gate between lists and ticks, where several servers have one. */
  readonly gate: Gate | undefined
  readonly send: () => Promise<unknown>
  /** Sends something else over its connection. */
  readonly instead: (text: string) => Promise<unknown>
  /** The process of the database server that runs it. */
  readonly process: number
  readonly answer: (outcome: Outcome) => void
}

type UnderWay = { readonly statement: Statement; readonly outcome: Promise<Outcome> }

const turns = 4
/** After this time a statement is checked for a lock wait; most take a few milliseconds. */
const patienceMilliseconds = 20
const rest = (): Promise<undefined> => new Promise((resolve) => setTimeout(resolve, patienceMilliseconds, undefined))
const connections = 12

/** Lets pending promises run until they ask for the next statement. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const locksUsers = /from app_user where id = any\(\$1::bigint\[\]\).* for update/

function locksOf(text: string, values: unknown): readonly number[] {
  const [ids] = Array.isArray(values) ? (values as readonly unknown[]) : []
  return locksUsers.test(text) && Array.isArray(ids) ? (ids as readonly number[]) : []
}

const passesGate = /^select pg_advisory_xact_lock(_shared)?\(\$1\)$/

function gateOf(text: string, values: unknown): Gate | undefined {
  const found = passesGate.exec(text)
  const [lock] = Array.isArray(values) ? (values as readonly unknown[]) : []
  if (found === null || lock !== advisoryLocks.tick) return undefined
  return found[1] === undefined ? 'alone' : 'shared'
}

/** The connection broke during the commit of a list, so its outcome is unknown. */
class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost'
}

/** Whether the simulation caused this error itself. */
export function isLost(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error instanceof ConnectionLost || isLost(error.cause)
}

const endsTransaction = (text: string): boolean => text === 'commit' || text === 'rollback'

export async function openInterleaving(
  { pool, connectionString }: TestDatabase,
  random: SeededRandom,
): Promise<Interleaving> {
  const observer = connect(connectionString, 1)
  const processes = new Set<number>()
  /** Whether a statement waits for another one of these; the database itself blocks nobody for long. */
  const isBlocked = async (process: number): Promise<boolean> => {
    const { rows } = await observer.pool.query<{ blocked: boolean }>(
      'select pg_blocking_pids($1) && $2::int[] as blocked',
      [process, [...processes]],
    )
    return rows[0]?.blocked === true
  }
  const waiting: Statement[] = []
  const locked = new Map<number, readonly number[]>()
  const gates = new Map<number, Gate>()
  const blocked: UnderWay[] = []
  let active = false
  let losses = 0
  let looks: readonly Promise<unknown>[] = []
  let numbers = 0
  const numbered = new WeakMap<object, number>()

  pool.on('connect', (client) => {
    numbers += 1
    const connection = numbers
    numbered.set(client, connection)
    const { processID } = client as unknown as { readonly processID: number }
    processes.add(processID)
    const send = client.query.bind(client) as (...given: readonly unknown[]) => Promise<unknown>
    const gated = (...given: readonly unknown[]): Promise<unknown> => {
      // Statements of the product are objects; those of tests and checks do not wait.
      const statement = given[0] as { readonly text?: string; readonly values?: unknown } | undefined
      if (!active || statement?.text === undefined) return send(...given)
      const { text, values } = statement
      return new Promise((resolve, reject) => {
        waiting.push({
          connection,
          text,
          locks: locksOf(text, values),
          gate: gateOf(text, values),
          send: () => send(...given),
          instead: (other) => send(other),
          process: processID,
          answer: (outcome) => ('error' in outcome ? reject(outcome.error as Error) : resolve(outcome.value)),
        })
      })
    }
    client.query = gated as typeof client.query
  })
  // Connections do not change while statements are drawn.
  pool.options.max = connections
  pool.options.idleTimeoutMillis = 0
  const numberOf = (client: object): number => numbered.get(client) ?? 0
  await lineUp(pool, numberOf)

  const isFree = ({ connection, locks, gate }: Statement): boolean =>
    [...locked].every(([holder, ids]) => holder === connection || !locks.some((id) => ids.includes(id))) &&
    (gate === undefined || [...gates.values()].every((held) => held === 'shared' && gate === 'shared'))

  /** The statements of one connection stay in their order. */
  function next(): Statement | undefined {
    const first = new Map<number, Statement>()
    for (const statement of waiting) if (!first.has(statement.connection)) first.set(statement.connection, statement)
    const ready = [...first.values()].filter(isFree).toSorted((one, other) => one.connection - other.connection)
    if (ready.length === 0) return undefined
    const chosen = random.pick(ready)
    waiting.splice(waiting.indexOf(chosen), 1)
    return chosen
  }

  function finish({ connection, text, locks, gate, answer }: Statement, outcome: Outcome): void {
    if (locks.length > 0) locked.set(connection, locks)
    if (gate !== undefined) gates.set(connection, gate)
    if (endsTransaction(text)) {
      locked.delete(connection)
      gates.delete(connection)
    }
    answer(outcome)
  }

  /** Answers false when the database makes the statement wait for another transaction, which must go on first. */
  async function awaitStatement({ statement, outcome }: UnderWay): Promise<boolean> {
    let found = await Promise.race([outcome, rest()])
    if (found === undefined && (await isBlocked(statement.process))) return false
    found ??= await outcome
    finish(statement, found)
    return true
  }

  /** A commit that loses its connection: what was decided stands all the same, or does not. */
  async function loseCommit(statement: Statement): Promise<void> {
    await statement.instead(random.percent(50) ? 'commit' : 'rollback')
    finish(statement, { error: new ConnectionLost('Connection terminated unexpectedly') })
    await goOn()
  }

  async function runStatement(statement: Statement): Promise<void> {
    if (statement.text === 'commit' && losses > 0 && random.percent(losses)) return loseCommit(statement)
    const outcome = statement.send().then(
      (value): Outcome => ({ value }),
      (error: unknown): Outcome => ({ error }),
    )
    const underWay = { statement, outcome }
    if (!(await awaitStatement(underWay))) blocked.push(underWay)
    else if (endsTransaction(statement.text)) await goOn()
  }

  /** What waited inside the database may go on after a commit, one after the other. */
  async function goOn(): Promise<void> {
    for (const underWay of blocked.slice()) {
      if (!(await awaitStatement(underWay))) continue
      blocked.splice(blocked.indexOf(underWay), 1)
      await settle()
    }
  }

  async function drive(isOver: () => boolean): Promise<void> {
    for (;;) {
      await settle()
      while (looks.length > 0) {
        const under = looks
        looks = []
        await Promise.all(under)
        await settle()
      }
      const statement = next()
      if (statement !== undefined) await runStatement(statement)
      else if (blocked.length > 0) await goOn()
      else if (isOver()) return
      else if (waiting.length > 0) throw new Error(`Nobody can go on: ${waiting.map(({ text }) => text).join('; ')}`)
    }
  }

  return {
    async run(start) {
      let over = false
      await lineUp(pool, numberOf)
      active = true
      const started = start().finally(() => {
        over = true
      })
      // The caller, who awaits `started`, gets the error.
      started.catch(() => undefined)
      try {
        await drive(() => over)
      } finally {
        active = false
      }
      return started
    },
    lose(percent) {
      losses = percent
    },
    look(look) {
      const under = look()
      looks = [...looks, under.catch(() => undefined)]
      return under
    },
    [Symbol.asyncDispose]: () => observer.db.destroy(),
  }
}

type Pool = TestDatabase['pool']

/** Takes all connections and releases them in a fixed order, so that their earlier use does not matter. */
async function lineUp(pool: Pool, numberOf: (client: object) => number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  for (const client of clients.toSorted((one, other) => numberOf(one) - numberOf(other))) client.release()
}
