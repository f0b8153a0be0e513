import type { Call, RateClass } from '@mex/contract/call.ts'
import { readLanguage, type Language } from '@mex/contract/language.ts'
import { refusal, storageLow, type Refusal } from '@mex/core/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Identity } from '#context.ts'
import type { CallOutcome, RecordOutcome, Outcome } from '#call-outcome.ts'
import { networkOfAddress } from '#network.ts'
import { admitBody, bodyRule, declaredBytes, poolOf, type BodyMemory } from './bodies.ts'
import { failed, refused, type Envelope, type SystemCode, type Traditional } from './envelope.ts'
import { fileTooLarge } from './forms.ts'
import type { Hosts } from './hosts.ts'
import type { Limiter } from './limits.ts'

/**
 * The checks that a request passes before its body is read (decision 011): server open, origin of the page, session, rate
 * limit, body size. Parsing, validation and hashing come after.
 */

export type Admission = {
  readonly authenticate: (token: string) => Promise<Identity>
  readonly limiter: Limiter
  readonly hosts: Hosts
  readonly bodies: BodyMemory
  readonly traditional: Traditional
  /** Receives the outcome of every call, for the log. */
  readonly note: RecordOutcome
  /** True while the server is almost out of storage space: calls that add data are refused. */
  readonly isStorageLow: () => boolean
  /** False while the process shuts down: every call then answers 503. */
  readonly open: () => boolean
}

export type Reply = { readonly status: number; readonly envelope: Envelope; readonly outcome: Outcome }

/** The user who makes a call; both fields are undefined without a session. */
export type Caller = Pick<Context, 'person' | 'registering'>

/** The user of a request, filled in as soon as the session is known, for the log. */
export type Subject = { user: number | undefined }

export function header(request: FastifyRequest, name: string): string | undefined {
  const found = request.headers[name]
  return Array.isArray(found) ? found[0] : found
}

export const languageOf = (request: FastifyRequest): Language => readLanguage(header(request, 'lang'))

/** The log fields that every request has. */
export const requestFields = (
  { path: call }: Pick<Call, 'path'>,
  request: FastifyRequest,
): Omit<CallOutcome, 'outcome'> => ({
  call,
  network: networkOfAddress(request.ip),
  request: request.id,
})

type Texts = Pick<Admission, 'traditional'>

export const refusalReply = (why: Refusal, request: FastifyRequest, { traditional }: Texts): Reply => ({
  status: 200,
  envelope: refused(why, languageOf(request), traditional),
  outcome: why.refused,
})

export const systemReply = (
  status: SystemCode,
  outcome: Outcome,
  request: FastifyRequest,
  { traditional }: Texts,
): Reply => ({ status, envelope: failed(status, languageOf(request), traditional), outcome })

export function tokenOf(given: string | undefined): string | undefined {
  const token = given?.replace(/^Bearer\s+/i, '').trim()
  return token === undefined || token === '' || token.length > 200 ? undefined : token
}

/**
 * The caller, or the status that refuses the token (rulebook §5): 401 without a known token, 403 for a token outside its
 * scope. A call for anyone ignores a token that it cannot use.
 */
export function callerOf(call: Pick<Call, 'who'>, identity: Identity): Caller | 401 | 403 {
  const { kind } = identity
  if (kind === 'user') return { person: identity.person, registering: undefined }
  const registering = kind === 'onboarding' ? identity.person : undefined
  if (call.who === 'anyone') return { person: undefined, registering }
  if (kind === 'anonymous') return 401
  return call.who === 'onboarding' && registering !== undefined ? { person: registering, registering } : 403
}

/** Why a token is rejected, for the log. */
function rejectionOutcome({ kind }: Identity, token: string | undefined): Outcome {
  if (kind === 'closed') return 'closed_account'
  if (kind === 'anonymous') return token === undefined ? 'no_token' : 'unknown_token'
  return 'token_of_registration'
}

export const userOf = (identity: Identity): number | undefined =>
  identity.kind === 'anonymous' ? undefined : identity.kind === 'closed' ? identity.userId : identity.person.userId

/** Authenticates the caller, or returns the reply that refuses the call. Sets `subject.user` also for a refused token. */
export async function admitCaller(
  admission: Pick<Admission, 'authenticate' | 'traditional' | 'note'>,
  call: Pick<Call, 'who' | 'path'>,
  request: FastifyRequest,
  subject: Subject,
): Promise<Caller | Reply> {
  const token = tokenOf(header(request, 'authorization'))
  const identity: Identity = token === undefined ? { kind: 'anonymous' } : await admission.authenticate(token)
  subject.user = userOf(identity)
  const caller = callerOf(call, identity)
  const outcome = rejectionOutcome(identity, token)
  if (typeof caller === 'number') return systemReply(caller, outcome, request, admission)
  // A call for anyone goes on with an unknown token, but the log records the attempt.
  if (outcome === 'unknown_token') admission.note({ ...requestFields(call, request), outcome })
  return caller
}

/** Runs every check that comes before the body. Returns the caller, or the reply that ends the request. */
export async function admitCall(
  admission: Admission,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: Subject,
): Promise<Caller | Reply> {
  const system = (status: SystemCode, outcome: Outcome) => systemReply(status, outcome, request, admission)
  if (!admission.open()) return system(503, 'failed')
  // Forms are the only requests that a page of another site can send without a CORS preflight.
  if (call.body === 'form' && admission.hosts.isForeignPage(request.headers)) return system(403, 'foreign_page')
  const caller = await admitCaller(admission, call, request, subject)
  if ('status' in caller) return caller
  if (!(await isWithinRate(admission, call, request, caller.person?.userId)))
    return refusalReply(refusal('too_many_requests'), request, admission)
  if (call.addsData && admission.isStorageLow()) return refusalReply(storageLow, request, admission)
  return admitSize(admission, call, request, reply, caller) ?? caller
}

const guessing: readonly RateClass[] = ['authentication', 'code']

/** Counts a call. Sessions of guests are free, so passwords and codes that anyone may send count for the network too. */
async function isWithinRate(
  { limiter }: Admission,
  { who, rate }: Pick<Call, 'who' | 'rate'>,
  request: FastifyRequest,
  userId: number | undefined,
): Promise<boolean> {
  if (!(await limiter(request, rate, userId))) return false
  const isGuess = userId !== undefined && who === 'anyone' && guessing.includes(rate)
  return !isGuess || (await limiter(request, rate, undefined))
}

/** Reserves memory for the body until the answer is sent. Returns a reply if the body is too large or memory is short. */
function admitSize(
  admission: Admission,
  call: Call,
  request: FastifyRequest,
  { raw: answer }: FastifyReply,
  { person, registering }: Caller,
): Reply | undefined {
  // A closed connection emits no further event that would release the reservation.
  if (answer.closed || answer.destroyed || request.raw.destroyed)
    return refusalReply(refusal('unavailable'), request, admission)
  const subject = person ?? registering
  const rule = bodyRule(call, request.headers, subject !== undefined)
  const bytes = declaredBytes(request.headers) ?? rule.bytes
  if (bytes === 0) return undefined
  if (!(bytes <= rule.bytes))
    return call.body === 'form' && rule.bytes === call.bodyBytes && isParts(request)
      ? refusalReply(fileTooLarge, request, admission)
      : systemReply(413, 'too_large', request, admission)
  const from = subject === undefined ? networkOfAddress(request.ip) : `person ${subject.userId}`
  const release = admission.bodies.reserve(poolOf(bytes, subject !== undefined), from, bytes)
  if (release === undefined) return refusalReply(refusal('unavailable'), request, admission)
  answer.once('finish', release).once('close', release)
  admitBody(request, rule)
  return undefined
}

const isParts = (request: FastifyRequest): boolean => /^multipart\//i.test(header(request, 'content-type') ?? '')
