import type { Session } from '@mex/core/calendar.ts'
import { dayMilliseconds, minuteMilliseconds } from '@mex/core/time-zone.ts'
import { drawChance, levels } from './chacha.ts'
import type { Engine } from './engine.ts'
import { joinBars, keepSessions, type RawBar } from './history.ts'
import type { Priced } from './model.ts'
import { clockOf } from './path-day.ts'
import { type SessionMinutes, minuteNumbered, minutesOfSession, progressAt, sliceMinutes } from './session-minutes.ts'
import { minutesPerDay, type Place, tickNumberAt, ticksPerMinute } from './time-grid.ts'
import { openSessionVolume, type SessionVolume } from './volume.ts'

/** A minute as the live feed plays it: its 65 log prices, how busy it is, and a byte of chance for each tick. */
export type PlayedMinute = {
  readonly logs: Float64Array
  readonly bytes: Uint8Array
  clock: number
}

/** A minute bar and where it begins, epoch milliseconds. */
export type MinuteBar = RawBar & { readonly time: number }

/** What one instrument has been and is, in log integers and lots. Everything in it is a cache over the engine. */
export type Course = {
  /** The minute that a place lies in. Valid until the next call. */
  play(place: Place): PlayedMinute
  /** Log price at a whole minute before whatever jumps at it: a close. */
  logBefore(instant: number): number
  /** The bar of a session that is over. */
  finished(session: Session): RawBar
  /** The bar of a session up to an instant; undefined before its opening. */
  until(session: Session, instant: number): RawBar | undefined
  /** The newest `limit` minute bars of a session that have begun by `end`, as they stand at `now` ≥ `end`. */
  minuteBars(session: Session, end: number, limit: number, now: number): readonly MinuteBar[]
  /** Highest and lowest log price of the sessions of the year before a session. */
  yearBefore(session: Session, sessions: () => Iterable<Session>): { readonly high: number; readonly low: number }
}

export type CourseVolume = { readonly lotsPerDay: number; readonly auctions: boolean }

export function openCourse(engine: Engine, priced: Priced, volume: CourseVolume): Course {
  const { blend, mark } = priced
  const markPath = blend.paths[mark]!
  const words = new Uint32Array(16)
  const played = {
    logs: new Float64Array(ticksPerMinute + 1),
    bytes: new Uint8Array(words.buffer),
    clock: 1,
    minuteNumber: -1,
  }

  function play({ day, minute }: Place): PlayedMinute {
    const minuteNumber = day * minutesPerDay + minute
    if (played.minuteNumber !== minuteNumber) {
      engine.fillMinute(blend, day, minute, played.logs)
      const pathDay = engine.pathDaysOf(blend, day)[mark]!
      played.clock = clockOf(pathDay, minute)
      drawChance(pathDay.key, levels.sizes, markPath.id, minute, words)
      played.minuteNumber = minuteNumber
    }
    return played
  }

  const volumeOf = (minutes: SessionMinutes, scanned: boolean): SessionVolume => {
    const shape = { lotsPerDay: volume.lotsPerDay * priced.liquidity(minutes.day), auctions: volume.auctions }
    return openSessionVolume(shape, minutes.day, minutes.ranges, {
      dayOf: (day) => (scanned ? engine.scanDaysOf(blend, day) : engine.pathDaysOf(blend, day))[mark]!,
      volatilityOf: (day) => engine.chainOf(markPath).volatilityAt(day),
      profileOf: (day) => engine.profileOf(markPath, day),
    })
  }

  const sessions = keepSessions((session) => {
    const minutes = minutesOfSession(session)
    const bar = engine.scanBar(blend, minutes.day, minutes.ranges)
    return { ...bar, lots: volumeOf(minutes, true).lotsBefore(minutes.count) }
  })

  const current = followSession(engine, priced, volumeOf)

  /** The part of a running minute up to an instant, both included. */
  function runningMinute(minutes: SessionMinutes, number: number, instant: number): RawBar {
    const place = placeOf(minutes.day, minuteNumbered(minutes.ranges, number))
    const last = tickNumberAt(instant) % ticksPerMinute
    const { logs } = play(place)
    let high = -Infinity
    let low = Infinity
    for (let tick = 0; tick <= last; tick += 1) {
      if (logs[tick]! > high) high = logs[tick]!
      if (logs[tick]! < low) low = logs[tick]!
    }
    const before = current.lotsBefore(minutes, number)
    const inMinute = current.lotsBefore(minutes, number + 1) - before
    const lots = Math.floor((inMinute * (last + 1)) / ticksPerMinute)
    return { open: logs[0]!, high, low, close: logs[last]!, lots }
  }

  let year: { readonly day: number; readonly high: number; readonly low: number } | undefined

  return {
    play,
    logBefore(instant) {
      const place = placeOf(0, instant / minuteMilliseconds - 1)
      return engine.logAt(blend, place.day, place.minute, ticksPerMinute)
    },
    finished: (session) => sessions.get(session),
    until(session, instant) {
      const minutes = minutesOfSession(session)
      const { finished, running } = progressAt(minutes, instant)
      if (finished === minutes.count) return sessions.get(session)
      const whole = finished > 0 ? current.barUntil(minutes, finished) : undefined
      if (!running) return whole
      const part = runningMinute(minutes, finished, instant)
      return whole !== undefined ? joinBars(whole, part) : part
    },
    minuteBars(session, end, limit, now) {
      const minutes = minutesOfSession(session)
      const atEnd = progressAt(minutes, end)
      const atNow = progressAt(minutes, now)
      const until = atEnd.finished + (atEnd.running ? 1 : 0)
      const bars: MinuteBar[] = []
      for (let number = Math.max(0, until - limit); number < until; number += 1) {
        const bar = number < atNow.finished ? current.minuteBar(minutes, number) : runningMinute(minutes, number, now)
        const time = minutes.day * dayMilliseconds + minuteNumbered(minutes.ranges, number) * minuteMilliseconds
        bars.push({ ...bar, time })
      }
      return bars
    },
    yearBefore(session, sessionsOfYear) {
      if (year?.day === session.day) return year
      let high = -Infinity
      let low = Infinity
      for (const one of sessionsOfYear()) {
        const bar = sessions.get(one)
        if (bar.high > high) high = bar.high
        if (bar.low < low) low = bar.low
      }
      year = { day: session.day, high, low }
      return year
    },
  }
}

function placeOf(day: number, minute: number): Place {
  const shift = Math.floor(minute / minutesPerDay)
  return { day: day + shift, minute: minute - shift * minutesPerDay, tick: 0 }
}

type Following = {
  /** The bar of the first `finished` minutes of a session. */
  barUntil(minutes: SessionMinutes, finished: number): RawBar
  minuteBar(minutes: SessionMinutes, number: number): RawBar
  lotsBefore(minutes: SessionMinutes, number: number): number
}

/** What is known of the session asked for last: grows with it, and begins anew with another one. */
function followSession(
  engine: Engine,
  { blend }: Priced,
  volumeOf: (minutes: SessionMinutes, scanned: boolean) => SessionVolume,
): Following {
  let day = NaN
  let volume: SessionVolume
  let folded: { readonly count: number; readonly bar: RawBar } | undefined
  let single: (RawBar | undefined)[] = []

  function follow(minutes: SessionMinutes): void {
    if (minutes.day === day) return
    day = minutes.day
    volume = volumeOf(minutes, false)
    folded = undefined
    single = []
  }

  function part(minutes: SessionMinutes, from: number, until: number): RawBar {
    const bar = engine.barOf(blend, minutes.day, sliceMinutes(minutes.ranges, from, until))
    return { ...bar, lots: volume.lotsBefore(until) - volume.lotsBefore(from) }
  }

  return {
    barUntil(minutes, finished) {
      follow(minutes)
      if (folded !== undefined && folded.count > finished) return part(minutes, 0, finished)
      if (folded?.count !== finished) {
        const added = part(minutes, folded?.count ?? 0, finished)
        folded = { count: finished, bar: folded !== undefined ? joinBars(folded.bar, added) : added }
      }
      return folded.bar
    },
    minuteBar(minutes, number) {
      follow(minutes)
      return (single[number] ??= part(minutes, number, number + 1))
    },
    lotsBefore(minutes, number) {
      follow(minutes)
      return volume.lotsBefore(number)
    },
  }
}
