import { userAccounts, type UserAccount } from '@mex/core/ledger/accounts.ts'
import { inTransaction, type Database, type Fragment, type Tx } from '#db/sql.ts'
import { chainStart, linkHash } from './chain.ts'
import { linksAfter, type ChainLink, type StoredJournal } from './store-chain-links.ts'
import {
  allowLongStatements,
  missingGuards,
  unbalancedCurrencies,
  unbalancedJournals,
  unlinkedJournals,
  wrongBalances,
  wrongBills,
  wrongFees,
  wrongHoldings,
  wrongMarket,
  wrongPending,
  type Difference,
} from './store-verify.ts'
import { wrongBookings, type BookedRows } from './verify-rows.ts'

/** An inconsistency of the ledger: the broken invariant of rulebook §8.5 (or 'guard', or 'row') and a description. */
export type Finding = { readonly invariant: string; readonly message: string }

/** Statements of the areas over their own tables: the amounts that their open rows hold. */
export type Evidence = {
  /** Per user account: statements that return user_id, wallet (number) and amount. No statement means zero. */
  readonly held: Readonly<Partial<Record<UserAccount, readonly Fragment[]>>>
  /** Statements that return user_id, currency and amount: realised profit and loss before fees. */
  readonly realised: readonly Fragment[]
  /** The same for commissions and levies of orders and liquidations. Not checked if no area provides them. */
  readonly charged?: readonly Fragment[]
  /** The same for deposits that are seen but not confirmed. */
  readonly pending?: readonly Fragment[]
  /** Tables whose rows have journals. Events that no area names are not checked. */
  readonly booked?: readonly BookedRows[]
}

export const noEvidence: Evidence = { held: {}, realised: [] }

/** Combines the evidence of several areas. */
export function allEvidence(parts: readonly Evidence[]): Evidence {
  const held = Object.fromEntries(
    userAccounts.map((account) => [account, parts.flatMap((part) => part.held[account] ?? [])]),
  )
  return {
    held,
    realised: parts.flatMap((part) => part.realised),
    charged: parts.flatMap((part) => part.charged ?? []),
    pending: parts.flatMap((part) => part.pending ?? []),
    booked: parts.flatMap((part) => part.booked ?? []),
  }
}

/** The invariant that checks each user account. Available balances are checked by I2 and I10. */
const invariants: Readonly<Record<UserAccount, string | undefined>> = {
  'U.AVAIL': undefined,
  'U.MARGIN': 'I3',
  'U.ORDER': 'I4',
  'U.SUBSCR': 'I5',
  'U.WDRAW': 'I6',
  'U.XFER': 'I6',
  'U.PRODUCT': 'I6',
}

/** Links per page: few enough that recomputing their hashes hardly delays answers of the same process. */
const linkPage = 200

export type Verification = {
  readonly evidence: Evidence
  /** Journals dated before this (epoch milliseconds) must have a link in the hash chain: the job adds it within a second. */
  readonly linkedUntil: number
}

/** The last recomputed link of the hash chain, and the position of its journal in commit order. */
export type ProvedLink = {
  readonly sequence: number
  readonly hash: Buffer
  readonly xid: bigint
  readonly journalId: number
}

/** The result of an earlier check, to continue from. */
export type Proof = {
  /** The newest link that the earlier check recomputed; it must not have changed. */
  readonly link: ProvedLink
  /** Whether the chain is checked from that link on, instead of from its beginning. */
  readonly isTrusted: boolean
}

export type Verified = {
  readonly findings: readonly Finding[]
  /** The newest link; undefined where the chain is broken or has none. */
  readonly link: ProvedLink | undefined
}

/**
 * Checks the ledger (rulebook §8.5): I1 trial balance, I2 balances are the sums of lines, I3–I6 the held accounts are
 * what open rows say, I8 hash chain, I9 results of the market and fees, I10 bills, that the database still guards them,
 * and ('row') that transfers, deposits and withdrawals have exactly the journals of their rows. The platform's own
 * accounts are compared user by user, so that differences of two users do not cancel. Returns the findings. I7 (units)
 * has no table yet.
 */
export const verifyLedger = async (db: Database, verification: Verification): Promise<readonly Finding[]> =>
  (await verifyAgain(db, verification, undefined)).findings

/**
 * A repeated check by the same process. Only the hash chain continues from the earlier check, because it is recomputed
 * here and not in the database, and is most of the work. Every sum is computed again from all rows, in one snapshot.
 */
export async function verifyAgain(
  db: Database,
  { evidence, linkedUntil }: Verification,
  proof: Proof | undefined,
): Promise<Verified> {
  return inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const findings: Finding[] = []
      const check = async (invariant: string, found: Promise<readonly Difference[]>) => {
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
      for (const rows of evidence.booked ?? [])
        for (const message of await wrongBookings(tx, rows)) findings.push({ invariant: 'row', message })
      const chain = await followChain(tx, proof)
      if (chain.broken !== undefined) findings.push({ invariant: 'I8', message: chain.broken })
      await check('I8', unlinkedJournals(tx, linkedUntil))
      await check('I9', wrongMarket(tx, evidence.realised))
      if (evidence.charged !== undefined) await check('I9', wrongFees(tx, evidence.charged))
      await check('I10', wrongBills(tx))
      return { findings, link: chain.link }
    },
    'snapshot',
  )
}

const chainBegin: ProvedLink = { sequence: 0, hash: chainStart, xid: 0n, journalId: 0 }

type Chain = { readonly broken?: string; readonly link: ProvedLink | undefined }

/** Recomputes the hash chain from the stored journals; stops at the first broken link. */
async function followChain(tx: Tx, proof: Proof | undefined): Promise<Chain> {
  if (proof !== undefined && !(await isStillThere(tx, proof.link)))
    return { broken: `seal ${proof.link.sequence}: is not the one of the last check`, link: undefined }
  let last = proof?.isTrusted === true ? proof.link : chainBegin
  for (;;) {
    const links = await linksAfter(tx, last.sequence, linkPage)
    for (const chainLink of links) {
      const why = wrongWith(chainLink, last)
      if (why !== undefined) return { broken: `seal ${chainLink.sequence}: ${why}`, link: undefined }
      last = { sequence: chainLink.sequence, hash: chainLink.hash, xid: BigInt(chainLink.xid), journalId: chainLink.id }
    }
    if (links.length < linkPage) return { link: last.sequence === 0 ? undefined : last }
  }
}

async function isStillThere(tx: Tx, { sequence, hash }: ProvedLink): Promise<boolean> {
  const [found] = await linksAfter(tx, sequence - 1, 1)
  return found?.sequence === sequence && found.hash.equals(hash)
}

/** The fault of a link after `last`; undefined if it is correct. */
function wrongWith(chainLink: ChainLink & StoredJournal, last: ProvedLink): string | undefined {
  const xid = BigInt(chainLink.xid)
  if (chainLink.sequence !== last.sequence + 1) return `follows seal ${last.sequence}`
  if (!chainLink.previous.equals(last.hash)) return 'does not stand on the one before it'
  if (!chainLink.hash.equals(linkHash(last.hash, chainLink.entry))) return `journal ${chainLink.id} was changed`
  if (xid < last.xid || (xid === last.xid && chainLink.id <= last.journalId))
    return `journal ${chainLink.id} is out of order`
  return undefined
}
