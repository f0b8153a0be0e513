import type { SessionFollower } from './following.ts'
import { joinBars, type RawBar } from './history.ts'
import { type Play, runningMinute } from './running-minute.ts'
import { type MinuteStep, progressAt, type SessionMinutes, stepsOf } from './session-minutes.ts'

/** A bar with its start, epoch milliseconds. */
export type MinuteBar = RawBar & { readonly time: number }

/** The newest `limit` bars of `length` minutes that have begun by `end`, as they stand at `now` ≥ `end`. */
export type StepsWanted = {
  readonly length: number
  readonly end: number
  readonly limit: number
  readonly now: number
}

/** Bars of an instrument over some minutes, of a length in minutes, aligned to the clock. */
export type StepBars = (minutes: SessionMinutes, wanted: StepsWanted) => readonly MinuteBar[]

/** Caches the bars of the minutes that were asked for last, for each length. */
export function openStepBars(play: Play, follow: () => SessionFollower): StepBars {
  const followers = new Map<number, SessionFollower>()

  function followerOf(length: number): SessionFollower {
    const known = followers.get(length) ?? follow()
    followers.set(length, known)
    return known
  }

  return (minutes, { length, end, limit, now }) => {
    const by = followerOf(length)
    const { finished: over } = progressAt(minutes, now)
    const begun = stepsOf(minutes, length).filter(({ time }) => time <= end)
    return begun.slice(-limit).map((step) => ({ ...stepBar(step), time: step.time }))

    /** A bar as it stands at `now`, when `over` minutes are finished. */
    function stepBar({ from, until }: MinuteStep): RawBar {
      if (over >= until) return by.wholeBar(minutes, from, until)
      const growing = runningMinute(play, by, minutes, over, now)
      return over > from ? joinBars(by.partBar(minutes, from, over), growing) : growing
    }
  }
}
