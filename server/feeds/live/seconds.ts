export const secondMilliseconds = 1000

/** The first whole second that is at least so many milliseconds away: ticks are at whole seconds. */
export const secondAfter = (now: number, milliseconds: number): number =>
  Math.ceil((now + milliseconds) / secondMilliseconds) * secondMilliseconds
