/** The next of something that lies in wait, asked for at every tick: it is computed anew only when it has passed. */
export function untilPassed(compute: (now: number) => number): (now: number) => number {
  let from = Infinity
  let next = -Infinity
  return (now) => {
    if (now >= from && now < next) return next
    from = now
    next = compute(now)
    return next
  }
}
