import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from '@mex/contract/call.ts'
import type { FastifyRequest } from 'fastify'

/** Receives request bodies within a size limit, a deadline and a bounded total memory. */

const kilobyte = 1024
/** Limit without a session, and for every URL-encoded form. */
export const anonymousBytesMost = 16 * kilobyte
/** Limit with a session. */
const sessionBytesMost = 64 * kilobyte

/** Deadlines of a whole body: a picture may come over a slow connection. */
const smallMilliseconds = 15_000
const largeMilliseconds = 110_000
/** Idle timeout: a client that sends nothing must not hold memory. */
const silenceMilliseconds = 10_000

/** The limits of one body. */
export type BodyRule = {
  readonly bytes: number
  /** From the first byte to the last. */
  readonly milliseconds: number
  /** Between two chunks. */
  readonly silenceMilliseconds: number
}

const mediaType = (headers: IncomingHttpHeaders): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** The limits of a call's body, by session and media type. */
export function bodyRule(call: Pick<Call, 'bodyBytes'>, headers: IncomingHttpHeaders, hasSession: boolean): BodyRule {
  const type = mediaType(headers)
  const usual = hasSession ? sessionBytesMost : anonymousBytesMost
  const asked = type === 'multipart/form-data' || hasSession ? (call.bodyBytes ?? usual) : usual
  const bytes = type === 'application/x-www-form-urlencoded' ? anonymousBytesMost : asked
  const milliseconds = bytes > sessionBytesMost ? largeMilliseconds : smallMilliseconds
  return { bytes, milliseconds, silenceMilliseconds }
}

/** The declared size of a body in bytes: 0 without a body, undefined for a chunked one. */
export function declaredBytes(headers: IncomingHttpHeaders): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/** Memory limits of one pool, for all callers together and per caller. */
export type PoolLimits = { readonly bytesInAll: number; readonly bytesPerCaller: number }

/**
 * Separate pools, so that requests without a session cannot block those with one, nor pictures block orders. A caller is a
 * user, or the network of a client without a session.
 */
export type BodyPool = 'small' | 'large' | 'smallAnonymous' | 'largeAnonymous'
export type BodyLimits = Readonly<Record<BodyPool, PoolLimits>>

const megabytes = (inAll: number, perCaller: number): PoolLimits => ({
  bytesInAll: inAll * kilobyte * kilobyte,
  bytesPerCaller: perCaller * kilobyte * kilobyte,
})
export const defaultBodyLimits: BodyLimits = {
  small: megabytes(64, 2),
  large: megabytes(96, 24),
  smallAnonymous: megabytes(32, 8),
  largeAnonymous: megabytes(64, 32),
}

export const poolOf = (bytes: number, hasSession: boolean): BodyPool =>
  bytes > sessionBytesMost ? (hasSession ? 'large' : 'largeAnonymous') : hasSession ? 'small' : 'smallAnonymous'

/** Memory for bodies in transit or in processing. A body counts in full from its first byte. */
export type BodyMemory = {
  /** Returns the function that releases the reservation (idempotent), or undefined if the pool is full. */
  reserve(this: void, pool: BodyPool, caller: string, bytes: number): (() => void) | undefined
}

export function openBodyMemory(limits: BodyLimits = defaultBodyLimits): BodyMemory {
  const pools = {
    small: openPool(limits.small),
    large: openPool(limits.large),
    smallAnonymous: openPool(limits.smallAnonymous),
    largeAnonymous: openPool(limits.largeAnonymous),
  }
  return { reserve: (pool, caller, bytes) => pools[pool](caller, bytes) }
}

function openPool({ bytesInAll, bytesPerCaller }: PoolLimits) {
  const callers = new Map<string, number>()
  let used = 0
  return (caller: string, bytes: number): (() => void) | undefined => {
    const own = callers.get(caller) ?? 0
    if (used + bytes > bytesInAll || own + bytes > bytesPerCaller) return undefined
    used += bytes
    callers.set(caller, own + bytes)
    let isHeld = true
    return () => {
      if (!isHeld) return
      isHeld = false
      used -= bytes
      const left = (callers.get(caller) ?? bytes) - bytes
      if (left <= 0) callers.delete(caller)
      else callers.set(caller, left)
    }
  }
}

const rules = new WeakMap<FastifyRequest, BodyRule>()
/** Permits reading the body of a request. Without this the body is never read. */
export const admitBody = (request: FastifyRequest, rule: BodyRule): void => void rules.set(request, rule)

/** A body error; `failure` in `routes.ts` chooses the answer by its status. */
class BodyFault extends Error {
  override readonly name = 'BodyFault'
  readonly statusCode: 400 | 408 | 413
  constructor(statusCode: 400 | 408 | 413, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const unreadable = (): BodyFault => new BodyFault(400, 'the body cannot be read')

/** Passes the body of an admitted request to `take`, chunk by chunk; false if it was not admitted. Throws `BodyFault`. */
export async function receiveBody(request: FastifyRequest, take: (piece: Buffer) => void): Promise<boolean> {
  const rule = rules.get(request)
  if (rule === undefined) return false
  const { raw } = request
  if (raw.destroyed) throw unreadable()
  await new Promise<void>((resolve, reject) => {
    let size = 0
    const onTimeout = (): void => end(new BodyFault(408, 'the body did not arrive in time'))
    const timer = setTimeout(onTimeout, rule.milliseconds)
    const silence = setTimeout(onTimeout, rule.silenceMilliseconds)
    const onData = (piece: Buffer): void => {
      size += piece.length
      silence.refresh()
      if (size > rule.bytes) end(new BodyFault(413, 'the body is too large'))
      else take(piece)
    }
    const onEnd = (): void => end(undefined)
    const onBroken = (): void => end(unreadable())
    function end(fault: BodyFault | undefined): void {
      clearTimeout(timer)
      clearTimeout(silence)
      // Without a data listener the stream discards the rest.
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      raw.on('error', () => undefined)
      if (fault === undefined) resolve()
      else reject(fault)
    }
    raw.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
  return true
}

/** The body of an admitted request as UTF-8 text; undefined if it was not admitted. Throws `BodyFault`. */
export async function receiveText(request: FastifyRequest): Promise<string | undefined> {
  const pieces: Buffer[] = []
  const isAdmitted = await receiveBody(request, (piece) => void pieces.push(piece))
  return isAdmitted ? new TextDecoder().decode(Buffer.concat(pieces)) : undefined
}
