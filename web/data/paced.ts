/**
 * Returns a function that asks for `work`. It runs once in the next animation frame, however often it was asked for, and
 * not again within so many milliseconds: what was asked for meanwhile runs when they are over.
 */
export function paced(work: () => void, milliseconds: number): () => void {
  let isQueued = false
  let ranAt = -Infinity
  const run = (): void => {
    isQueued = false
    ranAt = performance.now()
    work()
  }
  return () => {
    if (isQueued) return
    isQueued = true
    const rest = ranAt + milliseconds - performance.now()
    if (rest <= 0) requestAnimationFrame(run)
    else setTimeout(() => requestAnimationFrame(run), rest)
  }
}
