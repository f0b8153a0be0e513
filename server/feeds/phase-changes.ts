/** Caches the next instant that `compute` returns, and recomputes it only when it has passed or time has gone back. */
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
