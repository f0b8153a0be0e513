import { isoDate, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import type { Tx } from '#db/sql.ts'
import { commitmentDays, type DaySecrets } from '#feeds/simulator/day-secrets.ts'
import { modelVersion } from '#feeds/simulator/simulated-feed.ts'
import { commitmentsFrom, firstCommittedAt, firstCommittedDate, insertCommitments } from './store.ts'
import { dayNumber } from '@mex/core/time-zone.ts'

/** The secret or the price model is not the one of a commitment: prices would differ from the committed ones. */
export class CommitmentBroken extends Error {
  override readonly name = 'CommitmentBroken'
  constructor(date: string, promised: number) {
    super(
      promised === modelVersion
        ? `The market's secret does not fit what was published for ${date}. Prices of a promised day cannot be drawn anew: bring back the secret, or give this market a DATA_DIR of its own.`
        : `The prices of ${date} were promised with price model ${promised}, and this program has price model ${modelVersion}. Prices of a promised day cannot be drawn anew: run the version of the program that promised them, or give this market a DATA_DIR of its own.`,
    )
  }
}

/**
 * Publishes the commitments of today and the next 35 days that are not published yet (rulebook §13.6); returns their
 * number. Throws `CommitmentBroken` when a published one belongs to another secret or price model.
 */
export async function publishCommitments(tx: Tx, secrets: DaySecrets, now: number): Promise<number> {
  const today = utcDay(now)
  const wanted = Array.from({ length: commitmentDays + 1 }, (_, index) => ({
    date: isoDate(today + index),
    modelVersion,
    hash: secrets.commitmentOf(today + index),
    publishedAt: now,
  }))
  const published = new Map((await commitmentsFrom(tx, isoDate(today), wanted.length)).map((one) => [one.date, one]))
  for (const { date, hash } of wanted) {
    const before = published.get(date)
    if (before !== undefined && before.hash !== hash) throw new CommitmentBroken(date, before.modelVersion)
  }
  const missing = wanted.filter(({ date }) => !published.has(date))
  return missing.length === 0 ? 0 : insertCommitments(tx, missing)
}

/** The day of the installation's first start. Earlier days are public from the beginning (market model §3). */
export async function firstDay(tx: Tx, now: number): Promise<DayNumber> {
  const date = await firstCommittedDate(tx)
  return date === undefined ? utcDay(now) : dayNumber(date)
}

/** The instant of the installation's first start; undefined before it. */
export const firstStartedAt = (tx: Tx): Promise<number | undefined> => firstCommittedAt(tx)
