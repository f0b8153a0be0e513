import { userAccounts, type UserAccount } from '@mex/core/accounts.ts'
import type { Database, Fragment, Tx } from '#db/sql.ts'
import { chainStart, sealHash } from './chain.ts'
import { sealsAfter } from './store-seals.ts'
import {
  allowLongStatements,
  missingGuards,
  unbalancedCurrencies,
  unbalancedJournals,
  unsealedJournals,
  wrongBalances,
  wrongBills,
  wrongHoldings,
  wrongMarket,
  wrongPending,
} from './store-verify.ts'

/** Something that is wrong with the books: the invariant of rulebook §8.5 (or 'guard') and what breaks it. */
export type Finding = { readonly invariant: string; readonly message: string }

/** What the areas say their open rows hold, as statements over their own tables. */
export type Evidence = {
  /** Per account of persons: statements that give user_id, wallet (number) and amount. No statement means nothing. */
  readonly held: Readonly<Partial<Record<UserAccount, readonly Fragment[]>>>
  /** Statements that give currency and amount: realised profit and loss before fees. */
  readonly realised: readonly Fragment[]
  /** Statements that give currency and amount: deposits that are seen but not confirmed. */
  readonly pending?: readonly Fragment[]
}

export const noEvidence: Evidence = { held: {}, realised: [] }

/** What several areas say, together. */
export function allEvidence(parts: readonly Evidence[]): Evidence {
  const held = Object.fromEntries(
    userAccounts.map((account) => [account, parts.flatMap((part) => part.held[account] ?? [])]),
  )
  return {
    held,
    realised: parts.flatMap((part) => part.realised),
    pending: parts.flatMap((part) => part.pending ?? []),
  }
}

/** Which invariant an account of persons is checked by; what is free is checked by I2 and I10. */
const invariants: Readonly<Record<UserAccount, string | undefined>> = {
  'U.AVAIL': undefined,
  'U.MARGIN': 'I3',
  'U.ORDER': 'I4',
  'U.SUBSCR': 'I5',
  'U.WDRAW': 'I6',
  'U.XFER': 'I6',
  'U.PRODUCT': 'I6',
}

const sealPage = 2000

export type Verification = {
  readonly evidence: Evidence
  /** Journals dated before this (epoch milliseconds) must have a seal: the job makes it within a second. */
  readonly sealedUntil: number
}

/**
 * Checks the books (rulebook §8.5) in one snapshot: I1 trial balance, I2 balances are the sums of lines, I3–I6 the
 * held accounts are what open rows say, I8 hash chain, I9 results of the market, I10 bills, and that the database
 * still guards them. Empty when everything is right. I7 (units) has no table yet.
 */
export async function verifyLedger(db: Database, { evidence, sealedUntil }: Verification): Promise<Finding[]> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await allowLongStatements(tx)
      const findings: Finding[] = []
      const check = async (invariant: string, found: Promise<{ what: string; found: string; expected: string }[]>) => {
        for (const { what, found: is, expected } of await found)
          findings.push({ invariant, message: `${what}: is ${is}, should be ${expected}` })
      }
      for (const guard of await missingGuards(tx)) findings.push({ invariant: 'guard', message: `${guard} is missing` })
      await check('I1', unbalancedCurrencies(tx))
      await check('I1', unbalancedJournals(tx))
      await check('I2', wrongBalances(tx))
      for (const account of userAccounts) {
        const invariant = invariants[account]
        if (invariant !== undefined) await check(invariant, wrongHoldings(tx, account, evidence.held[account] ?? []))
      }
      await check('I6', wrongPending(tx, evidence.pending ?? []))
      findings.push(...(await brokenLinks(tx)))
      await check('I8', unsealedJournals(tx, sealedUntil))
      await check('I9', wrongMarket(tx, evidence.realised))
      await check('I10', wrongBills(tx))
      return findings
    })
}

/** Recomputes the hash chain from the journals as they stand; stops at the first link that is broken. */
async function brokenLinks(tx: Tx): Promise<Finding[]> {
  let sequence = 0
  let hash: Buffer = chainStart
  let place: readonly [xid: bigint, id: number] = [0n, 0]
  const broken = (at: number, why: string): Finding[] => [{ invariant: 'I8', message: `seal ${at}: ${why}` }]
  for (;;) {
    const seals = await sealsAfter(tx, sequence, sealPage)
    for (const seal of seals) {
      const xid = BigInt(seal.xid)
      if (seal.sequence !== sequence + 1) return broken(seal.sequence, `follows seal ${sequence}`)
      if (!seal.previous.equals(hash)) return broken(seal.sequence, 'does not stand on the one before it')
      if (!seal.hash.equals(sealHash(hash, seal.entry))) return broken(seal.sequence, `journal ${seal.id} was changed`)
      if (xid < place[0] || (xid === place[0] && seal.id <= place[1]))
        return broken(seal.sequence, `journal ${seal.id} is out of order`)
      sequence = seal.sequence
      hash = seal.hash
      place = [xid, seal.id]
    }
    if (seals.length < sealPage) return []
  }
}
