import { pino, type DestinationStream, type Logger } from 'pino'

/** The server's log: one JSON object a line, with its time in UTC, on standard error unless a test reads it. */
export const openLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination)
