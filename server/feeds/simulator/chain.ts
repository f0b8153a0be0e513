import { assert } from '@mex/core/assert.ts'
import { drawDay, newOutline, nextVolatility, outline } from './day-outline.ts'
import type { DayKeys } from './day-secrets.ts'
import { ownVolatility, type Path, type PathState, volatilityFactor } from './path.ts'
import type { DaySessions, Profiles } from './profile.ts'

/** The common inputs of all paths of a market: keys, sessions, profiles, and the day on which all levels are 0. */
export type Surroundings = {
  readonly keys: DayKeys
  readonly epoch: number
  readonly sessions: DaySessions
  readonly profiles: Profiles
}

/** The daily states of one path, computed forward on demand and cached (28 bytes a day). */
export type Chain = {
  readonly path: Path
  /** The day on which its level is 0. */
  readonly epoch: number
  /** Log level at the start of a day. */
  levelAt(day: number): number
  /** Factor of the day's deviation. */
  volatilityAt(day: number): number
  /** The path's own part of the day's log volatility; child paths inherit a share of it. */
  ownVolatilityAt(day: number): number
}

/** Column i is day i after the epoch; `levels` has one column more, the level at the end of the last day. */
type Columns = {
  count: number
  levels: Int32Array
  slow: Float64Array
  fast: Float64Array
  standardised: Float64Array
}

const scratch = newOutline()

/** Opens the chain of a path; `parent` is the chain of its volatility parent, if it has one. */
export function openChain(path: Path, parent: Chain | undefined, surroundings: Surroundings): Chain {
  const { keys, sessions, profiles } = surroundings
  const epoch = path.firstDay ?? surroundings.epoch
  const columns = newColumns()

  function appendDay(): void {
    const index = columns.count
    if (index === columns.slow.length) grow(columns)
    const day = epoch + index
    // The parent comes first, because computing its days overwrites the shared buffer of `drawDay`.
    const parentsOwn = parent !== undefined ? parent.ownVolatilityAt(day) : 0
    const draws = drawDay(keys.keyOf(day), path)
    const { slow, fast } = nextVolatility(path, stateOf(columns, index), draws)
    const volatility = volatilityFactor(path, ownVolatility(path, slow, fast), parentsOwn)
    outline(
      path,
      day,
      day - epoch,
      columns.levels[index]!,
      volatility,
      draws,
      profiles(path.profile, day),
      sessions,
      scratch,
    )
    columns.slow[index] = slow
    columns.fast[index] = fast
    columns.standardised[index] = scratch.standardised
    columns.levels[index + 1] = scratch.end
    columns.count += 1
  }

  /** Computes all columns up to a day and returns its column. */
  function reach(day: number): number {
    assert(day >= epoch, 'a path begins at its epoch')
    const index = day - epoch
    while (columns.count <= index) appendDay()
    return index
  }

  function ownVolatilityAt(day: number): number {
    const index = reach(day)
    return ownVolatility(path, columns.slow[index]!, columns.fast[index]!)
  }

  return {
    path,
    epoch,
    levelAt(day) {
      const index = reach(day)
      return columns.levels[index]!
    },
    ownVolatilityAt,
    volatilityAt: (day) =>
      volatilityFactor(path, ownVolatilityAt(day), parent !== undefined ? parent.ownVolatilityAt(day) : 0),
  }
}

function newColumns(): Columns {
  const capacity = 64
  return {
    count: 0,
    levels: new Int32Array(capacity + 1),
    slow: new Float64Array(capacity),
    fast: new Float64Array(capacity),
    standardised: new Float64Array(capacity),
  }
}

function stateOf(columns: Columns, index: number): PathState | undefined {
  if (index === 0) return undefined
  return {
    level: columns.levels[index]!,
    slow: columns.slow[index - 1]!,
    fast: columns.fast[index - 1]!,
    standardised: columns.standardised[index - 1]!,
  }
}

function grow(columns: Columns): void {
  const capacity = columns.slow.length * 2
  const widen = (column: Float64Array): Float64Array => {
    const wider = new Float64Array(capacity)
    wider.set(column)
    return wider
  }
  const levels = new Int32Array(capacity + 1)
  levels.set(columns.levels)
  columns.levels = levels
  columns.slow = widen(columns.slow)
  columns.fast = widen(columns.fast)
  columns.standardised = widen(columns.standardised)
}
