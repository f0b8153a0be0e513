/** Instants in one question: at most some 100 ms of work, so that other callers get their turn. */
const instantsPerQuestion = 32

/**
 * A cache of what the market was at past instants, by series. Such a value never changes, whoever asks for it, so it is kept until the
 * least recently used series must leave. Only what is missing is computed, in portions.
 */
export function openPastValues<Value>(most: number) {
  const known = new Map<string, Map<number, Value>>()
  let size = 0

  function trim(): void {
    for (const [series, values] of known) {
      if (size <= most || known.size === 1) return
      known.delete(series)
      size -= values.size
    }
  }

  return async function valuesOf(
    series: string,
    instants: readonly number[],
    compute: (missing: readonly number[]) => Promise<readonly Value[]>,
  ): Promise<readonly Value[]> {
    const values = known.get(series) ?? new Map<number, Value>()
    known.delete(series)
    known.set(series, values)
    const missing = instants.filter((at) => !values.has(at))
    const found = new Map<number, Value>()
    for (let from = 0; from < missing.length; from += instantsPerQuestion) {
      const portion = missing.slice(from, from + instantsPerQuestion)
      const computed = await compute(portion)
      for (const [index, at] of portion.entries()) found.set(at, computed[index] as Value)
    }
    for (const [at, value] of found) {
      // Another caller may have computed it meanwhile; a series that has left is not counted.
      if (!values.has(at) && known.get(series) === values) size += 1
      values.set(at, value)
    }
    trim()
    return instants.map((at) => values.get(at) as Value)
  }
}
