import type { Logger } from 'pino'

/**
 * An error that nobody caught, or a promise that nobody waits for: what is in memory may be half done, so the process ends.
 * The error is a line of the log like every other, without the values of a row that the database may have added to it.
 */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught ends the process')
    process.exit(1)
  })
}
