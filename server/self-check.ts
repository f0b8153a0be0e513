import { minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import { forgetCheckpoint, loadCheckpoint, saveCheckpoint, secretOf, type Sign } from '#areas/ledger/checkpoint.ts'
import type { Finding } from '#areas/ledger/finding.ts'
import type { Proved, Trusted } from '#areas/ledger/follow-chain.ts'
import type { LedgerCheck, LedgerState } from '#areas/ledger/ledger-state.ts'
import { openSpreadCheck } from '#areas/ledger/spread-check.ts'
import { verifySince, verifyWhole, type Verified } from '#areas/ledger/verify.ts'
import { inTransaction, type Database } from '#db/sql.ts'
import { everyEvidence } from './areas.ts'

/** Grace period in wall-clock time: the newest journals may not have their link yet. */
export const linkGraceMilliseconds = 5000

const hourMilliseconds = 60 * minuteMilliseconds

/** The UTC day of the last nightly check, which is due at 00:30 UTC (rulebook §2.2 `selfcheck`). */
const nightOf = (instant: number): number => utcDay(instant - 30 * minuteMilliseconds)

/**
 * Which check is due. `start`, `night` and `hour` trust what was recomputed before; `whole` recomputes all at once,
 * because something was wrong.
 */
export function dueCheck(
  last: { readonly at: number; readonly wasRight: boolean } | undefined,
  now: number,
): 'start' | 'night' | 'hour' | 'whole' | undefined {
  if (last === undefined) return 'start'
  const isNight = nightOf(now) !== nightOf(last.at)
  if (!isNight && now - last.at < hourMilliseconds) return undefined
  if (!last.wasRight) return 'whole'
  return isNight ? 'night' : 'hour'
}

const lastCheck = ({ length }: readonly Finding[], seconds: number): LedgerCheck => ({
  endedAt: performance.now(),
  seconds,
  findings: length,
})

export type SelfCheckDependencies = {
  readonly db: Database
  readonly ledger: LedgerState
  /** For the checkpoint of the hash chain and the sums. */
  readonly sign: Sign
}

/**
 * Returns the job that checks the ledger at its first run, every hour and at 00:30 UTC; run it every second. While the ledger
 * is wrong, no orders are accepted. Each check continues from what an earlier one has proved, also one of an earlier process: a signed
 * checkpoint names the link of the hash chain and the sums up to there. After such a check everything is recomputed slowly, a page at each
 * of the other runs, so that a long ledger neither delays a start nor orders; and at once while something is wrong.
 *
 * A late link is not a finding, because a long transaction, even in another database of the same server, delays all links.
 */
export function openSelfCheck({ db, ledger, sign }: SelfCheckDependencies, alarm: (finding: Finding) => void) {
  let last: { readonly at: number; readonly wasRight: boolean } | undefined
  let trusted: Trusted | undefined
  const secret = secretOf(sign)
  const spread = openSpreadCheck(db, { evidence: everyEvidence, secret })

  /** After a fault nothing that was recomputed before is trusted, by the next process either. */
  async function report(findings: readonly Finding[], at: number, proved?: Proved): Promise<void> {
    const wasRight = findings.length === 0
    last = { at, wasRight }
    ledger.isConsistent = wasRight
    for (const finding of findings) alarm(finding)
    await inTransaction(db, async (tx) => {
      if (!wasRight) await forgetCheckpoint(tx)
      else if (proved !== undefined) await saveCheckpoint(tx, sign, proved)
    })
  }

  async function continued(): Promise<Verified | undefined> {
    if (trusted === undefined) return undefined
    const checked = await verifySince(db, everyEvidence, { secret, trusted })
    if (checked !== 'differs') return checked
    // No order is accepted until the whole check has found the difference, or none.
    ledger.isConsistent = false
    return undefined
  }

  async function check(due: NonNullable<ReturnType<typeof dueCheck>>, now: number): Promise<void> {
    if (due === 'start') trusted = await inTransaction(db, (tx) => loadCheckpoint(tx, sign))
    const begin = performance.now()
    const soFar = due === 'whole' ? undefined : await continued()
    const checked =
      soFar ?? (await verifyWhole(db, { evidence: everyEvidence, linkedUntil: 0 }, { secret, link: trusted?.link }))
    ledger.lastCheck = lastCheck(checked.findings, (performance.now() - begin) / 1000)
    const { findings, proved, users } = checked
    if (proved !== undefined) {
      trusted = { link: proved.link, hadSums: (fingerprint) => fingerprint === proved.fingerprint }
      if (soFar !== undefined) {
        spread.begin(proved)
        spread.hurry(users)
      }
    }
    await report(findings, now, proved)
  }

  /** Checks the next pages of what is spread over the day, if nothing is known to be wrong. */
  async function step(): Promise<void> {
    if (last?.wasRight !== true) return
    const findings = await spread.step()
    if (findings.length === 0) return
    ledger.lastCheck = lastCheck(findings, ledger.lastCheck?.seconds ?? 0)
    await report(findings, last.at)
  }

  return async (now: number): Promise<void> => {
    const due = dueCheck(last, now)
    await (due === undefined ? step() : check(due, now))
  }
}
