import { isoInstant, parseInstant } from '#clock.ts'
import { notesAbout } from '#areas/ledger/store-anchor.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { TickGap } from '#feeds/ticker.ts'
import { noteAboutMarket } from './notes.ts'

const memoOf = ({ from, to }: TickGap): string => `market gap ${isoInstant(from)}/${isoInstant(to)}`
const memoPattern = /^market gap (\S+)\/(\S+)$/

/** Keeps a stretch without prices (rulebook §13.6). */
export async function recordGap(db: Database, gap: TickGap): Promise<void> {
  // Two gaps may begin alike: a process that ends before its first tick leaves the beginning to the next.
  const note = { key: `${gap.from}:${gap.to}`, at: gap.to, memo: memoOf(gap) }
  await inTransaction(db, (tx) => noteAboutMarket(tx, note))
}

/** The gaps that the market had and that may not be in the ledger yet. */
export type GapRecord = {
  /** Takes over a gap, to be recorded at once. */
  add(this: void, gap: TickGap): void
  /** Records what could not be recorded before; rejects when it cannot be now either. */
  record(this: void): Promise<void>
  /** Where the first gap begins that is not in the ledger. */
  unrecordedSince(this: void): number | undefined
}

/** A gap is kept until it is recorded: what caused it, a database that is away, keeps it from the ledger as well. */
export function openGapRecord(db: Database, failed: (error: unknown) => void): GapRecord {
  const waiting: TickGap[] = []
  let recording: Promise<void> | undefined

  async function recordAll(): Promise<void> {
    for (let [gap] = waiting; gap !== undefined; [gap] = waiting) {
      await recordGap(db, gap)
      waiting.shift()
    }
  }

  async function record(): Promise<void> {
    recording ??= recordAll().finally(() => {
      recording = undefined
    })
    await recording
  }

  return {
    add(gap) {
      waiting.push(gap)
      record().catch(failed)
    },
    record,
    unrecordedSince: () => waiting[0]?.from,
  }
}

/** The gaps that ended in a stretch of time, oldest first. */
export async function gapsBetween(tx: Tx, from: number, until: number): Promise<readonly TickGap[]> {
  const notes = await notesAbout(tx, 'market', from, until)
  return notes.flatMap(({ memo }) => {
    const [, first = '', last = ''] = memoPattern.exec(memo) ?? []
    const [start, end] = [parseInstant(first), parseInstant(last)]
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }]
  })
}
