/** Signals of a terminal, npm and supervisors to stop a program; SIGHUP comes when the terminal is closed. */
export const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
/**
 * Ctrl+C reaches every process of the terminal's group, and npm and `tools/run.mjs` forward it too, so one request arrives
 * several times within milliseconds.
 */
const sameRequestMilliseconds = 1000

/**
 * At the first stop signal runs `stop` and ends the process with `exitCode`. A signal more than a second later is a second
 * request and ends the process at once, with exit code 1. Returns a function that removes the handlers.
 */
export function stopOnSignal(stop: () => Promise<unknown>, exitCode = 0): () => void {
  let requestedAt: number | undefined
  const onSignal = (): void => {
    const now = performance.now()
    if (requestedAt !== undefined) {
      if (now - requestedAt > sameRequestMilliseconds) process.exit(1)
      return
    }
    requestedAt = now
    void stop().then(
      () => process.exit(exitCode),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const signal of stopSignals) process.on(signal, onSignal)
  return () => stopSignals.forEach((signal) => process.off(signal, onSignal))
}
