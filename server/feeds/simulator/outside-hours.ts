import { outsideBarMinutes } from '@mex/core/market/day-figures.ts'
import type { SessionFollower } from './following.ts'
import { joinBars, type RawBar } from './history.ts'
import { barUntil, type Play, runningMinute } from './running-minute.ts'
import { type MinuteStep, progressAt, type SessionMinutes, stepsOf } from './session-minutes.ts'

/** A minute bar and where it begins, epoch milliseconds. */
export type MinuteBar = RawBar & { readonly time: number }

/** What an instrument does outside of the regular hours, in minutes that are quoted then. */
export type OutsideHours = {
  /** The bar of such minutes up to an instant; undefined before the first. */
  readonly until: (minutes: SessionMinutes, instant: number) => RawBar | undefined
  /** The newest `limit` bars of a chart that have begun by `end`, as they stand at `now` ≥ `end`. */
  readonly bars: (minutes: SessionMinutes, end: number, limit: number, now: number) => readonly MinuteBar[]
}

export function openOutsideHours(play: Play, follow: () => SessionFollower): OutsideHours {
  // Charts of the past do not disturb what is known of the present.
  const [current, charted] = [follow(), follow()]

  /** A bar of a chart as it stands at `now`, when `over` minutes are over. */
  function stepBar(minutes: SessionMinutes, { from, until }: MinuteStep, over: number, now: number): RawBar {
    if (over >= until) return charted.wholeBar(minutes, from, until)
    const growing = runningMinute(play, charted, minutes, over, now)
    return over > from ? joinBars(charted.partBar(minutes, from, over), growing) : growing
  }

  return {
    until: (minutes, instant) => barUntil(play, current, minutes, instant),
    bars(minutes, end, limit, now) {
      const { finished: over } = progressAt(minutes, now)
      const begun = stepsOf(minutes, outsideBarMinutes).filter(({ time }) => time <= end)
      return begun.slice(-limit).map((step) => ({ ...stepBar(minutes, step, over, now), time: step.time }))
    },
  }
}
