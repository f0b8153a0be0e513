import type { Connection } from '@mex/server/testing.ts'
import type { Seeded } from './chance.ts'

/**
 * Lets one statement run at a time and draws which one is next, so that transactions that are open at once meet in
 * every order, and in the same order whenever the seed is the same. Nothing else changes: it is the real database.
 */
export type Interleaving = {
  /** Runs what `start` starts, statement by statement; resolves when it has ended. */
  run<T>(this: void, start: () => Promise<T>): Promise<T>
  /** Looks at the database over another connection while every statement waits. */
  look<T>(this: void, look: () => Promise<T>): Promise<T>
}

type Outcome = { readonly value: unknown } | { readonly error: unknown }

type Statement = {
  readonly connection: number
  readonly text: string
  /** People whose rows it locks: it is not run while another transaction has one of them. */
  readonly locks: readonly number[]
  readonly send: () => Promise<unknown>
  readonly answer: (outcome: Outcome) => void
}

const turns = 4
const connections = 12

/** What has been promised already goes on until it asks for the next statement. */
async function settle(): Promise<void> {
  for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
}

const locksUsers = /from app_user where id = any\(\$1::bigint\[\]\).* for update/

function locksOf(text: string, values: unknown): readonly number[] {
  const [ids] = Array.isArray(values) ? (values as readonly unknown[]) : []
  return locksUsers.test(text) && Array.isArray(ids) ? (ids as readonly number[]) : []
}

const endsTransaction = (text: string): boolean => text === 'commit' || text === 'rollback'

export async function openInterleaving({ pool }: Connection, chance: Seeded): Promise<Interleaving> {
  const waiting: Statement[] = []
  const locked = new Map<number, readonly number[]>()
  let active = false
  let looks: readonly Promise<unknown>[] = []
  let numbers = 0
  const numbered = new WeakMap<object, number>()

  pool.on('connect', (client) => {
    numbers += 1
    const connection = numbers
    numbered.set(client, connection)
    const send = client.query.bind(client) as (...given: readonly unknown[]) => Promise<unknown>
    const gated = (...given: readonly unknown[]): Promise<unknown> => {
      const [text, values] = given
      if (!active || typeof text !== 'string') return send(...given)
      return new Promise((resolve, reject) => {
        waiting.push({
          connection,
          text,
          locks: locksOf(text, values),
          send: () => send(text, values),
          answer: (outcome) => ('error' in outcome ? reject(outcome.error as Error) : resolve(outcome.value)),
        })
      })
    }
    client.query = gated as typeof client.query
  })
  // None comes or goes while statements are drawn.
  pool.options.max = connections
  pool.options.idleTimeoutMillis = 0
  const numberOf = (client: Client): number => numbered.get(client) ?? 0
  await lineUp(pool, numberOf)

  const isFree = ({ connection, locks }: Statement): boolean =>
    [...locked].every(([holder, ids]) => holder === connection || !locks.some((id) => ids.includes(id)))

  /** The statements of one connection stay in their order. */
  function next(): Statement | undefined {
    const first = new Map<number, Statement>()
    for (const statement of waiting) if (!first.has(statement.connection)) first.set(statement.connection, statement)
    const ready = [...first.values()].filter(isFree).toSorted((one, other) => one.connection - other.connection)
    if (ready.length === 0) return undefined
    const chosen = chance.pick(ready)
    waiting.splice(waiting.indexOf(chosen), 1)
    return chosen
  }

  async function runStatement(statement: Statement): Promise<void> {
    const { connection, text, locks } = statement
    const outcome = await statement.send().then(
      (value): Outcome => ({ value }),
      (error: unknown): Outcome => ({ error }),
    )
    if (locks.length > 0) locked.set(connection, locks)
    if (endsTransaction(text)) locked.delete(connection)
    statement.answer(outcome)
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
      // A failure is the caller's, who waits for `started`.
      started.catch(() => undefined)
      try {
        await drive(() => over)
      } finally {
        active = false
      }
      return started
    },
    look(look) {
      const under = look()
      looks = [...looks, under.catch(() => undefined)]
      return under
    },
  }
}

type Pool = Connection['pool']
type Client = Awaited<ReturnType<Pool['connect']>>

/** Takes every connection and gives them back in one order, so that it does not matter who used them before. */
async function lineUp(pool: Pool, numberOf: (client: Client) => number): Promise<void> {
  const clients = await Promise.all(Array.from({ length: connections }, () => pool.connect()))
  for (const client of clients.toSorted((one, other) => numberOf(one) - numberOf(other))) client.release()
}
