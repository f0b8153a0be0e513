import { pino, type DestinationStream, type Logger } from 'pino'
import { LostOwnership } from '#db/server-session.ts'

/** Maximum characters of an error message, a stack and a whole line. */
const messageMax = 1000
const stackMax = 4000
const lineMax = 16_384

const cut = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`

/** Serialises an error without the row values that the database adds to it, which are personal data. */
function withoutValues(error: Error): object {
  const { type, message, stack } = pino.stdSerializers.err(error)
  const fields = { type, message: cut(message, messageMax), stack: cut(stack, stackMax) }
  return { ...fields, ...('code' in error ? { code: error.code } : {}) }
}

/** A line that is too long keeps its level and time, and the start of the other fields as text. */
function cutLine(line: string): string {
  if (line.length <= lineMax) return line
  const { level, time, msg, ...rest } = JSON.parse(line) as Readonly<Record<string, unknown>>
  const fields = cut(JSON.stringify(rest), lineMax / 4)
  return `${JSON.stringify({ level, time, fields, msg: cut(String(msg), messageMax) })}\n`
}

/**
 * Whether an error only says that another process has taken over. The server says that once, when it stops for it (`onTaken` in `server.ts`);
 * until it has stopped, every job, tick and list of orders fails for the same reason.
 */
const isReplaced = (error: unknown): boolean =>
  error instanceof LostOwnership || (error instanceof Error && isReplaced(error.cause))

const errorOf = (fields: unknown): unknown =>
  typeof fields === 'object' && fields !== null && 'err' in fields ? fields.err : fields

/** The server's log: one JSON object per line, with its time in UTC, by default to standard error. */
export const openLog = (level: string, destination: DestinationStream = pino.destination(2)): Logger =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      serializers: { err: withoutValues },
      hooks: {
        streamWrite: cutLine,
        logMethod(fields, write) {
          if (!isReplaced(errorOf(fields[0]))) write.apply(this, fields)
        },
      },
    },
    destination,
  )

/** The same log at least at level `info`, for security events, which are written at every configured level. */
export const openUnfiltered = (log: Logger): Logger => log.child({}, { level: 'info' })
