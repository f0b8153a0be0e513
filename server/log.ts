import { pino, type DestinationStream, type Logger } from 'pino'

/** What is written of an error: the database adds the values of the row that it refused, which are somebody's. */
function withoutValues(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error)
  return { type, message, stack, ...('code' in error ? { code: error.code } : {}) }
}

/** The server's log: one JSON object a line, with its time in UTC, on standard error unless a test reads it. */
export const openLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    { level, base: null, timestamp: pino.stdTimeFunctions.isoTime, serializers: { err: withoutValues } },
    destination,
  )

/**
 * The same log for lines that are written whatever its level: who wants to read less still wants to know who tried to
 * get in.
 */
export const openAlways = (log: Logger): Logger => log.child({}, { level: 'info' })
