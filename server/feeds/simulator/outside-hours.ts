import type { SessionFollower } from './following.ts'
import type { RawBar } from './history.ts'
import { barUntil, type Play } from './running-minute.ts'
import type { SessionMinutes } from './session-minutes.ts'
import { openStepBars, type StepBars } from './step-bars.ts'

/** The bars of an instrument in quoted minutes outside of the regular hours. */
export type OutsideHours = {
  /** The bar of the minutes up to an instant; undefined before the first. */
  readonly until: (minutes: SessionMinutes, instant: number) => RawBar | undefined
  readonly bars: StepBars
}

export function openOutsideHours(play: Play, follow: () => SessionFollower): OutsideHours {
  // A cache of its own, so that charts of the past do not evict the present.
  const current = follow()
  return { until: (minutes, instant) => barUntil(play, current, minutes, instant), bars: openStepBars(play, follow) }
}
