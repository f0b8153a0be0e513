import type { Input } from '@mex/contract/call.ts'
import type { records } from '@mex/contract/records/calls.ts'
import { assert } from '@mex/core/assert.ts'
import {
  decideAccountClosing,
  decideReset,
  eraseBefore,
  idleBefore,
  isFinished,
  type OpenCommitments,
} from '@mex/core/account/account-closing.ts'
import { accountClosed, grant, practiceReset } from '@mex/core/account/postings.ts'
import { accepted, isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { overviewNumber, signupGrant, wallets } from '@mex/core/wallet/wallets.ts'
import {
  beginClosing,
  closedAccounts,
  closingAccounts,
  idleGuests,
  markClosed,
  mayClose,
  sessionIdsOf,
} from '#areas/account/store-closing.ts'
import { confirmPerson } from '#areas/account/confirm.ts'
import type { AccountDependencies } from '#areas/account/dependencies.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { loadBalances, savePostings, saveUnsettledRows } from '#areas/ledger/actions.ts'
import { closeOut, openContracts } from '#areas/trading/close-out.ts'
import type { TradingEngine } from '#areas/trading/engine.ts'
import { isoInstant } from '#clock.ts'
import type { PersonContext } from '#context.ts'
import { runOne } from '#db/lane.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { OwnData } from '#db/own-data.ts'
import { inTransaction, sql, type Database, type Tx } from '#db/sql.ts'
import { countPending, dropReset, endReset, insertReset, lastReset, openResets, type Reset } from './store.ts'

export type ClosingDependencies = {
  readonly db: Database
  readonly engine: TradingEngine
  readonly account: Pick<AccountDependencies, 'passwords' | 'sessions'>
  /** The personal data of all areas. */
  readonly ownData: readonly OwnData[]
}

/** The open affairs of a user whose row is locked. */
async function affairsOf(tx: Tx, userId: number, ownData: readonly OwnData[]): Promise<OpenCommitments> {
  const balances = await loadBalances(tx, [userId])
  const contracts = await openContracts(tx, userId)
  return {
    ...contracts,
    holdings: wallets.map((wallet) => balances.holdings(userId, wallet)),
    pending: await countPending(tx, userId, ownData),
  }
}

/** The market clock, for the ledger, and the wall clock, for user data. */
type Instants = { readonly now: number; readonly wallNow: number }

/** Closes an account without open affairs: its simulated money is returned (E92). */
async function close(tx: Tx, userId: number, { now, wallNow }: Instants): Promise<void> {
  const balances = await loadBalances(tx, [userId])
  for (const wallet of wallets)
    balances.post(accountClosed({ user: userId, at: now }, wallet, balances.available(userId, wallet)))
  const { repeated } = await savePostings(tx, balances)
  assert(repeated.size === 0, 'an account closes once')
  await forgetUnsettled(tx, userId)
  await dropReset(tx, userId, wallNow)
  await markClosed(tx, userId, wallNow)
}

const forgetUnsettled = (tx: Tx, user: number): Promise<void> =>
  saveUnsettledRows(
    tx,
    wallets.map((wallet) => ({ user, wallet, rows: [] })),
  )

/** Resets a practice without open affairs: the remaining money is returned (E93) and the grants are posted again (E01). */
async function startAgain(tx: Tx, { userId, id }: Reset, { now, wallNow }: Instants): Promise<void> {
  if (!(await endReset(tx, { userId, id }, wallNow))) return
  const occasion = { user: userId, at: now }
  const balances = await loadBalances(tx, [userId])
  for (const wallet of wallets) balances.post(practiceReset(occasion, id, wallet, balances.available(userId, wallet)))
  for (const { wallet, amount } of signupGrant) balances.post(grant(occasion, wallet, amount, id))
  const { repeated } = await savePostings(tx, balances)
  assert(repeated.size === 0, 'a practice starts again once')
  await forgetUnsettled(tx, userId)
  await enqueueNotices(tx, [{ userId, topic: 'wallet', refId: overviewNumber }])
  await sendMessages(tx, [{ user: userId, type: 'SYSTEM', about: { kind: 'practice_reset' }, at: now }])
}

/** Runs `work` in one transaction. Refuses: wrong_state while the account is closing or closed, and what `work` refuses. */
const unlessLeaving = (
  { db, person: { userId }, request }: PersonContext,
  work: (tx: Tx) => Promise<Refusal | undefined>,
): Promise<null | Refusal> =>
  runOne<{ userId: number; request: typeof request }, null>(db, { userId, request }, async (tx) => {
    if (!(await mayClose(tx, userId))) return [refusal('wrong_state')]
    return [(await work(tx)) ?? null]
  })

/**
 * Closes the account of the user (rulebook §4.1). Refuses: wrong_state while anything is open, and what
 * `confirmPerson` refuses.
 */
export async function closeAccount(
  { password }: Input<typeof records.closeAccount>,
  context: PersonContext,
  { account, ownData }: ClosingDependencies,
): Promise<null> {
  await confirmPerson(password, context, account)
  const { userId } = context.person
  const outcome = await unlessLeaving(context, async (tx) => {
    const refused = decideAccountClosing(await affairsOf(tx, userId, ownData))
    if (refused === undefined) await close(tx, userId, context)
    return refused
  })
  if (!isRefusal(outcome)) account.sessions.invalidate(await sessionIdsOf(context.db, [userId]))
  return accepted(outcome)
}

/**
 * Resets a practice (rulebook §8.3 E93): at once if nothing is open, else after the market has closed the positions.
 * Refuses: wrong_state within 30 days of the last reset and while anything else is open, and what
 * `confirmPerson` refuses.
 */
export async function resetPractice(
  { password }: Input<typeof records.resetPractice>,
  context: PersonContext,
  { account, ownData, engine }: ClosingDependencies,
): Promise<null> {
  await confirmPerson(password, context, account)
  const { wallNow, person } = context
  const { userId } = person
  const outcome = await unlessLeaving(context, async (tx) => {
    const affairs = await affairsOf(tx, userId, ownData)
    const refused = decideReset(affairs, (await lastReset(tx, userId))?.askedAt, wallNow)
    if (refused !== undefined) return refused
    const id = await insertReset(tx, userId, wallNow)
    if (isFinished(affairs)) await startAgain(tx, { userId, id }, context)
    return undefined
  })
  const answer = accepted(outcome)
  await closeOut(engine, [userId])
  engine.dependencies.wake()
  return answer
}

const page = 100

/** Processes a list of users page by page; returns their number. */
async function throughAll<Row>(
  next: (after: number) => Promise<readonly Row[]>,
  idOf: (row: Row) => number,
  act: (rows: readonly Row[]) => Promise<void>,
): Promise<number> {
  let count = 0
  for (let after = 0; ;) {
    const rows = await next(after)
    if (rows.length > 0) await act(rows)
    count += rows.length
    const last = rows.at(-1)
    if (last === undefined || rows.length < page) return count
    after = idOf(last)
  }
}

/** Closes open contracts of resets and account closings, and completes those that are ready. Safe to run concurrently. */
export async function continueResetsAndClosings(
  { db, engine, ownData }: ClosingDependencies,
  instants: Instants,
): Promise<number> {
  const endOne = (userId: number, end: (tx: Tx) => Promise<void>) =>
    runOne(db, { userId }, async (tx) => {
      if (isFinished(await affairsOf(tx, userId, ownData))) await end(tx)
      return [null]
    })
  const resets = await throughAll(
    (after) => openResets(db, after, page),
    ({ userId }) => userId,
    async (rows) => {
      await closeOut(
        engine,
        rows.map(({ userId }) => userId),
      )
      for (const row of rows) await endOne(row.userId, (tx) => startAgain(tx, row, instants))
      engine.dependencies.wake()
    },
  )
  const closing = await throughAll(
    (after) => closingAccounts(db, after, page),
    (userId) => userId,
    async (userIds) => {
      await closeOut(engine, userIds)
      for (const userId of userIds) await endOne(userId, (tx) => closeOnce(tx, userId, instants))
    },
  )
  return resets + closing
}

/** Another process may have closed the account meanwhile. */
async function closeOnce(tx: Tx, userId: number, instants: Instants): Promise<void> {
  const [still] = await closingAccounts(tx, userId - 1, 1)
  if (still === userId) await close(tx, userId, instants)
}

/** Begins the account closing of guests without activity for 30 days (rulebook §4.1); returns their number. */
export async function dismissIdleGuests({ db, account }: ClosingDependencies, wallNow: number): Promise<number> {
  let count = 0
  for (;;) {
    const idle = await idleGuests(db, idleBefore(wallNow), page)
    const closing = await beginClosing(db, idle, idleBefore(wallNow))
    account.sessions.invalidate(await sessionIdsOf(db, closing))
    count += closing.length
    if (closing.length < page) return count
  }
}

/** Erases the personal data of accounts that closed 30 days ago; returns their number. */
export async function erasePeople({ db, ownData, account }: ClosingDependencies, wallNow: number): Promise<number> {
  let count = 0
  for (;;) {
    const gone = await closedAccounts(db, eraseBefore(wallNow), page)
    if (gone.length === 0) return count
    const sessions = await sessionIdsOf(db, gone)
    await inTransaction(db, async (tx) => {
      for (const area of ownData)
        for (const statement of area.erase(gone, isoInstant(wallNow))) await sql`${statement}`.execute(tx)
    })
    account.sessions.dropRevoked(sessions)
    count += gone.length
  }
}
