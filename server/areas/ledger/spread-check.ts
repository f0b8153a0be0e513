import type { Secret } from '@mex/core/ledger/fingerprint.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { Finding } from './finding.ts'
import { openRecomputation, type Proved } from './follow-chain.ts'
import { allowLongStatements, nobody, onlyUsers, readByIndex, usersAfter, type Scope } from './store-verify.ts'
import { openTally } from './tally.ts'
import { sumFindings, type Evidence } from './verify.ts'
import { wrongBookingsAfter, type BookedRows } from './verify-rows.ts'

type Page = { readonly isEnd: boolean; readonly findings: readonly Finding[] }
/** A part of the check, a page at each step. A step that throws is repeated by the next. */
type Part = { step(this: void): Promise<Page> }

/** The check of all rows, spread over the day. */
export type SpreadCheck = {
  /** Begins at the first journal, unless the check is under way: up to there must be what is proved. */
  begin(proved: Proved): void
  /** Checks these users before the others. */
  hurry(users: Iterable<number>): void
  /** Checks the next pages, if any are left, and returns what is wrong in them. */
  step(): Promise<readonly Finding[]>
}

/** Runs one page in a short snapshot of its own. */
type InPage = <Result>(work: (tx: Tx) => Promise<Result>) => Promise<Result>
/** Checks some users in one page. */
type CheckUsers = (scope: Scope) => Promise<readonly Finding[]>

/**
 * Recomputes in pages, each in a short transaction of its own, what a check that continues from a checkpoint takes as proved: the
 * hash chain and the sums from the first journal on; then user by user the balances, held accounts, results, fees and bills;
 * and all rows that have journals. Links and lines never change, and the rows of a user are read in one snapshot, so that
 * pages need none in common.
 */
export function openSpreadCheck(
  db: Database,
  { evidence, secret }: { readonly evidence: Evidence; readonly secret: Secret },
): SpreadCheck {
  let parts: readonly Part[] = []
  const waiting = new Set<number>()
  const size = openPageSize()
  const inPage: InPage = (work) =>
    inTransaction(
      db,
      async (tx) => {
        await allowLongStatements(tx)
        await readByIndex(tx)
        return work(tx)
      },
      'snapshot',
    )
  const checkUsers: CheckUsers = (scope) =>
    size.timed(() => inPage((tx) => sumFindings(tx, { evidence, linkedUntil: 0 }, scope)))

  /** The users who wait, at most a page of them. */
  async function checkWaiting(): Promise<readonly Finding[]> {
    if (waiting.size === 0) return []
    const users = [...waiting].slice(0, size.now())
    const findings = await checkUsers(onlyUsers(users))
    for (const user of users) waiting.delete(user)
    return findings
  }

  return {
    begin(proved) {
      if (parts.length > 0) return
      const nextUsers = (after: number) => usersAfter(db, after, size.now())
      parts = [
        openRecomputation(db, proved, openTally(secret)),
        everyUser(nextUsers, checkUsers),
        everyRow(evidence.booked ?? [], inPage),
      ]
    },
    hurry(users) {
      for (const user of users) waiting.add(user)
    },
    async step() {
      const urgent = await checkWaiting()
      if (urgent.length > 0) return urgent
      for (const part of parts) {
        const { isEnd, findings } = await part.step()
        if (isEnd || findings.length > 0) parts = parts.filter((other) => other !== part)
        if (findings.length > 0) return findings
      }
      return []
    },
  }
}

/** The journals of nobody, then those of all users. */
function everyUser(nextUsers: (after: number) => Promise<readonly number[]>, checkUsers: CheckUsers): Part {
  let after: number | undefined
  return {
    async step() {
      if (after === undefined) {
        const findings = await checkUsers(nobody)
        after = 0
        return { isEnd: false, findings }
      }
      const users = await nextUsers(after)
      const last = users.at(-1)
      if (last === undefined) return { isEnd: true, findings: [] }
      const findings = await checkUsers(onlyUsers(users))
      after = last
      return { isEnd: false, findings }
    },
  }
}

/** The rows of all tables that have journals. */
function everyRow(tables: readonly BookedRows[], inPage: InPage): Part {
  const left = [...tables]
  let after = 0
  return {
    async step() {
      const [table] = left
      if (table === undefined) return { isEnd: true, findings: [] }
      const { found, next } = await inPage((tx) => wrongBookingsAfter(tx, table, after))
      after = next ?? 0
      if (next === undefined) left.shift()
      return { isEnd: false, findings: found.map((message) => ({ invariant: 'row', message })) }
    },
  }
}

const usersMost = 1000
/** Shorter pages grow, longer ones shrink. */
const shortMilliseconds = 20
const longMilliseconds = 80

/** The number of users per page: some have a few journals and some a hundred thousand. */
function openPageSize() {
  let size = 10
  return {
    now: () => size,
    async timed<Result>(work: () => Promise<Result>): Promise<Result> {
      const begin = performance.now()
      const result = await work()
      const taken = performance.now() - begin
      if (taken < shortMilliseconds) size = Math.min(usersMost, size * 2)
      if (taken > longMilliseconds) size = Math.max(1, Math.floor(size / 2))
      return result
    },
  }
}
