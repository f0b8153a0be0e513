import type { Session } from '@mex/core/calendar.ts'
import { outsideBarMinutes } from '@mex/core/figure-span.ts'
import { type DayNumber, dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { drawChance, levels } from './chacha.ts'
import type { Engine } from './engine.ts'
import { followSession, type SessionFollower } from './following.ts'
import { joinBars, keepSessions, type RawBar } from './history.ts'
import type { Priced } from './model.ts'
import { clockOf } from './path-day.ts'
import {
  type MinuteStep,
  type SessionMinutes,
  minuteNumbered,
  minutesOfSession,
  progressAt,
  stepsOf,
} from './session-minutes.ts'
import { minutesPerDay, type Place, tickNumberAt, ticksPerMinute } from './time-grid.ts'
import { openSessionVolume, quietShape, type SessionVolume, type VolumeShape } from './volume.ts'

/** A minute as the live feed plays it: its 65 log prices, how busy it is, and a byte of chance for each tick. */
export type PlayedMinute = {
  readonly logs: Float64Array
  readonly bytes: Uint8Array
  readonly clock: number
}

/** A minute bar and where it begins, epoch milliseconds. */
export type MinuteBar = RawBar & { readonly time: number }

/** What one instrument has been and is, in log integers and lots. Everything in it is a cache over the engine. */
export type Course = {
  /** The minute that a place lies in. Valid until the next call. */
  readonly play: (place: Place) => PlayedMinute
  /** Log price at a whole minute before whatever jumps at it: a close. */
  readonly logBefore: (instant: number) => number
  /** The bar of a session that is over. */
  readonly finished: (session: Session) => RawBar
  /** The bar of a session up to an instant; undefined before its opening. */
  readonly until: (session: Session, instant: number) => RawBar | undefined
  /** The bar of what is quoted in minutes outside of the regular hours, up to an instant; undefined before the first. */
  readonly outsideUntil: (minutes: SessionMinutes, instant: number) => RawBar | undefined
  /** The newest `limit` bars of such minutes that have begun by `end`, as they stand at `now` ≥ `end`. */
  readonly outsideBars: (minutes: SessionMinutes, end: number, limit: number, now: number) => readonly MinuteBar[]
  /** The newest `limit` minute bars of a session that have begun by `end`, as they stand at `now` ≥ `end`. */
  readonly minuteBars: (session: Session, end: number, limit: number, now: number) => readonly MinuteBar[]
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
  const current = followSession(engine, blend, (minutes) => volumeOf(minutes, 'keep'))
  const outsideVolume = volumeFrom(engine, priced, quietShape(volume))
  const openOutside = () => followSession(engine, blend, (minutes) => outsideVolume(minutes, 'keep'))
  // Charts of the past do not disturb what is known of the present.
  const [outside, outsideCharted] = [openOutside(), openOutside()]
  let year: (YearRange & { readonly day: DayNumber }) | undefined

  /** The part of a running minute up to an instant, both included. */
  function runningMinute(by: SessionFollower, minutes: SessionMinutes, number: number, instant: number): RawBar {
    const place = placeOfMinute(minutes.day * minutesPerDay + minuteNumbered(minutes.ranges, number))
    const last = tickNumberAt(instant) % ticksPerMinute
    const before = by.lotsBefore(minutes, number)
    const inMinute = by.lotsBefore(minutes, number + 1) - before
    return { ...foldTicks(play(place).logs, last), lots: Math.floor((inMinute * (last + 1)) / ticksPerMinute) }
  }

  function partUntil(by: SessionFollower, minutes: SessionMinutes, instant: number): RawBar | undefined {
    const { finished, running } = progressAt(minutes, instant)
    const whole = finished > 0 ? by.barUntil(minutes, finished) : undefined
    if (!running) return whole
    const part = runningMinute(by, minutes, finished, instant)
    return whole === undefined ? part : joinBars(whole, part)
  }

  /** A bar of a chart as it stands at `now`, when `over` minutes are over. */
  function stepBar(minutes: SessionMinutes, { from, until }: MinuteStep, over: number, now: number): RawBar {
    if (over >= until) return outsideCharted.partBar(minutes, from, until)
    const growing = runningMinute(outsideCharted, minutes, over, now)
    return over > from ? joinBars(outsideCharted.partBar(minutes, from, over), growing) : growing
  }

  return {
    play,
    logBefore(instant) {
      const { day, minute } = placeOfMinute(instant / minuteMilliseconds - 1)
      return engine.logAt(blend, day, minute, ticksPerMinute)
    },
    finished: (session) => sessions.get(session),
    until(session, instant) {
      const minutes = minutesOfSession(session)
      return instant >= session.close ? sessions.get(session) : partUntil(current, minutes, instant)
    },
    outsideUntil: (minutes, instant) => partUntil(outside, minutes, instant),
    outsideBars(minutes, end, limit, now) {
      const { finished: over } = progressAt(minutes, now)
      const begun = stepsOf(minutes, outsideBarMinutes).filter(({ time }) => time <= end)
      return begun.slice(-limit).map((step) => ({ ...stepBar(minutes, step, over, now), time: step.time }))
    },
    minuteBars(session, end, limit, now) {
      const minutes = minutesOfSession(session)
      const atEnd = progressAt(minutes, end)
      const over = progressAt(minutes, now).finished
      const until = atEnd.finished + (atEnd.running ? 1 : 0)
      const bars: MinuteBar[] = []
      for (let number = Math.max(0, until - limit); number < until; number += 1) {
        const bar = number < over ? current.minuteBar(minutes, number) : runningMinute(current, minutes, number, now)
        const time = minutes.day * dayMilliseconds + minuteNumbered(minutes.ranges, number) * minuteMilliseconds
        bars.push({ ...bar, time })
      }
      return bars
    },
    yearBefore(session, sessionsOfYear) {
      if (year?.day !== session.day) year = { ...rangeOf(sessions.get, sessionsOfYear()), day: session.day }
      return year
    },
  }
}

/** Keeps the minute that is being played, so that its 64 ticks cost one expansion. */
function openPlayer(engine: Engine, { blend, mark }: Priced): Course['play'] {
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

/** Volume of sessions by the mark path, for scans of the past or from the days kept for the present. */
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

function foldTicks(logs: Float64Array, last: number): Omit<RawBar, 'lots'> {
  let high = -Infinity
  let low = Infinity
  for (let tick = 0; tick <= last; tick += 1) {
    if (logs[tick]! > high) high = logs[tick]!
    if (logs[tick]! < low) low = logs[tick]!
  }
  return { open: logs[0]!, high, low, close: logs[last]! }
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

/** The start of a minute counted from 1970-01-01T00:00Z. */
function placeOfMinute(number: number): Place {
  const day = Math.floor(number / minutesPerDay)
  return { day, minute: number - day * minutesPerDay, tick: 0 }
}
