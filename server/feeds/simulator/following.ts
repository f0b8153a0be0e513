import { present } from '@mex/core/assert.ts'
import type { Blend } from './blend.ts'
import type { Engine } from './engine.ts'
import { joinBars, type RawBar } from './history.ts'
import { firstMinute, type SessionMinutes, sliceMinutes } from './session-minutes.ts'
import { minutesPerDay } from './time-grid.ts'
import type { SessionVolume } from './volume.ts'

/** A cache of the bars of one session's minutes; it grows with them and is reset by a request for another session. */
export type SessionFollower = {
  /** The bar of the first `finished` minutes of a session, at least one. */
  readonly barUntil: (minutes: SessionMinutes, finished: number) => RawBar
  /** The bar of the finished minutes numbered `from` until `until`, at least one. */
  readonly partBar: (minutes: SessionMinutes, from: number, until: number) => RawBar
  /** The same bar, cached by its first minute: every call with the same `from` must have the same `until`. */
  readonly wholeBar: (minutes: SessionMinutes, from: number, until: number) => RawBar
  readonly lotsBefore: (minutes: SessionMinutes, number: number) => number
}

type Session = {
  readonly first: number
  readonly volume: SessionVolume
  readonly bars: RawBar[]
  folded: { readonly count: number; readonly bar: RawBar } | undefined
}

export function followSession(
  barOf: Engine['barOf'],
  blend: Blend,
  volumeOf: (minutes: SessionMinutes) => SessionVolume,
): SessionFollower {
  let followed: Session | undefined

  function follow(minutes: SessionMinutes): Session {
    const first = firstMinute(minutes)
    if (followed?.first !== first) {
      followed = { first, volume: volumeOf(minutes), bars: [], folded: undefined }
    }
    return followed
  }

  function part(session: Session, minutes: SessionMinutes, from: number, until: number): RawBar {
    let bar: RawBar | undefined
    // A weekend of practice quotes has more minutes than the engine can fold at once.
    for (let start = from; start < until; start += minutesPerDay) {
      const end = Math.min(until, start + minutesPerDay)
      const lots = session.volume.lotsBefore(end) - session.volume.lotsBefore(start)
      const piece = { ...barOf(blend, minutes.day, sliceMinutes(minutes.ranges, start, end)), lots }
      bar = bar === undefined ? piece : joinBars(bar, piece)
    }
    return present(bar, 'a part of a session has a minute')
  }

  return {
    barUntil(minutes, finished) {
      const session = follow(minutes)
      const { folded } = session
      if (folded?.count === finished) return folded.bar
      // A request for an earlier instant does not drop the cached bar of a later one.
      if (folded !== undefined && folded.count > finished) return part(session, minutes, 0, finished)
      const added = part(session, minutes, folded?.count ?? 0, finished)
      const bar = folded === undefined ? added : joinBars(folded.bar, added)
      session.folded = { count: finished, bar }
      return bar
    },
    wholeBar(minutes, from, until) {
      const session = follow(minutes)
      return (session.bars[from] ??= part(session, minutes, from, until))
    },
    partBar: (minutes, from, until) => part(follow(minutes), minutes, from, until),
    lotsBefore: (minutes, number) => follow(minutes).volume.lotsBefore(number),
  }
}
