import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { assert } from '@mex/core/assert.ts'
import {
  claimIdempotencyKeys,
  recordAnswers,
  duplicateAnswer,
  type Claim,
  type IdempotentRequest,
} from './idempotency-keys.ts'
import { codeOf, failureKind, inTransaction, lockNotAvailable, sql, type Database, type Tx } from './sql.ts'

/**
 * Fields of every command: the user whose rows it touches (or `users` for commands of the clock or the market that touch
 * many), and the request with the idempotency key of its answer.
 */
export type Command = {
  readonly userId: number | undefined
  readonly users?: readonly number[]
  readonly request?: IdempotentRequest | undefined
}

/** The input of a list's work besides its commands. */
export type LaneContext<Loaded = undefined> = {
  /** The result of the lane's `load`, if it has one. */
  readonly loaded: Loaded
  /** Registers a save that runs while the answers are stored; the commit waits for both. */
  readonly saving: (saved: Promise<unknown>) => void
  /** Runs `act` right after the commit, before the answers are sent; not at all if the list fails. */
  readonly afterCommit: (act: () => void) => void
}

/** Loads the touched rows unless `load` did, lets core decide each command in order, and saves. Users are locked. */
export type Work<In extends Command, Out, Loaded = undefined> = (
  tx: Tx,
  commands: readonly In[],
  context: LaneContext<Loaded>,
) => Promise<readonly (Out | Refusal)[]>

/**
 * Loads the touched rows in the round trip that locks the users, after they are locked. Some commands may prove to be
 * repeated requests and are then not decided.
 */
export type Load<In extends Command, Loaded> = (tx: Tx, commands: readonly In[]) => Promise<Loaded>

export type Lane<In extends Command, Out> = {
  /** Resolves after the commit that holds the effect, with the answer or the refusal. */
  send(command: In): Promise<Out | Refusal>
  /** The same for several commands, queued together in this order. */
  sendAll(commands: readonly In[]): Promise<(Out | Refusal)[]>
  /** Resolves when all earlier commands have been answered, even while new ones arrive. */
  settled(): Promise<void>
  /** The commands that wait for a list now. */
  backlog(): Backlog
}

export type Backlog = {
  readonly waiting: number
  /** How long the oldest of them has waited; 0 if none waits. */
  readonly waitedSeconds: number
}

/** What one list took, for measurements. */
export type ListTimes = {
  readonly commands: number
  /** How long its oldest command waited for it. */
  readonly waitedSeconds: number
  /** From its first statement to its commit, with a rerun one by one. */
  readonly seconds: number
}

/**
 * The failure of a list: `undone` was rolled back, `unknown` lost its connection during the commit, and `done` was
 * committed but its after-commit work failed.
 */
export type ListFailure = {
  readonly kind: 'undone' | 'unknown' | 'done'
  readonly error: unknown
  /** The users whom the list had locked. */
  readonly users: readonly number[]
}

export type LaneLimits = {
  /** Maximum number of commands in one list. */
  readonly listMax?: number
  /** Maximum number of waiting commands; more are refused with `unavailable`. */
  readonly waitingMax?: number
  /** Maximum number of lists in progress. */
  readonly concurrency?: number
}

export type LaneOptions<In extends Command, Out, Loaded = undefined> = LaneLimits & {
  readonly db: Database
  readonly load?: Load<In, Loaded>
  readonly work: Work<In, Out, Loaded>
  /** Runs in the transaction of each list before everything else: several servers wait there for a tick. */
  readonly enter?: ((tx: Tx) => Promise<void>) | undefined
  /** For in-memory state derived from the database: it may be stale or ahead. */
  readonly onFailure?: (failure: ListFailure) => void
  /** Called once for each list, after its commit or failure. */
  readonly onList?: ((times: ListTimes) => void) | undefined
}

/** The connection was lost during the commit of a list: only the database knows whether it committed. */
export class UnknownOutcome extends Error {
  override readonly name = 'UnknownOutcome'
}

type Waiting<In, Out> = {
  readonly command: In
  /** Milliseconds of `performance.now()`. */
  readonly since: number
  readonly resolve: (out: Out | Refusal) => void
  readonly reject: (error: unknown) => void
}

const retryable = new Set(['40001', '40P01'])
const triesMax = 5
/** The wait for a row in a list that a tick of another server waits for: shorter than that one's patience. */
const sharedLockMilliseconds = 2000
/** The wait for a row in the rerun of a list that has already waited for it: all others wait meanwhile. */
const rerunLockMilliseconds = 100

/** Users first, by id: the lock that covers their wallets, orders and positions (rulebook §0.4). */
export async function lockUsers(tx: Tx, userIds: readonly number[]): Promise<void> {
  const ids = [...new Set(userIds)].toSorted((left, right) => left - right)
  if (ids.length > 0)
    await sql`select id from app_user where id = any(${ids}::bigint[]) order by id for update`.execute(tx)
}

/** Locks those of the users that no other transaction has locked, without waiting for the others; returns them. */
export async function lockFreeUsers(tx: Tx, userIds: readonly number[]): Promise<readonly number[]> {
  if (userIds.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select id from app_user where id = any(${userIds}::bigint[]) order by id for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Bounds the waits for rows that follow; without a bound that of the connection holds. */
const boundLocks = (tx: Tx, milliseconds: number | undefined): Promise<unknown> | undefined =>
  milliseconds === undefined
    ? undefined
    : sql`select set_config('lock_timeout', ${String(milliseconds)}, true)`.execute(tx)

/** The users whose rows these commands touch. */
const usersOf = (commands: readonly Command[]): readonly number[] =>
  commands.flatMap(({ userId, users }) => users ?? (userId === undefined ? [] : [userId]))

type ListWork<In extends Command, Out, Loaded> = Pick<
  LaneOptions<In, Out, Loaded>,
  'db' | 'load' | 'work' | 'enter' | 'onFailure'
> & { readonly lockMilliseconds?: number }

/** Runs one list in one transaction; its answers are valid only after the commit. */
async function runList<In extends Command, Out, Loaded>(
  list: ListWork<In, Out, Loaded>,
  commands: readonly In[],
): Promise<(Out | Refusal)[]> {
  const { db, onFailure } = list
  const users = usersOf(commands)
  const afterwards: (() => void)[] = []
  let isDecided = false
  const answers = await inTransaction(db, async (tx) => {
    const all = await decide(tx, list, commands, (act) => void afterwards.push(act))
    isDecided = true
    return all
  }).catch((error: unknown) => {
    const isUnknown = isDecided && failureKind(error) !== 'answered'
    onFailure?.({ kind: isUnknown ? 'unknown' : 'undone', error, users })
    throw isUnknown ? new UnknownOutcome('The connection was lost while committing', { cause: error }) : error
  })
  try {
    for (const act of afterwards) act()
  } catch (error) {
    // The list has committed: a rerun would apply it twice.
    onFailure?.({ kind: 'done', error, users })
  }
  return answers
}

/** Locks the users, claims the idempotency keys, decides the new commands and stores the answers. */
async function decide<In extends Command, Out, Loaded>(
  tx: Tx,
  { load, work, enter, lockMilliseconds }: ListWork<In, Out, Loaded>,
  commands: readonly In[],
  afterCommit: LaneContext['afterCommit'],
): Promise<(Out | Refusal)[]> {
  const requests = commands.map((command) => command.request)
  const [, , , claims, loaded] = await Promise.all([
    enter?.(tx),
    boundLocks(tx, lockMilliseconds ?? (enter === undefined ? undefined : sharedLockMilliseconds)),
    lockUsers(tx, usersOf(commands)),
    claimIdempotencyKeys(tx, requests),
    load?.(tx, commands),
  ])
  const fresh = commands.filter((_, index) => claims[index]?.kind === 'fresh')
  const saved: Promise<unknown>[] = []
  const saving = (promise: Promise<unknown>): void => {
    // Awaited below. Until then its failure must not count as an unhandled rejection.
    promise.catch(() => undefined)
    saved.push(promise)
  }
  const context: LaneContext<Loaded> = { loaded: loaded as Loaded, saving, afterCommit }
  const decided = fresh.length > 0 ? await work(tx, fresh, context) : []
  assert(decided.length === fresh.length, 'a list answers every command')
  const all = inOrder<Out>(claims, decided)
  const kept = requests.map((request, index) => (claims[index]?.kind === 'fresh' ? request : undefined))
  const answered = kept.map((request, index) => ({ request, answer: all[index] }))
  await Promise.all([...saved, recordAnswers(tx, answered)])
  return all
}

/** Stored, fresh and duplicated answers in the order of the commands. A duplicate comes after its first command. */
function inOrder<Out>(claims: readonly Claim[], decided: readonly (Out | Refusal)[]): (Out | Refusal)[] {
  let next = 0
  const answers: (Out | Refusal)[] = []
  for (const claim of claims) {
    if (claim.kind === 'stored') answers.push(claim.answer as Out | Refusal)
    else if (claim.kind === 'reused') answers.push(refusal('request_key_reused'))
    else if (claim.kind === 'duplicate')
      answers.push(duplicateAnswer(claim.request, answers[claim.of]) as Out | Refusal)
    else answers.push(decided[next++] as Out | Refusal)
  }
  return answers
}

/**
 * Runs a list of one command. Serialisation failures are retried, then answered with `try_again`; so is at once a command
 * whose rows another program holds.
 */
export const runOne = <In extends Command, Out>(
  db: Database,
  command: In,
  work: Work<In, Out>,
): Promise<Out | Refusal> => runAlone<In, Out, undefined>({ db, work }, command)

async function runAlone<In extends Command, Out, Loaded>(
  list: ListWork<In, Out, Loaded>,
  command: In,
): Promise<Out | Refusal> {
  for (let tries = 1; ; tries += 1) {
    try {
      const [answer] = await runList(list, [command])
      return answer as Out | Refusal
    } catch (error) {
      if (codeOf(error) === lockNotAvailable) return refusal('try_again')
      if (!retryable.has(codeOf(error))) throw error
      if (tries >= triesMax) return refusal('try_again')
    }
  }
}

/**
 * Runs a list; after a database error each command separately, unless the list may have committed. Returns a function
 * that resolves all commands.
 */
async function outcomeOf<In extends Command, Out, Loaded>(
  list: ListWork<In, Out, Loaded>,
  items: readonly Waiting<In, Out>[],
): Promise<() => void> {
  try {
    const answers = await runList(
      list,
      items.map((item) => item.command),
    )
    return () => items.forEach((item, index) => item.resolve(answers[index] as Out | Refusal))
  } catch (error) {
    if (error instanceof UnknownOutcome) return () => items.forEach((item) => item.reject(error))
    const gifts: (() => void)[] = []
    const rerun = codeOf(error) === lockNotAvailable ? { ...list, lockMilliseconds: rerunLockMilliseconds } : list
    for (const item of items)
      await runAlone(rerun, item.command).then(
        (answer) => gifts.push(() => item.resolve(answer)),
        (failure: unknown) => gifts.push(() => item.reject(failure)),
      )
    return () => gifts.forEach((give) => give())
  }
}

/**
 * Gathers the commands that arrive while earlier lists commit into the next list, bounded in count, and answers each
 * after its commit. A list that meets an SQL error is rolled back and rerun one by one, so that only the culprit
 * fails (rulebook §0.4).
 */
export function openLane<In extends Command, Out, Loaded = undefined>({
  listMax = 100,
  waitingMax = 5000,
  concurrency = 1,
  onList,
  ...list
}: LaneOptions<In, Out, Loaded>): Lane<In, Out> {
  let waiting: Waiting<In, Out>[] = []
  let underWay = 0
  /** Commands are numbered on arrival. A list without its answers is identified by its first command. */
  let sent = 0
  const unanswered = new Set<number>()
  let settling: { readonly before: number; readonly resolve: () => void }[] = []

  function pump(): void {
    while (underWay < concurrency && waiting.length > 0) {
      const first = sent - waiting.length
      const begin = performance.now()
      const waitedSeconds = oldestWait(begin)
      const items = waiting.slice(0, listMax)
      waiting = waiting.slice(listMax)
      underWay += 1
      unanswered.add(first)
      void outcomeOf(list, items).then((give) => {
        underWay -= 1
        onList?.({ commands: items.length, waitedSeconds, seconds: (performance.now() - begin) / 1000 })
        pump()
        const answer = (): void => {
          give()
          unanswered.delete(first)
          settle()
        }
        // Resolving many answers takes as long as a round trip: the next list is sent first.
        if (underWay > 0) setImmediate(answer)
        else answer()
      })
    }
  }

  const oldestWait = (now: number): number => (now - (waiting[0]?.since ?? now)) / 1000

  /** The number of the first command without an answer; the next number if all are answered. */
  const reached = (): number => Math.min(sent - waiting.length, ...unanswered)

  function settle(): void {
    const now = reached()
    for (const { before, resolve } of settling) if (before <= now) resolve()
    settling = settling.filter(({ before }) => before > now)
  }

  function send(command: In): Promise<Out | Refusal> {
    if (waiting.length >= waitingMax) return Promise.resolve(refusal('unavailable'))
    return new Promise((resolve, reject) => {
      waiting.push({ command, since: performance.now(), resolve, reject })
      sent += 1
      // Commands of the same turn of the event loop travel together.
      if (underWay < concurrency) queueMicrotask(pump)
    })
  }

  return {
    send,
    sendAll: (commands) => Promise.all(commands.map(send)),
    backlog: () => ({ waiting: waiting.length, waitedSeconds: oldestWait(performance.now()) }),
    settled: () =>
      reached() >= sent ? Promise.resolve() : new Promise((resolve) => settling.push({ before: sent, resolve })),
  }
}
