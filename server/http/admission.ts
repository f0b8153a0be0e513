import type { Call, RateClass } from '@mex/contract/call.ts'
import { readLanguage, type Language } from '@mex/contract/language.ts'
import { refusal, storageLow, type Refusal } from '@mex/core/refusal.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Context, Person } from '#context.ts'
import type { CallOutcome, Note, Outcome } from '#call-outcome.ts'
import { networkOfAddress } from '#network.ts'
import { admitBody, bodyRule, declaredBytes, poolOf, type BodyMemory } from './bodies.ts'
import { failed, refused, type Envelope, type SystemCode, type Traditional } from './envelope.ts'
import { fileTooLarge } from './forms.ts'
import type { Hosts } from './hosts.ts'
import type { Limiter } from './limits.ts'

/**
 * What a request has to pass before anything of its body is read (decision 011): is the server open, does a page of ours
 * send it, whose session is it, how often was it asked, how large is it. Parsing, the shape and the hash come after.
 */

/** What a token says: nobody, a person, one whose registration is all it serves, or somebody whose account is closed. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'onboarding'; readonly person: Person }
  | { readonly kind: 'closed'; readonly userId: number }

export type Admission = {
  readonly authenticate: (token: string) => Promise<Identity>
  readonly limiter: Limiter
  readonly hosts: Hosts
  readonly bodies: BodyMemory
  readonly traditional: Traditional
  /** Is told what came of every call. */
  readonly note: Note
  /** True while the server is almost out of storage space: calls that add data are refused. */
  readonly isStorageLow: () => boolean
  /** False while the process stops: every call then answers 503. */
  readonly open: () => boolean
}

export type Reply = { readonly status: number; readonly envelope: Envelope; readonly outcome: Outcome }

/** Who makes a call. */
export type Caller = Pick<Context, 'person' | 'registering'>

/** Who a request is from, told as it comes to light. */
export type Subject = { user: number | undefined }

export function header(request: FastifyRequest, name: string): string | undefined {
  const found = request.headers[name]
  return Array.isArray(found) ? found[0] : found
}

export const languageOf = (request: FastifyRequest): Language => readLanguage(header(request, 'lang'))

/** What is noted of every request. */
export const whatOf = ({ path: call }: Pick<Call, 'path'>, request: FastifyRequest): Omit<CallOutcome, 'outcome'> => ({
  call,
  network: networkOfAddress(request.ip),
  request: request.id,
})

type Says = Pick<Admission, 'traditional'>

export const refusalReply = (why: Refusal, request: FastifyRequest, { traditional }: Says): Reply => ({
  status: 200,
  envelope: refused(why, languageOf(request), traditional),
  outcome: why.refused,
})

export const systemReply = (
  status: SystemCode,
  outcome: Outcome,
  request: FastifyRequest,
  { traditional }: Says,
): Reply => ({ status, envelope: failed(status, languageOf(request), traditional), outcome })

export function tokenOf(given: string | undefined): string | undefined {
  const token = given?.replace(/^Bearer\s+/i, '').trim()
  return token === undefined || token === '' || token.length > 200 ? undefined : token
}

/**
 * Who makes a call, or why it is closed to whoever sends this token (rulebook §5): 401 without a token that is known,
 * 403 with one used outside its scope. A call for anyone takes a token that it cannot use for none.
 */
export function callerOf(call: Pick<Call, 'who'>, identity: Identity): Caller | 401 | 403 {
  const { kind } = identity
  if (kind === 'person') return { person: identity.person, registering: undefined }
  const registering = kind === 'onboarding' ? identity.person : undefined
  if (call.who === 'anyone') return { person: undefined, registering }
  if (kind === 'nobody') return 401
  return call.who === 'onboarding' && registering !== undefined ? { person: registering, registering } : 403
}

/** Why somebody with this token is turned away, for the log. */
function turnedAway({ kind }: Identity, token: string | undefined): Outcome {
  if (kind === 'closed') return 'closed_account'
  if (kind === 'nobody') return token === undefined ? 'no_token' : 'unknown_token'
  return 'token_of_registration'
}

export const userOf = (identity: Identity): number | undefined =>
  identity.kind === 'nobody' ? undefined : identity.kind === 'closed' ? identity.userId : identity.person.userId

/** Who makes a call; or the reply to whoever may not, which is told to the log with the token's person. */
export async function admitCaller(
  admission: Pick<Admission, 'authenticate' | 'traditional' | 'note'>,
  call: Pick<Call, 'who' | 'path'>,
  request: FastifyRequest,
  subject: Subject,
): Promise<Caller | Reply> {
  const token = tokenOf(header(request, 'authorization'))
  const identity: Identity = token === undefined ? { kind: 'nobody' } : await admission.authenticate(token)
  subject.user = userOf(identity)
  const caller = callerOf(call, identity)
  const outcome = turnedAway(identity, token)
  if (typeof caller === 'number') return systemReply(caller, outcome, request, admission)
  // Where anyone may call, a token that opens nothing is no obstacle; it is a try all the same.
  if (outcome === 'unknown_token') admission.note({ ...whatOf(call, request), outcome })
  return caller
}

/** Admits a call up to its body; or the reply to a request of which nothing more is looked at. */
export async function admitCall(
  admission: Admission,
  call: Call,
  request: FastifyRequest,
  reply: FastifyReply,
  subject: Subject,
): Promise<Caller | Reply> {
  const system = (status: SystemCode, outcome: Outcome) => systemReply(status, outcome, request, admission)
  if (!admission.open()) return system(503, 'failed')
  // Forms are the one thing that a page of another site can send without being asked first.
  if (call.body === 'form' && admission.hosts.isForeignPage(request.headers)) return system(403, 'foreign_page')
  const caller = await admitCaller(admission, call, request, subject)
  if ('status' in caller) return caller
  if (!(await admission.limiter(request, call.rate satisfies RateClass, caller.person?.userId)))
    return refusalReply(refusal('too_many_requests'), request, admission)
  if (call.addsData && admission.isStorageLow()) return refusalReply(storageLow, request, admission)
  return admitSize(admission, call, request, reply, caller) ?? caller
}

/** Reserves the memory that a body will need until it is answered; or the reply to one that is too large. */
function admitSize(
  admission: Admission,
  call: Call,
  request: FastifyRequest,
  { raw: answer }: FastifyReply,
  { person, registering }: Caller,
): Reply | undefined {
  // Nobody would give back what is reserved for a connection that is gone already.
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
