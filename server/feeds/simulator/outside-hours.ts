import { outsideBarMinutes } from '@mex/core/market/day-figures.ts'
import type { SessionFollower } from './following.ts'
import { joinBars, type RawBar } from './history.ts'
import { barUntil, type Play, runningMinute } from './running-minute.ts'
import { type MinuteStep, progressAt, type SessionMinutes, stepsOf } from './session-minutes.ts'

/** A bar with its start, epoch milliseconds. */
export type MinuteBar = RawBar & { readonly time: number }

/** The bars of an instrument in quoted minutes outside of the regular hours. */
export type OutsideHours = {
  /** The bar of the minutes up to an instant; undefined before the first. */
  readonly until: (minutes: SessionMinutes, instant: number) => RawBar | undefined
  /** The newest `limit` bars of a chart that have begun by `end`, as they stand at `now` ≥ `end`. */
  readonly bars: (minutes: SessionMinutes, end: number, limit: number, now: number) => readonly MinuteBar[]
}

export function openOutsideHours(play: Play, follow: () => SessionFollower): OutsideHours {
  // Separate caches, so that charts of the past do not evict the present.
  const [current, charted] = [follow(), follow()]

  /** A bar of a chart as it stands at `now`, when `over` minutes are finished. */
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
