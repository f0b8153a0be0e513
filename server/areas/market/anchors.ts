import { createHash } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import type { Answer } from '@mex/contract/call.ts'
import { calls } from '@mex/contract/areas.ts'
import { dayMilliseconds, dayNumber, isoDate, minuteMilliseconds, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import * as z from 'zod/mini'
import type { Database, Tx } from '#db/sql.ts'
import type { Feed } from '#feeds/feed.ts'
import type { DrawnPrices } from '#feeds/drawn.ts'
import { commitmentDays, revealedSecrets } from '#feeds/simulator/day-secrets.ts'
import { totalsBefore, type LedgerTotals } from '#areas/ledger/store-anchor.ts'
import type { Job } from '#jobs/runner.ts'
import { firstDay } from './commitments.ts'
import { gapsBetween } from './gaps.ts'
import { anchorText, commitmentsFrom, insertAnchor, lastAnchorDate } from './store.ts'

export type AnchorDependencies = {
  readonly feed: Feed
  readonly drawn: Pick<DrawnPrices, 'secrets' | 'firstDrawnDay'>
}

type Anchor = Answer<typeof calls.audit.anchor>

/** An anchor describes the state half an hour after its date (rulebook §30). */
export const anchorDelay = 30 * minuteMilliseconds
/** Cache lifetime of the totals of the current day. */
const freshMilliseconds = 60_000

/** Maximum number of days per run of the job; after a long stop the next run follows a minute later. */
const daysAtOnce = 3

/** Computes the anchor of a day from the ledger and the market as they are now. */
export function openAnchors(dependencies: AnchorDependencies) {
  const totals = openTotals()
  const hashes = openQuoteHashes(dependencies.feed)
  return async (tx: Tx, day: DayNumber, now: number): Promise<Anchor> => {
    const until = (day + 1) * dayMilliseconds
    const first = await firstDay(tx, now)
    const commitments = await commitmentsFrom(tx, isoDate(day + 1), commitmentDays)
    return {
      date: isoDate(day),
      at: Math.min(now, until + anchorDelay),
      ...(await totals(tx, day, now)),
      quotesHash: until > now || day < first ? undefined : await hashes(day),
      commitments: commitments.map(({ date, hash }) => ({ date, hash })),
      revealed: revealedBy(dependencies, first, Math.min(now, until + anchorDelay)),
      gaps: await gapsBetween(tx, day * dayMilliseconds, until),
    }
  }
}

/** The published anchor of a day; undefined before its publication. */
export async function storedAnchor(tx: Tx, day: DayNumber): Promise<Anchor | undefined> {
  const text = await anchorText(tx, isoDate(day))
  return text === undefined ? undefined : z.decode(calls.audit.anchor.output, JSON.parse(text) as never)
}

export type AnchorJobDependencies = AnchorDependencies & {
  readonly db: Database
  /** Keeps a line outside of the database too, where the operator wants that. */
  readonly keepOutside: ((line: string) => Promise<void>) | undefined
}

/**
 * Publishes the anchors of the days that have ended since the last one, half an hour after each (rulebook §30); returns
 * their number. The published text is stored and never computed again.
 */
async function publishAnchors(
  { db, keepOutside }: AnchorJobDependencies,
  compose: ReturnType<typeof openAnchors>,
  now: number,
): Promise<number> {
  const last = await lastAnchorDate(db)
  const next = last === undefined ? await firstDay(db, now) : dayNumber(last) + 1
  const newest = utcDay(now - anchorDelay) - 1
  let published = 0
  for (let day = next; day <= newest && published < daysAtOnce; day += 1) {
    const text = JSON.stringify(z.encode(calls.audit.anchor.output, await compose(db, day, now)))
    const hash = createHash('sha256').update(text, 'utf8').digest()
    // Write outside first: after a crash an extra line is visible, a missing line would not be.
    await keepOutside?.(JSON.stringify({ date: isoDate(day), hash: hash.toString('hex'), anchor: text }))
    await insertAnchor(db, { date: isoDate(day), text, hash, createdAt: now })
    published += 1
  }
  return published
}

/** The daily anchor (rulebook §2.2 `selfcheck`, §30). */
export function anchorJobs(dependencies: AnchorJobDependencies): readonly Job[] {
  const compose = openAnchors(dependencies)
  return [{ name: 'anchor', everySeconds: 60, run: (now) => publishAnchors(dependencies, compose, now) }]
}

/** The most recently revealed secrets at an instant; with those of earlier anchors they reach back to the beginning. */
function revealedBy({ drawn }: AnchorDependencies, firstStart: DayNumber, instant: number): Anchor['revealed'] {
  const last = utcDay(instant)
  const from = Math.max(drawn.firstDrawnDay, last - commitmentDays)
  const newest = revealedSecrets(drawn.secrets, { firstStart, from, now: instant }).filter(
    ({ date }) => date <= isoDate(last),
  )
  return newest.map(({ date, secret }) => ({ date, seed: secret }))
}

/** Totals of a day: read once for a past day, at most once a minute for the current one. */
function openTotals() {
  const known = new Map<DayNumber, { readonly until: number; readonly totals: Promise<LedgerTotals> }>()
  return async (tx: Tx, day: DayNumber, now: number): Promise<LedgerTotals> => {
    const end = (day + 1) * dayMilliseconds
    const found = known.get(day)
    if (found !== undefined && now < found.until) return found.totals
    if (known.size > daysKept) known.clear()
    const totals = totalsBefore(tx, Math.min(end, now + 1))
    known.set(day, { until: now < end + anchorDelay ? now + freshMilliseconds : Infinity, totals })
    totals.catch(() => known.delete(day))
    return totals
  }
}

const daysKept = 1000
/** Number of instruments between yields to the event loop. */
const hashBatch = 20

/** SHA-256 over the last quote of a day of every instrument listed then: `id last bid ask` and a line feed each. */
function openQuoteHashes(feed: Feed) {
  const known = new Map<DayNumber, Promise<string>>()
  async function compute(day: DayNumber): Promise<string> {
    const end = (day + 1) * dayMilliseconds - 1
    const hash = createHash('sha256')
    let count = 0
    for (const key of [...feed.instruments(end).keys()].toSorted()) {
      const quote = feed.quote(key, end)
      if (quote !== undefined) hash.update(`${quote.id} ${quote.last} ${quote.bid} ${quote.ask}\n`)
      count += 1
      if (count % hashBatch === 0) await setImmediate()
    }
    return hash.digest('hex')
  }
  return (day: DayNumber): Promise<string> => {
    const found = known.get(day)
    if (found !== undefined) return found
    if (known.size > daysKept) known.clear()
    const computed = compute(day)
    known.set(day, computed)
    return computed
  }
}
