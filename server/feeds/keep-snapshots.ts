/** What holds from one instant on until another, epoch milliseconds. */
export type Span = { readonly from: number; readonly until: number }

/** Audits go back and forth between a few instants. */
const keptMax = 4

/** A cache of the last few snapshots that were taken. */
export function keepSnapshots<Kept extends Span>(take: (now: number) => Kept): (now: number) => Kept {
  const kept: Kept[] = []
  return (now) => {
    const found = kept.find(({ from, until }) => now >= from && now < until)
    if (found !== undefined) return found
    const taken = take(now)
    if (kept.length === keptMax) kept.shift()
    kept.push(taken)
    return taken
  }
}
