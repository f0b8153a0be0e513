import { assert } from '@mex/core/assert.ts'
import { type LogBar, barOf } from './bar.ts'
import type { Blend } from './blend.ts'
import { type Chain, openChain, type Surroundings } from './chain.ts'
import type { DayKeys, ModelVersion } from './day-secrets.ts'
import { loadPathDay, newPathDay, type PathDay } from './path-day.ts'
import type { Path } from './path.ts'
import { type DaySessions, type MinuteRange, openProfiles, type Profile } from './profile.ts'
import { fillMinute, logAtEnd, logAtStart, logAtTick, pathsAtMost, tickTrees } from './ticks.ts'

export type EngineOptions = {
  readonly keys: DayKeys
  readonly modelVersion: ModelVersion
  /** Day number on which every path is 0. */
  readonly epoch: number
  readonly sessions: DaySessions
  /** Size of the cache for random access in path days, about 19 KB each. */
  readonly keptPathDays?: number
}

/**
 * Computes prices from paths: every number is a pure function of the keys, the blend and the time. All state is caches;
 * engines with different cache sizes and orders of requests give the same prices (market model §1).
 */
export type Engine = {
  readonly epoch: number
  /** The chain of a path, opened on first use. */
  readonly chainOf: (path: Path) => Chain
  /** Log price at tick 0…64 of a minute of a UTC day. */
  readonly logAt: (blend: Blend, day: number, minute: number, tick: number) => number
  /** Log prices at the start of a minute and at its end (before a jump at the next). */
  readonly endsOf: (blend: Blend, day: number, minute: number) => { readonly start: number; readonly end: number }
  /** Log price at the end of a minute, from the cache for scans of the past. */
  readonly scanEnd: (blend: Blend, day: number, minute: number) => number
  /** The 65 log prices of a minute into `output`. */
  readonly fillMinute: (blend: Blend, day: number, minute: number, output: Float64Array) => void
  /** The exact bar over ranges of minutes that touch at most two UTC days, from the cache for scans of the past. */
  readonly scanBar: (blend: Blend, day: number, ranges: readonly MinuteRange[]) => LogBar
  /** The same bar from the cache for random access, for short bars of recent days. */
  readonly barOf: (blend: Blend, day: number, ranges: readonly MinuteRange[]) => LogBar
  /** The days of a blend's paths, with their blocks filled on demand. */
  readonly pathDaysOf: (blend: Blend, day: number) => readonly PathDay[]
  /** The same days from the cache for scans, which has two days of each path. */
  readonly scanDaysOf: (blend: Blend, day: number) => readonly PathDay[]
  /** The public variance profile of a path's day. */
  readonly profileOf: (path: Path, day: number) => Profile
}

export function openEngine(options: EngineOptions): Engine {
  const { keys, modelVersion, epoch, sessions, keptPathDays = 2000 } = options
  const surroundings: Surroundings = { keys, epoch, sessions, profiles: openProfiles(sessions) }
  const tree = tickTrees[modelVersion]
  const chains = new Map<Path, Chain>()

  function chainOf(path: Path): Chain {
    const known = chains.get(path)
    if (known !== undefined) return known
    const { volatilityParent } = path
    const parent = volatilityParent === undefined ? undefined : chainOf(volatilityParent.path)
    const chain = openChain(path, parent, surroundings)
    chains.set(path, chain)
    return chain
  }

  const load = (pathDay: PathDay, path: Path, day: number): PathDay =>
    loadPathDay(pathDay, chainOf(path), day, surroundings)
  const kept = keepPathDays(keptPathDays, load)
  const scanned = scanPathDays(load)

  return {
    epoch,
    chainOf,
    logAt: (blend, day, minute, tick) => logAtTick(tree, blend.termsOf(day), kept.daysOf(blend, day), minute, tick),
    endsOf(blend, day, minute) {
      const terms = blend.termsOf(day)
      const days = kept.daysOf(blend, day)
      return { start: logAtStart(terms, days, minute), end: logAtEnd(terms, days, minute) }
    },
    scanEnd: (blend, day, minute) => logAtEnd(blend.termsOf(day), scanned.daysOf(blend, day), minute),
    fillMinute(blend, day, minute, output) {
      fillMinute(tree, blend.termsOf(day), kept.daysOf(blend, day), minute, output)
    },
    scanBar: (blend, day, ranges) => barOf(tree, blend, day, ranges, (one) => scanned.daysOf(blend, one)),
    barOf: (blend, day, ranges) => barOf(tree, blend, day, ranges, (one) => kept.daysOf(blend, one)),
    pathDaysOf: (blend, day) => kept.daysOf(blend, day),
    scanDaysOf: (blend, day) => scanned.daysOf(blend, day),
    profileOf: (path, day) => surroundings.profiles(path.profile, day),
  }
}

type PathDays = { daysOf(blend: Blend, day: number): readonly PathDay[] }
type Load = (pathDay: PathDay, path: Path, day: number) => PathDay

/** An LRU cache of at most `limit` path days, whose objects are recycled. */
function keepPathDays(limit: number, load: Load): PathDays {
  assert(limit >= 2 * pathsAtMost, 'the cache holds the paths of one blend')
  const kept = new Map<number, PathDay>()
  const free: PathDay[] = []
  // The last days of each blend, because the next request is mostly for the same day.
  const latest = new WeakMap<Blend, { readonly day: number; readonly epochOfCache: number; readonly days: PathDay[] }>()
  let epochOfCache = 0

  function pathDayOf(path: Path, day: number): PathDay {
    const name = path.id * 65536 + day
    const known = kept.get(name)
    if (known !== undefined) {
      // Reinserted, because the map's order is least recently used first.
      kept.delete(name)
      kept.set(name, known)
      return known
    }
    if (kept.size >= limit) dropOldest()
    const pathDay = load(free.pop() ?? newPathDay(), path, day)
    kept.set(name, pathDay)
    return pathDay
  }

  function dropOldest(): void {
    let left = limit >> 3
    for (const [name, pathDay] of kept) {
      kept.delete(name)
      free.push(pathDay)
      left -= 1
      if (left <= 0) break
    }
    epochOfCache += 1
  }

  return {
    daysOf(blend, day) {
      const known = latest.get(blend)
      if (known !== undefined && known.day === day && known.epochOfCache === epochOfCache) return known.days
      let days = blend.paths.map((path) => pathDayOf(path, day))
      // Eviction may have recycled a day of this blend. On the second pass all its days are the most recently used.
      if (days.some((pathDay, index) => pathDay.path !== blend.paths[index] || pathDay.day !== day)) {
        days = blend.paths.map((path) => pathDayOf(path, day))
      }
      latest.set(blend, { day, epochOfCache, days })
      return days
    },
  }
}

/** A cache of two days for each path, an even and an odd one, so that a scan over years does not evict other days. */
function scanPathDays(load: Load): PathDays {
  const slots = new Map<Path, readonly [even: PathDay, odd: PathDay]>()
  const days: PathDay[][] = [[], []]
  return {
    daysOf(blend, day) {
      const parity = day & 1
      const found = days[parity]!
      found.length = blend.paths.length
      for (let index = 0; index < blend.paths.length; index += 1) {
        const path = blend.paths[index]!
        let slot = slots.get(path)
        if (slot === undefined) {
          slot = [newPathDay(), newPathDay()]
          slots.set(path, slot)
        }
        const pathDay = slot[parity as 0 | 1]
        if (pathDay.path !== path || pathDay.day !== day) load(pathDay, path, day)
        found[index] = pathDay
      }
      return found
    },
  }
}
