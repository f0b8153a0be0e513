/** Caches the results of a pure function by its argument; the cache is cleared when it holds `limit` results. */
export function memoize<Result>(limit: number, make: (argument: number) => Result): (argument: number) => Result {
  const known = new Map<number, Result>()
  return (argument) => {
    const found = known.get(argument)
    if (found !== undefined) return found
    const fresh = make(argument)
    if (known.size >= limit) known.clear()
    known.set(argument, fresh)
    return fresh
  }
}
