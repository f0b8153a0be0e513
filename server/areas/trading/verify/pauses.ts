import type { SpeedSince } from '#areas/market/speeds.ts'
import { missedMilliseconds, type TickGap } from '#feeds/ticker.ts'

/** An interval in which an instrument or a whole market was halted; without an end if the halt continues. */
export type HaltStretch = {
  readonly market: string
  readonly code: string | undefined
  readonly from: number
  readonly to: number | undefined
  /** The instants between which certainly nothing was accepted or filled, as the servers have noted them; undefined if none knew the halt. */
  readonly held: { readonly after: number; readonly until: number | undefined } | undefined
}

/** Public facts about the times without fills. */
export type Pauses = {
  readonly gaps: readonly TickGap[]
  readonly halts: readonly HaltStretch[]
  /** Until when ticks were handled, epoch milliseconds of the market clock. */
  readonly until: number
  /** Of the market clock, oldest first; before the first it was 1. */
  readonly speeds: readonly SpeedSince[]
}

/** `Pauses`, indexed for look-ups by order. */
export type PauseIndex = {
  readonly until: number
  /** So long, by the market clock, a list may be late or be lost from an instant on before that is a gap of its own. */
  patienceFrom(this: void, at: number): number
  /** The end of a gap or a halt that overlaps a stretch; undefined when none does. */
  endOfPause(key: string, from: number, to: number): number | undefined
  /** By when a job that is due at an instant has run, as far as gaps and halts let it. */
  latestRun(key: string, due: number): number
  /** When the halt began in which an instant certainly lies; undefined when it lies in none. */
  haltedSince(this: void, key: string, at: number): number | undefined
}

/** Jobs run every few seconds and work in parts: they may take a minute, so many times the patience of the ticks. */
const jobPatiences = 12

export function openPauses({ gaps, halts, until, speeds }: Pauses): PauseIndex {
  const disjointGaps = disjoint(gaps)
  const byKey = new Map<string, KnownHalts>()

  function haltsOf(key: string): KnownHalts {
    const known = byKey.get(key)
    if (known !== undefined) return known
    const [market = '', code] = key.split(':')
    const own = halts.filter((halt) => halt.market === market && (halt.code === undefined || halt.code === code))
    const found = { own, pauses: disjoint(own.map(({ from, to = Infinity }) => ({ from, to }))) }
    byKey.set(key, found)
    return found
  }

  const patienceAt = (at: number): number =>
    missedMilliseconds * (speeds[countUntil(speeds, ({ from }) => from <= at) - 1]?.speed ?? 1)

  // Where the speed changes meanwhile, the greater one counts: a hurried clock passes over ticks.
  const patienceFrom = (at: number): number => Math.max(patienceAt(at), patienceAt(at + patienceAt(at)))
  const endOfPause = (key: string, from: number, to: number): number | undefined =>
    overlapping(disjointGaps, from, to)?.to ?? overlapping(haltsOf(key).pauses, from, to)?.to

  return {
    until,
    patienceFrom,
    endOfPause,
    latestRun(key, due) {
      for (let from = due; ;) {
        const latest = from + jobPatiences * patienceFrom(from)
        const resumed = endOfPause(key, from, latest)
        if (resumed === undefined || resumed <= from) return latest
        from = resumed
      }
    },
    haltedSince: (key, at) =>
      haltsOf(key).own.find(({ held }) => held !== undefined && held.after < at && at < (held.until ?? Infinity))?.from,
  }
}

/** The halts of an instrument, and the intervals that they make together. */
type KnownHalts = { readonly own: readonly HaltStretch[]; readonly pauses: readonly TickGap[] }

/** Sorts intervals and merges overlapping ones. */
function disjoint(stretches: readonly TickGap[]): readonly TickGap[] {
  const found: TickGap[] = []
  for (const stretch of stretches.toSorted((one, other) => one.from - other.from)) {
    const last = found.at(-1)
    if (last === undefined || last.to < stretch.from) found.push(stretch)
    else if (last.to < stretch.to) found[found.length - 1] = { from: last.from, to: stretch.to }
  }
  return found
}

function overlapping(stretches: readonly TickGap[], from: number, to: number): TickGap | undefined {
  const first = stretches[countUntil(stretches, (each) => each.to < from)]
  return first !== undefined && first.from <= to ? first : undefined
}

/** How many rows at the beginning meet a condition that none of the later ones meets: binary search. */
function countUntil<Row>(rows: readonly Row[], meets: (row: Row) => boolean): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (meets(rows[middle] as Row)) low = middle + 1
    else high = middle
  }
  return low
}
