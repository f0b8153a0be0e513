import { isoInstant, parseInstant } from '#clock.ts'
import { notesAbout } from '#areas/ledger/store-anchor.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { TickGap } from '#feeds/ticker.ts'
import { noteAboutMarket } from './notes.ts'

const memoOf = ({ from, to }: TickGap): string => `market gap ${isoInstant(from)}/${isoInstant(to)}`
const memoPattern = /^market gap (\S+)\/(\S+)$/

/** Records an interval without prices (rulebook §13.6), once. */
export async function noteGap(tx: Tx, gap: TickGap): Promise<void> {
  // Two gaps may have the same beginning: a process that ends before its first tick leaves it to the next process.
  await noteAboutMarket(tx, { key: `${gap.from}:${gap.to}`, at: gap.to, memo: memoOf(gap) })
}

/** The same in a commit of its own. */
export const recordGap = (db: Database, gap: TickGap): Promise<void> => inTransaction(db, (tx) => noteGap(tx, gap))

/** Gaps of the market that may not be recorded yet. */
export type GapRecord = {
  /** Takes over a gap, to be recorded at once. */
  add(this: void, gap: TickGap): void
  /** Records what could not be recorded before; rejects when it cannot be now either. */
  record(this: void): Promise<void>
  /** The beginning of the first unrecorded gap. */
  unrecordedSince(this: void): number | undefined
}

/** Keeps a gap until it is recorded: its cause, an unreachable database, also prevents recording it. */
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

/** The gaps that ended in an interval, oldest first. */
export async function gapsBetween(tx: Tx, from: number, until: number): Promise<readonly TickGap[]> {
  const notes = await notesAbout(tx, 'market', from, until)
  return notes.flatMap(({ memo }) => {
    const [, first = '', last = ''] = memoPattern.exec(memo) ?? []
    const [start, end] = [parseInstant(first), parseInstant(last)]
    return start === undefined || end === undefined ? [] : [{ from: start, to: end }]
  })
}
