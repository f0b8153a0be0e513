import { pino, type DestinationStream, type Logger } from 'pino'

/** The most characters of what an error says, of where it happened, and of a whole line. */
const messageMost = 1000
const stackMost = 4000
const lineMost = 16_384

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`

/** What is written of an error: the database adds the values of the row that it refused, which are somebody's. */
function withoutValues(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const said = { type, message: cut(message, messageMost), stack: cut(stack, stackMost) }
  return { ...said, ...('code' in error ? { code: error.code } : {}) }
}

/** A line that is too long keeps its first fields, which say when and how bad, and the beginning of the rest as a text. */
function cutLine(line: string): string {
  if (line.length <= lineMost) return line
  const { level, time, msg, ...rest } = JSON.parse(line) as Readonly<Record<string, unknown>>
  const fields = cut(JSON.stringify(rest), lineMost / 4)
  return `${JSON.stringify({ level, time, fields, msg: cut(String(msg), messageMost) })}\n`
}

/** The server's log: one JSON object a line, with its time in UTC, on standard error unless a test reads it. */
export const openLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
      hooks: { streamWrite: cutLine },
    },
    destination,
  )

/**
 * The same log for lines that are written whatever its level: who wants to read less still wants to know who tried to
 * get in.
 */
export const openAlways = (log: Logger): Logger => log.child({}, { level: 'info' })
