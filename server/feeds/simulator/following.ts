import { present } from '@mex/core/assert.ts'
import type { Blend } from './blend.ts'
import type { Engine } from './engine.ts'
import { joinBars, type RawBar } from './history.ts'
import { firstMinute, type SessionMinutes, sliceMinutes } from './session-minutes.ts'
import { minutesPerDay } from './time-grid.ts'
import type { SessionVolume } from './volume.ts'

/** What is known of the minutes asked for last: grows with them, and begins anew with those of another session. */
export type SessionFollower = {
  /** The bar of the first `finished` minutes of a session, at least one. */
  readonly barUntil: (minutes: SessionMinutes, finished: number) => RawBar
  /** The bar of the minutes numbered `from` until `until`, all of them over; at least one. */
  readonly partBar: (minutes: SessionMinutes, from: number, until: number) => RawBar
  /** The same of a whole bar of a chart: kept by its first minute, so always asked for with the same end. */
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
  engine: Engine,
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
    // A weekend of practice quotes has more minutes than the engine folds at once.
    for (let start = from; start < until; start += minutesPerDay) {
      const end = Math.min(until, start + minutesPerDay)
      const lots = session.volume.lotsBefore(end) - session.volume.lotsBefore(start)
      const piece = { ...engine.barOf(blend, minutes.day, sliceMinutes(minutes.ranges, start, end)), lots }
      bar = bar === undefined ? piece : joinBars(bar, piece)
    }
    return present(bar, 'a part of a session has a minute')
  }

  return {
    barUntil(minutes, finished) {
      const session = follow(minutes)
      const { folded } = session
      if (folded?.count === finished) return folded.bar
      // A question about an earlier instant is answered without forgetting what is known of later ones.
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
