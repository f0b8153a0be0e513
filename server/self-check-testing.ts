import { createHmac } from 'node:crypto'
import { present } from '@mex/core/assert.ts'
import { moneyOf } from '@mex/core/money/money.ts'
import { grant } from '@mex/core/account/postings.ts'
import { loadBalances, savePostings } from '#areas/ledger/actions.ts'
import type { Finding } from '#areas/ledger/finding.ts'
import type { LedgerState } from '#areas/ledger/ledger-state.ts'
import { inTransaction } from '#db/sql.ts'
import { addUser, linkAllJournals, start } from '#areas/testing.ts'
import { openTestDatabase, type TestDatabase } from '#db/testing.ts'
import { parseInstant } from './clock.ts'
import { openSelfCheck } from './self-check.ts'

export const at = (text: string): number => present(parseInstant(`2026-11-${text}:00Z`), text)

/** Enough for every page of a short ledger: users, and a page of each kind of row. */
const spreadSteps = 20

/** Two users with journals in the hash chain, and the server's self-check. */
export async function openChecked() {
  const own = await openTestDatabase()
  await pay(own)
  await pay(own)
  const ledger: LedgerState = { isConsistent: true }
  const findings: Finding[] = []
  const signed = (key: string) => (text: string) => createHmac('sha256', key).update(text).digest()
  const open = (key = 'own') =>
    openSelfCheck({ db: own.db, ledger, sign: signed(key) }, (finding) => findings.push(finding))
  let check = open()
  return {
    own,
    ledger,
    restart(key?: string): void {
      check = open(key)
      ledger.isConsistent = true
    },
    /** The findings of the first run at an instant: the check, if one is due. */
    async first(text: string): Promise<readonly string[]> {
      findings.length = 0
      await check(at(text))
      return [...new Set(findings.map(({ invariant }) => invariant))]
    },
    /** The findings of what is spread over the day, to its end. */
    async later(text: string): Promise<readonly string[]> {
      findings.length = 0
      for (let run = 0; run < spreadSteps; run += 1) await check(at(text))
      return [...new Set(findings.map(({ invariant }) => invariant))]
    },
    /** The findings at an instant: of the check, if one is due, and of the slow recomputation after it. */
    async at(text: string): Promise<{ readonly isConsistent: boolean; readonly invariants: readonly string[] }> {
      findings.length = 0
      for (let run = 0; run < 3; run += 1) await check(at(text))
      return { isConsistent: ledger.isConsistent, invariants: [...new Set(findings.map(({ invariant }) => invariant))] }
    },
    [Symbol.asyncDispose]: () => own[Symbol.asyncDispose](),
  }
}

export async function pay(own: TestDatabase): Promise<number> {
  const user = await addUser(own.db)
  await inTransaction(own.db, async (tx) => {
    const balances = await loadBalances(tx, [user])
    balances.post(grant({ user, at: start }, 'BALANCE', moneyOf('1000.00')))
    await savePostings(tx, balances)
  })
  await linkAllJournals(own.db)
  return user
}

/** Changes an append-only table with its triggers disabled, and enables them again. */
export async function spoil(own: TestDatabase, table: string, statement: string): Promise<void> {
  await own.pool.query(
    `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`,
  )
}

export const spoiledMemo = (sequence: string): string =>
  `update journal set memo = 'other' where id = (select journal_id from seal where seq = ${sequence})`

export const right = { isConsistent: true, invariants: [] }
export const wrongChain = { isConsistent: false, invariants: ['I8'] }
