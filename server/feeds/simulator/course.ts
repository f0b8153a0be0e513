import type { Session } from '@mex/core/market/calendar.ts'
import { type DayNumber, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { drawChance, levels } from './chacha.ts'
import type { Engine } from './engine.ts'
import { followSession } from './following.ts'
import { keepSessions, type RawBar } from './history.ts'
import type { Priced } from './model.ts'
import { clockOf } from './path-day.ts'
import { openOutsideHours, type OutsideHours } from './outside-hours.ts'
import { barUntil, placeOfMinute, type Play, type PlayedMinute } from './running-minute.ts'
import { type SessionMinutes, minutesOfSession, stepsOf } from './session-minutes.ts'
import { type MinuteBar, openStepBars, type StepBars } from './step-bars.ts'
import { minutesPerDay, ticksPerMinute } from './time-grid.ts'
import { openSessionVolume, quietShape, type SessionVolume, type VolumeShape } from './volume.ts'

/** The past and present of one instrument, in log integers and lots: a cache over the engine. */
export type Course = {
  /** The minute that a place lies in. Valid until the next call. */
  readonly play: Play
  /** Log price at a whole minute, before a jump at that minute: a close. */
  readonly logBefore: (instant: number) => number
  /** The bar of a finished session. */
  readonly finished: (session: Session) => RawBar
  /** The bar of a session up to an instant; undefined before the open. */
  readonly until: (session: Session, instant: number) => RawBar | undefined
  /** Lots of the opening auction of a session. */
  readonly openingLots: (session: Session) => number
  /** Bars of the quotes outside of the regular hours. */
  readonly outside: OutsideHours
  /** Bars of the session that opened last. */
  readonly stepBars: StepBars
  /** Bars of an earlier session, which is finished. */
  readonly pastBars: (session: Session, length: number, limit: number) => readonly MinuteBar[]
  /** Highest and lowest log price of the sessions of the year before a session. */
  readonly yearBefore: (session: Session, sessions: () => Iterable<Session>) => YearRange
}
export type YearRange = { readonly high: number; readonly low: number }

export function openCourse(engine: Engine, priced: Priced, volume: VolumeShape): Course {
  const { blend } = priced
  const play = openPlayer(engine, priced)
  const volumeOf = volumeFrom(engine, priced, volume)
  const sessions = keepSessions((session) => {
    const minutes = minutesOfSession(session)
    const bar = engine.scanBar(blend, minutes.day, minutes.ranges)
    return { ...bar, lots: volumeOf(minutes, 'scan').lotsBefore(minutes.count) }
  })
  const follow = () => followSession(engine.barOf, blend, (minutes) => volumeOf(minutes, 'keep'))
  const current = follow()
  const past = followSession(engine.scanBar, blend, (minutes) => volumeOf(minutes, 'scan'))
  const quiet = volumeFrom(engine, priced, quietShape(volume))
  const outside = openOutsideHours(play, () => followSession(engine.barOf, blend, (minutes) => quiet(minutes, 'keep')))
  let year: (YearRange & { readonly day: DayNumber }) | undefined

  return {
    play,
    logBefore(instant) {
      const { day, minute } = placeOfMinute(instant / minuteMilliseconds - 1)
      return engine.logAt(blend, day, minute, ticksPerMinute)
    },
    finished: (session) => sessions.get(session),
    until(session, instant) {
      const minutes = minutesOfSession(session)
      return instant >= session.close ? sessions.get(session) : barUntil(play, current, minutes, instant)
    },
    openingLots: (session) => volumeOf(minutesOfSession(session), 'keep').openingLots(),
    outside,
    stepBars: openStepBars(play, follow),
    pastBars(session, length, limit) {
      const minutes = minutesOfSession(session)
      const steps = stepsOf(minutes, length).slice(-limit)
      return steps.map(({ from, until, time }) => ({ ...past.partBar(minutes, from, until), time }))
    },
    yearBefore(session, sessionsOfYear) {
      if (year?.day !== session.day) year = { ...rangeOf(sessions.get, sessionsOfYear()), day: session.day }
      return year
    },
  }
}

/** Caches the current minute, so that its 64 ticks are computed once. */
function openPlayer(engine: Engine, { blend, mark }: Priced): Play {
  const words = new Uint32Array(16)
  const logs = new Float64Array(ticksPerMinute + 1)
  const bytes = new Uint8Array(words.buffer)
  let played: PlayedMinute = { logs, bytes, clock: 1 }
  let playedMinute = -1
  return ({ day, minute }) => {
    const number = day * minutesPerDay + minute
    if (number !== playedMinute) {
      engine.fillMinute(blend, day, minute, logs)
      const pathDay = engine.pathDaysOf(blend, day)[mark]!
      drawChance(pathDay.key, levels.sizes, blend.paths[mark]!.id, minute, words)
      played = { logs, bytes, clock: clockOf(pathDay, minute) }
      playedMinute = number
    }
    return played
  }
}

/** The volume of sessions by the mark path, from the cache for scans or from that for random access. */
function volumeFrom(engine: Engine, priced: Priced, shape: VolumeShape) {
  const { blend, mark, liquidity } = priced
  const path = blend.paths[mark]!
  return (minutes: SessionMinutes, use: 'scan' | 'keep'): SessionVolume => {
    const daysOf = use === 'scan' ? engine.scanDaysOf : engine.pathDaysOf
    const lotsPerDay = shape.lotsPerDay * liquidity(minutes.day)
    return openSessionVolume({ ...shape, lotsPerDay }, minutes.day, minutes.ranges, {
      dayOf: (day) => daysOf(blend, day)[mark]!,
      volatilityOf: (day) => engine.chainOf(path).volatilityAt(day),
      profileOf: (day) => engine.profileOf(path, day),
    })
  }
}

function rangeOf(barOf: (session: Session) => RawBar, sessions: Iterable<Session>): YearRange {
  let high = -Infinity
  let low = Infinity
  for (const session of sessions) {
    const bar = barOf(session)
    if (bar.high > high) high = bar.high
    if (bar.low < low) low = bar.low
  }
  return { high, low }
}
