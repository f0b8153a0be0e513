import { minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { verifyAgain, type Finding, type ProvedLink } from '#areas/ledger/verify.ts'
import type { Database } from '#db/sql.ts'
import { everyEvidence } from './areas.ts'
import type { Parts } from './parts.ts'

/** Journals of the last seconds of the wall clock may still be waiting for their seal. */
export const sealGraceMilliseconds = 5000

const hourMilliseconds = 60 * minuteMilliseconds

/** The night before an instant: a new one begins at 00:30 UTC (rulebook §2.2 `selfcheck`). */
const nightOf = (instant: number): number => utcDay(instant - 30 * minuteMilliseconds)

/** Whether a check is due, and whether it may build upon the hashes that the last one has recomputed. */
export function dueCheck(
  last: { readonly at: number; readonly wasRight: boolean } | undefined,
  now: number,
): 'whole' | 'continued' | undefined {
  if (last === undefined || nightOf(now) !== nightOf(last.at)) return 'whole'
  if (now - last.at < hourMilliseconds) return undefined
  return last.wasRight ? 'continued' : 'whole'
}

/**
 * Checks the books every hour and at 00:30 UTC, and first as soon as it is asked; to be asked every minute. Nothing is
 * traded on books that are wrong. Each check sums all rows anew; the hash chain is followed from its beginning in the
 * first check, at night and for as long as something is wrong, and else from where the last check ended. A link that was
 * once recomputed must stay as it is while the process lives.
 *
 * A seal that is late says nothing about the books: a long transaction, even of another database of the same server,
 * holds all seals up.
 */
export function openSelfCheck(
  { db, books }: Pick<Parts, 'books'> & { readonly db: Database },
  alarm: (finding: Finding) => void,
) {
  let last: { readonly at: number; readonly wasRight: boolean } | undefined
  let link: ProvedLink | undefined
  return async (now: number): Promise<void> => {
    const due = dueCheck(last, now)
    if (due === undefined) return
    const proof = link === undefined ? undefined : { link, isTrusted: due === 'continued' }
    const checked = await verifyAgain(db, { evidence: everyEvidence, sealedUntil: 0 }, proof)
    const wasRight = checked.findings.length === 0
    last = { at: now, wasRight }
    link = checked.link ?? link
    books.areRight = wasRight
    for (const finding of checked.findings) alarm(finding)
  }
}
