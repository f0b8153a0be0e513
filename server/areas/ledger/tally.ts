import {
  addChanges,
  addFingerprints,
  balanceChanges,
  emptyFingerprint,
  type Fingerprint,
  type Secret,
} from '@mex/core/ledger/fingerprint.ts'
import { change, type Journal } from '@mex/core/ledger/ledger.ts'
import type { Finding } from './finding.ts'
import type { StoredJournal } from './store-chain-links.ts'

/** The sums of the journals that were read. */
export type Tally = {
  /** Adds the journals of a page. */
  add(page: readonly StoredJournal[]): void
  /** Of the changes of all balances. */
  readonly fingerprint: Fingerprint
  /** Whose journals they are. */
  readonly users: ReadonlySet<number>
}

export function openTally(secret: Secret, before = emptyFingerprint): Tally {
  let fingerprint = before
  const users = new Set<number>()
  return {
    add(page) {
      const changes = page.flatMap(({ entry }) => balanceChanges(entry))
      fingerprint = addFingerprints(fingerprint, addChanges(emptyFingerprint, secret, changes))
      for (const { entry } of page) if (entry.user !== undefined) users.add(entry.user)
    },
    get fingerprint() {
      return fingerprint
    },
    users,
  }
}

/** I1 of one journal: it balances in every currency, has lines unless it is a note, and all are its own user's. */
export function journalFault({ id, entry, isOfOneUser }: StoredJournal): Finding | undefined {
  const fault = (message: string): Finding => ({ invariant: 'I1', message: `journal ${id}: ${message}` })
  if (!isOfOneUser) return fault('has lines of another user')
  if (entry.lines.length === 0 && entry.event !== 'NOTE') return fault('has no lines')
  const off = unbalanced(entry)
  return off === undefined ? undefined : fault(`does not balance in ${off}`)
}

function unbalanced({ lines }: Journal): string | undefined {
  const sums = new Map<string, bigint>()
  for (const line of lines) sums.set(line.currency, (sums.get(line.currency) ?? 0n) + change(line))
  return [...sums].find(([, sum]) => sum !== 0n)?.[0]
}
