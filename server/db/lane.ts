import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { assert } from '@mex/core/assert.ts'
import { claimRequests, recordAnswers, type Claim, type KeyedRequest } from './requests.ts'
import { sql, pipelined, type Database, type Tx } from './sql.ts'

/**
 * What every command of a list carries: whose rows it touches (one person, or `users` for what the clock or the market
 * does to many), and the key under which its answer is kept.
 */
export type Command = {
  readonly userId: number | undefined
  readonly users?: readonly number[]
  readonly request?: KeyedRequest | undefined
}

/** Asks for something to be done right after the commit, before the answers go out; forgotten when the list fails. */
export type AfterCommit = (act: () => void) => void

/** Loads what the commands touch, lets core decide each in turn, and saves; users are locked already. */
export type Work<In extends Command, Out> = (
  tx: Tx,
  commands: readonly In[],
  afterCommit: AfterCommit,
) => Promise<readonly (Out | Refusal)[]>

export type Lane<In extends Command, Out> = {
  /** Resolves after the commit that holds the effect, with the answer or the refusal. */
  send(command: In): Promise<Out | Refusal>
  /** The same for commands that must be decided in one list, in this order. */
  sendAll(commands: readonly In[]): Promise<(Out | Refusal)[]>
  /** Resolves when everything that was sent before has been answered. */
  settled(): Promise<void>
}

export type LaneLimits = {
  /** Most commands of one list. */
  readonly listMax?: number
  /** Most commands that may wait; more are refused with `unavailable`. */
  readonly waitingMax?: number
  /** Lists that may be under way at once. */
  readonly atOnce?: number
}

export type LaneOptions<In extends Command, Out> = LaneLimits & {
  readonly db: Database
  readonly work: Work<In, Out>
}

type Waiting<In, Out> = {
  readonly command: In
  readonly resolve: (out: Out | Refusal) => void
  readonly reject: (error: unknown) => void
}

const retryable = new Set(['40001', '40P01'])
const triesMax = 5

function sqlState(error: unknown): string | undefined {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined
  return typeof code === 'string' ? code : undefined
}

/** Users first, by id: the lock that covers their wallets, orders and positions (rulebook §0.4). */
export async function lockUsers(tx: Tx, userIds: readonly number[]): Promise<void> {
  const ids = [...new Set(userIds)].toSorted((left, right) => left - right)
  if (ids.length > 0)
    await sql`select id from app_user where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
}

/** Runs one list in one transaction; answers stand only after the commit. */
export async function runList<In extends Command, Out>(
  db: Database,
  commands: readonly In[],
  work: Work<In, Out>,
): Promise<(Out | Refusal)[]> {
  const afterwards: (() => void)[] = []
  const answers = await db.transaction().execute(async (tx) => {
    const users = commands.flatMap(({ userId, users: many }) => many ?? (userId === undefined ? [] : [userId]))
    const requests = commands.map((command) => command.request)
    const [, claims] = await pipelined(tx, (open) => [lockUsers(open, users), claimRequests(open, requests)])
    const fresh = commands.filter((_, index) => claims[index]?.kind === 'fresh')
    const decided = fresh.length > 0 ? await work(tx, fresh, (act) => void afterwards.push(act)) : []
    assert(decided.length === fresh.length, 'a list answers every command')
    const all = inOrder<Out>(claims, decided)
    const kept = requests.map((request, index) => (claims[index]?.kind === 'fresh' ? request : undefined))
    await recordAnswers(
      tx,
      kept.map((request, index) => ({ request, answer: all[index] })),
    )
    return all
  })
  for (const act of afterwards) act()
  return answers
}

/** Stored answers and fresh ones in the order of their commands. */
function inOrder<Out>(claims: readonly Claim[], decided: readonly (Out | Refusal)[]): (Out | Refusal)[] {
  let next = 0
  return claims.map((claim) => {
    if (claim.kind === 'stored') return claim.answer as Out | Refusal
    if (claim.kind === 'reused') return refusal('request_key_reused')
    const answer = decided[next] as Out | Refusal
    next += 1
    return answer
  })
}

/** One command alone is a list of one. Serialisation failures are tried again, then answered with `try_again`. */
export async function runOne<In extends Command, Out>(
  db: Database,
  command: In,
  work: Work<In, Out>,
): Promise<Out | Refusal> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [answer] = await runList(db, [command], work)
      return answer as Out | Refusal
    } catch (error) {
      if (!retryable.has(sqlState(error) ?? '')) throw error
      if (tries >= triesMax) return refusal('try_again')
    }
  }
}

/**
 * Gathers the commands that arrive while earlier lists commit into the next list, bounded in count, and answers each
 * after its commit. A list that meets an SQL error is rolled back and rerun one by one, so that only the culprit
 * fails (rulebook §0.4).
 */
export function openLane<In extends Command, Out>({
  db,
  listMax = 100,
  waitingMax = 5000,
  atOnce = 1,
  work,
}: LaneOptions<In, Out>): Lane<In, Out> {
  let waiting: Waiting<In, Out>[] = []
  let underWay = 0
  let idle: (() => void)[] = []

  async function answerOneByOne(list: readonly Waiting<In, Out>[]): Promise<void> {
    for (const item of list) await runOne(db, item.command, work).then(item.resolve, item.reject)
  }

  async function run(list: readonly Waiting<In, Out>[]): Promise<void> {
    try {
      const answers = await runList(
        db,
        list.map((item) => item.command),
        work,
      )
      list.forEach((item, index) => item.resolve(answers[index] as Out | Refusal))
    } catch {
      await answerOneByOne(list)
    }
  }

  function pump(): void {
    while (underWay < atOnce && waiting.length > 0) {
      const list = waiting.slice(0, listMax)
      waiting = waiting.slice(listMax)
      underWay += 1
      void run(list).finally(() => {
        underWay -= 1
        pump()
      })
    }
    if (underWay === 0 && waiting.length === 0) {
      const released = idle
      idle = []
      for (const resolve of released) resolve()
    }
  }

  function send(command: In): Promise<Out | Refusal> {
    if (waiting.length >= waitingMax) return Promise.resolve(refusal('unavailable'))
    return new Promise((resolve, reject) => {
      waiting.push({ command, resolve, reject })
      // Commands of the same turn of the event loop travel pipelined.
      if (underWay < atOnce) queueMicrotask(pump)
    })
  }

  return {
    send,
    sendAll: (commands) => Promise.all(commands.map(send)),
    settled: () =>
      underWay === 0 && waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => idle.push(resolve)),
  }
}
