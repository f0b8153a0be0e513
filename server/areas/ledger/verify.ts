import { userAccounts, type UserAccount } from '@mex/core/ledger/accounts.ts'
import {
  addChanges,
  addFingerprints,
  balanceChange,
  emptyFingerprint,
  subtractFingerprints,
  type Fingerprint,
  type Secret,
} from '@mex/core/ledger/fingerprint.ts'
import { inTransaction, type Database, type Fragment, type Tx } from '#db/sql.ts'
import type { Finding } from './finding.ts'
import {
  chainBegin,
  changedLink,
  followChain,
  tallyUnlinked,
  type Proved,
  type ProvedLink,
  type Trusted,
} from './follow-chain.ts'
import {
  allowLongStatements,
  balancePages,
  everybody,
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
  type Scope,
} from './store-verify.ts'
import { openTally, type Tally } from './tally.ts'
import { wrongBookings, type BookedRows } from './verify-rows.ts'

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

export type Verification = {
  readonly evidence: Evidence
  /** Journals dated before this (epoch milliseconds) must have a link in the hash chain: the job adds it within a second. */
  readonly linkedUntil: number
}

export type Verified = {
  readonly findings: readonly Finding[]
  /** What is proved now; undefined where something is wrong, or there is no link. */
  readonly proved: Proved | undefined
  /** The users of the journals that were read. */
  readonly users: ReadonlySet<number>
}

/**
 * Checks the ledger (rulebook §8.5): I1 trial balance, I2 balances are the sums of lines, I3–I6 the held accounts are
 * what open rows say, I8 hash chain, I9 results of the market and fees, I10 bills, that the database still guards them,
 * and ('row') that transfers, deposits and withdrawals have exactly the journals of their rows. The platform's own
 * accounts are compared user by user, so that differences of two users do not cancel. Returns the findings. I7 (units)
 * has no table yet.
 */
export const verifyLedger = async (db: Database, verification: Verification): Promise<readonly Finding[]> =>
  (await verifyWhole(db, verification, { secret: noSecret, link: undefined })).findings

/** Without a checkpoint nothing is compared but the sums themselves. */
const noSecret: Secret = () => 0n

/**
 * Checks everything from all rows, in one snapshot. `link` is one that an earlier check has recomputed: it must not have
 * changed.
 */
export const verifyWhole = (
  db: Database,
  { evidence, linkedUntil }: Verification,
  { secret, link }: { readonly secret: Secret; readonly link: ProvedLink | undefined },
): Promise<Verified> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const findings = [...(await guardFindings(tx)), ...(await namedBy('I1', unbalancedCurrencies(tx)))]
      findings.push(...(await sumFindings(tx, { evidence, linkedUntil }, everybody)))
      for (const rows of evidence.booked ?? [])
        for (const message of await wrongBookings(tx, rows)) findings.push({ invariant: 'row', message })
      const tally = openTally(secret)
      const chain = await proveChain(tx, { link, from: chainBegin }, tally)
      findings.push(...chain.findings)
      if (findings.length > 0 || chain.proved === undefined) return { findings, proved: undefined, users: tally.users }
      const fault = await tallyUnlinked(tx, { proved: chain.proved.link, newest: chain.proved.link }, tally)
      if (fault !== undefined) findings.push(fault)
      else if ((await balanceFingerprint(tx, secret)) !== tally.fingerprint) findings.push(differentBalances)
      return { findings, proved: findings.length > 0 ? undefined : chain.proved, users: tally.users }
    },
    'snapshot',
  )

const differentBalances: Finding = { invariant: 'I2', message: 'the balances together: are not the sums of the lines' }

/**
 * Continues an earlier check: reads the journals after its link, and all balances and open rows. The balances without the
 * new lines must be the sums that were proved with that link; otherwise returns 'differs', and a whole check finds out where.
 * What this does not read is read by the check that is spread over the day (spread-check.ts).
 */
export const verifySince = (
  db: Database,
  evidence: Evidence,
  { secret, trusted }: { readonly secret: Secret; readonly trusted: Trusted },
): Promise<Verified | 'differs'> =>
  inTransaction(
    db,
    async (tx) => {
      await allowLongStatements(tx)
      const tally = openTally(secret)
      const { findings: broken, proved } = await proveChain(tx, { link: trusted.link, from: trusted.link }, tally)
      const found = [...(await guardFindings(tx)), ...broken, ...(await heldFindings(tx, evidence, everybody))]
      const newest = proved?.link ?? trusted.link
      const moved = tally.fingerprint
      const fault = broken.length > 0 ? undefined : await tallyUnlinked(tx, { proved: trusted.link, newest }, tally)
      const findings = fault === undefined ? found : [...found, fault]
      if (findings.length > 0) return { findings, proved: undefined, users: tally.users }
      const before = subtractFingerprints(await balanceFingerprint(tx, secret), tally.fingerprint)
      if (!trusted.hadSums(before)) return 'differs'
      return { findings, proved: { link: newest, fingerprint: addFingerprints(before, moved) }, users: tally.users }
    },
    'snapshot',
  )

async function proveChain(
  tx: Tx,
  { link, from }: { readonly link: ProvedLink | undefined; readonly from: ProvedLink },
  tally: Tally,
): Promise<{ readonly findings: readonly Finding[]; readonly proved: Proved | undefined }> {
  const changed = link === undefined ? undefined : await changedLink(tx, link)
  if (changed !== undefined) return { findings: [changed], proved: undefined }
  const chain = await followChain(tx, from, tally)
  if (chain.broken !== undefined) return { findings: [chain.broken], proved: undefined }
  const hasLinks = chain.link.sequence > 0
  return { findings: [], proved: hasLinks ? { link: chain.link, fingerprint: tally.fingerprint } : undefined }
}

async function balanceFingerprint(tx: Tx, secret: Secret): Promise<Fingerprint> {
  let fingerprint = emptyFingerprint
  for await (const page of balancePages(tx)) fingerprint = addChanges(fingerprint, secret, page.map(balanceChange))
  return fingerprint
}

async function namedBy(invariant: string, found: Promise<readonly Difference[]>): Promise<Finding[]> {
  return (await found).map(({ what, found: is, expected }) => ({
    invariant,
    message: `${what}: is ${is}, should be ${expected}`,
  }))
}

const guardFindings = async (tx: Tx): Promise<Finding[]> =>
  (await missingGuards(tx)).map((guard) => ({ invariant: 'guard', message: `${guard} is missing` }))

/** I3–I6: the held accounts. */
async function heldFindings(tx: Tx, { held }: Evidence, scope: Scope): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const account of userAccounts) {
    const invariant = invariants[account]
    if (invariant !== undefined)
      findings.push(...(await namedBy(invariant, wrongHoldings(tx, scope, account, held[account] ?? []))))
  }
  return findings
}

/** What is summed user by user. */
export async function sumFindings(
  tx: Tx,
  { evidence, linkedUntil }: Verification,
  scope: Scope,
): Promise<readonly Finding[]> {
  const { realised, charged, pending = [] } = evidence
  return [
    ...(await namedBy('I1', unbalancedJournals(tx, scope))),
    ...(await namedBy('I2', wrongBalances(tx, scope))),
    ...(await heldFindings(tx, evidence, scope)),
    ...(await namedBy('I6', wrongPending(tx, scope, pending))),
    ...(await namedBy('I8', unlinkedJournals(tx, scope, linkedUntil))),
    ...(await namedBy('I9', wrongMarket(tx, scope, realised))),
    ...(charged === undefined ? [] : await namedBy('I9', wrongFees(tx, scope, charged))),
    ...(await namedBy('I10', wrongBills(tx, scope))),
  ]
}
