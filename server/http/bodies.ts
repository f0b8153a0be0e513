import type { IncomingHttpHeaders } from 'node:http'
import type { Call } from '@mex/contract/call.ts'
import type { FastifyRequest } from 'fastify'

/** How bodies are received: as large as was admitted, in time, and all of them together in a bounded memory. */

const kilobyte = 1024
/** Of callers without a session, and of every form without parts. */
export const strangerBytesMost = 16 * kilobyte
/** Of callers with one. */
const personBytesMost = 64 * kilobyte

/** How long a body may take to arrive: what is small comes at once, a picture may come over a slow line. */
const smallMilliseconds = 15_000
const largeMilliseconds = 110_000
/** A body of which nothing comes for so long is given up: whoever sends nothing shall not hold memory. */
const silenceMilliseconds = 10_000

/** What a request may bring. */
export type BodyRule = {
  readonly bytes: number
  /** From the first byte to the last. */
  readonly milliseconds: number
  /** Between two pieces. */
  readonly silenceMilliseconds: number
}

const mediaType = (headers: IncomingHttpHeaders): string =>
  (headers['content-type'] ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? ''

/** How large the body of a call may be, by who sends it and in which form. */
export function bodyRule(call: Pick<Call, 'bodyBytes'>, headers: IncomingHttpHeaders, hasSession: boolean): BodyRule {
  const type = mediaType(headers)
  const usual = hasSession ? personBytesMost : strangerBytesMost
  const asked = type === 'multipart/form-data' || hasSession ? (call.bodyBytes ?? usual) : usual
  const bytes = type === 'application/x-www-form-urlencoded' ? strangerBytesMost : asked
  const milliseconds = bytes > personBytesMost ? largeMilliseconds : smallMilliseconds
  return { bytes, milliseconds, silenceMilliseconds }
}

/** The size that a request says its body has: 0 without one, undefined when it is sent in chunks. */
export function declaredBytes(headers: IncomingHttpHeaders): number | undefined {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : undefined
}

/** How much memory bodies of one kind may take: of everybody together, and of one caller. */
export type PoolLimits = { readonly bytesInAll: number; readonly bytesPerCaller: number }

/**
 * Bodies of strangers leave room for those of people, and pictures for orders: whatever fills one pool, the others go on. A
 * caller is a person, or the network of a stranger.
 */
export type BodyPool = 'small' | 'large' | 'smallOfStrangers' | 'largeOfStrangers'
export type BodyLimits = Readonly<Record<BodyPool, PoolLimits>>

const megabytes = (inAll: number, perCaller: number): PoolLimits => ({
  bytesInAll: inAll * kilobyte * kilobyte,
  bytesPerCaller: perCaller * kilobyte * kilobyte,
})
export const defaultBodyLimits: BodyLimits = {
  small: megabytes(64, 2),
  large: megabytes(96, 24),
  smallOfStrangers: megabytes(32, 8),
  largeOfStrangers: megabytes(64, 32),
}

export const poolOf = (bytes: number, hasSession: boolean): BodyPool =>
  bytes > personBytesMost ? (hasSession ? 'large' : 'largeOfStrangers') : hasSession ? 'small' : 'smallOfStrangers'

/** The memory for bodies that are on their way or being worked on. A body counts in full from its first byte. */
export type BodyMemory = {
  /** Undefined when there is no room; else what gives the room back, once. */
  reserve(this: void, pool: BodyPool, caller: string, bytes: number): (() => void) | undefined
}

export function openBodyMemory(limits: BodyLimits = defaultBodyLimits): BodyMemory {
  const pools = {
    small: openPool(limits.small),
    large: openPool(limits.large),
    smallOfStrangers: openPool(limits.smallOfStrangers),
    largeOfStrangers: openPool(limits.largeOfStrangers),
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
/** Lets the body of a request be read. What nobody has admitted is never read. */
export const admitBody = (request: FastifyRequest, rule: BodyRule): void => void rules.set(request, rule)

/** What is wrong with a body; the status says which answer it gets. */
class BodyFault extends Error {
  override readonly name = 'BodyFault'
  readonly statusCode: 400 | 408 | 413
  constructor(statusCode: 400 | 408 | 413, message: string) {
    super(message)
    this.statusCode = statusCode
  }
}

export const unreadable = (): BodyFault => new BodyFault(400, 'the body cannot be read')

/** Gives the body of an admitted request to `take`, piece by piece; false when nobody has admitted it. */
export async function receiveBody(request: FastifyRequest, take: (piece: Buffer) => void): Promise<boolean> {
  const rule = rules.get(request)
  if (rule === undefined) return false
  const { raw } = request
  if (raw.destroyed) throw unreadable()
  await new Promise<void>((resolve, reject) => {
    let size = 0
    const giveUp = (): void => end(new BodyFault(408, 'the body did not come in time'))
    const timer = setTimeout(giveUp, rule.milliseconds)
    const silence = setTimeout(giveUp, rule.silenceMilliseconds)
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
      // Without a listener what still comes is thrown away.
      raw.off('data', onData).off('end', onEnd).off('error', onBroken).off('close', onBroken)
      raw.on('error', () => undefined)
      if (fault === undefined) resolve()
      else reject(fault)
    }
    raw.on('data', onData).on('end', onEnd).on('error', onBroken).on('close', onBroken)
  })
  return true
}

/** The body of an admitted request as text; undefined when nobody has admitted it. */
export async function receiveText(request: FastifyRequest): Promise<string | undefined> {
  const pieces: Buffer[] = []
  const isAdmitted = await receiveBody(request, (piece) => void pieces.push(piece))
  return isAdmitted ? new TextDecoder().decode(Buffer.concat(pieces)) : undefined
}
