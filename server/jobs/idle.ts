/** Work in small steps that can wait, done between everything else. */
export type IdleWork = { stop(): void }

const workMilliseconds = 3
const restMilliseconds = 6

/** Takes steps of a generator for a few milliseconds at a time, so that no call waits for it noticeably. */
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
