/** Low-priority work in small steps between requests. */
export type IdleWork = { stop(): void }

const workMilliseconds = 3
const restMilliseconds = 6

/** Runs the steps of a generator for a few milliseconds at a time, so that it does not block the event loop for long. */
export function whenIdle(steps: Generator<unknown>, onError: (error: unknown) => void): IdleWork {
  let timer: ReturnType<typeof setTimeout> | undefined
  function turn(): void {
    const until = performance.now() + workMilliseconds
    try {
      while (performance.now() < until) if (steps.next().done === true) return
    } catch (error) {
      onError(error)
      return
    }
    timer = setTimeout(turn, restMilliseconds)
    timer.unref()
  }
  timer = setTimeout(turn, restMilliseconds)
  timer.unref()
  return { stop: () => clearTimeout(timer) }
}
