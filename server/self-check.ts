import { minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { verifyAgain, type Finding, type ProvedLink } from '#areas/ledger/verify.ts'
import type { Database } from '#db/sql.ts'
import { everyEvidence } from './areas.ts'
import type { Dependencies } from './dependencies.ts'

/** Grace period in wall-clock time: the newest journals may not have their link yet. */
export const linkGraceMilliseconds = 5000

const hourMilliseconds = 60 * minuteMilliseconds

/** The UTC day of the last nightly check, which is due at 00:30 UTC (rulebook §2.2 `selfcheck`). */
const nightOf = (instant: number): number => utcDay(instant - 30 * minuteMilliseconds)

/** Whether a check is due: `continued` trusts the hashes that the last check recomputed, `whole` recomputes all. */
export function dueCheck(
  last: { readonly at: number; readonly wasRight: boolean } | undefined,
  now: number,
): 'whole' | 'continued' | undefined {
  if (last === undefined || nightOf(now) !== nightOf(last.at)) return 'whole'
  if (now - last.at < hourMilliseconds) return undefined
  return last.wasRight ? 'continued' : 'whole'
}

/**
 * Returns the job that checks the ledger at its first run, every hour and at 00:30 UTC; run it every minute. While the
 * ledger is wrong, no orders are accepted. Each check sums all rows. It follows the hash chain from the start at the first
 * run, at night and while something is wrong, otherwise from the last checked link. A recomputed link must not change
 * while the process lives.
 *
 * A late link is not a finding, because a long transaction, even in another database of the same server, delays all links.
 */
export function openSelfCheck(
  { db, ledger }: Pick<Dependencies, 'ledger'> & { readonly db: Database },
  alarm: (finding: Finding) => void,
) {
  let last: { readonly at: number; readonly wasRight: boolean } | undefined
  let link: ProvedLink | undefined
  return async (now: number): Promise<void> => {
    const due = dueCheck(last, now)
    if (due === undefined) return
    const proof = link === undefined ? undefined : { link, isTrusted: due === 'continued' }
    const checked = await verifyAgain(db, { evidence: everyEvidence, linkedUntil: 0 }, proof)
    const wasRight = checked.findings.length === 0
    last = { at: now, wasRight }
    link = checked.link ?? link
    ledger.isConsistent = wasRight
    for (const finding of checked.findings) alarm(finding)
  }
}
