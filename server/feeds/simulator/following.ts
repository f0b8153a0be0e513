import type { Blend } from './blend.ts'
import type { Engine } from './engine.ts'
import { joinBars, type RawBar } from './history.ts'
import { type SessionMinutes, sliceMinutes } from './session-minutes.ts'
import type { SessionVolume } from './volume.ts'

/** What is known of the session asked for last: grows with it, and begins anew with another one. */
export type SessionFollower = {
  /** The bar of the first `finished` minutes of a session, at least one. */
  readonly barUntil: (minutes: SessionMinutes, finished: number) => RawBar
  /** The bar of one minute that is over. */
  readonly minuteBar: (minutes: SessionMinutes, number: number) => RawBar
  readonly lotsBefore: (minutes: SessionMinutes, number: number) => number
}

type Session = {
  readonly day: number
  readonly volume: SessionVolume
  readonly minuteBars: RawBar[]
  folded: { readonly count: number; readonly bar: RawBar } | undefined
}

export function followSession(
  engine: Engine,
  blend: Blend,
  volumeOf: (minutes: SessionMinutes) => SessionVolume,
): SessionFollower {
  let followed: Session | undefined

  function follow(minutes: SessionMinutes): Session {
    if (followed?.day !== minutes.day) {
      followed = { day: minutes.day, volume: volumeOf(minutes), minuteBars: [], folded: undefined }
    }
    return followed
  }

  function part(session: Session, minutes: SessionMinutes, from: number, until: number): RawBar {
    const bar = engine.barOf(blend, minutes.day, sliceMinutes(minutes.ranges, from, until))
    return { ...bar, lots: session.volume.lotsBefore(until) - session.volume.lotsBefore(from) }
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
    minuteBar(minutes, number) {
      const session = follow(minutes)
      return (session.minuteBars[number] ??= part(session, minutes, number, number + 1))
    },
    lotsBefore: (minutes, number) => follow(minutes).volume.lotsBefore(number),
  }
}
