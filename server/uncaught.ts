import type { Logger } from 'pino'

/**
 * Ends the process on an uncaught exception or unhandled rejection, because the state in memory may be inconsistent. The
 * error goes to the log, which leaves out the row values that the database may have added to it.
 */
export function endOnUncaught(log: Logger): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'an error that nobody caught ends the process')
    process.exit(1)
  })
}
