import type { Call, RateClass } from '@mex/contract/call.ts'
import { readLanguage, type Language } from '@mex/contract/language.ts'
import { writerOf } from '@mex/contract/write.ts'
import { Refused, refusal, type Refusal } from '@mex/core/refusal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#clock.ts'
import type { Context, Person } from '#context.ts'
import type { Happened, Note, Outcome } from '#happened.ts'
import { storedAnswer } from '#db/requests.ts'
import { failureKind } from '#db/sql.ts'
import { failed, refused, success, successInMessage, type Envelope, type Traditional } from './envelope.ts'
import { formBodyBytesMax, formFields, readForms } from './forms.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { bodyHash, keyedRequest, type AnswerSeals } from './keys.ts'
import type { Limiter } from './limits.ts'
import type { Metrics } from './metrics.ts'

/** What a token says: nobody, a person, one whose registration is all it serves, or somebody whose account is closed. */
export type Identity =
  | { readonly kind: 'nobody' }
  | { readonly kind: 'person'; readonly person: Person }
  | { readonly kind: 'onboarding'; readonly person: Person }
  | { readonly kind: 'closed'; readonly userId: number }

export type Handler = (input: never, context: never) => Promise<unknown>

export type Routes = {
  readonly calls: readonly { readonly call: Call; readonly handler: Handler }[]
  /** Everything of the context that does not depend on the request. */
  readonly parts: Pick<Context, 'db' | 'feed'>
  readonly clock: Pick<Clock, 'now' | 'wall'>
  readonly authenticate: (token: string) => Promise<Identity>
  readonly limiter: Limiter
  /** The host that browsers see, where a proxy does not pass it on. */
  readonly publicHost: string | undefined
  readonly doubleTap: (scope: number, body: Buffer) => boolean
  readonly keySecret: Buffer
  readonly answerSeals: AnswerSeals
  readonly traditional: Traditional
  readonly metrics: Metrics
  /** Is told what came of every call. */
  readonly note: Note
  /** False while the process stops: every call then answers 503. */
  readonly open: () => boolean
}

export type Reply = { readonly status: number; readonly envelope: Envelope; readonly outcome: Outcome }

export function tokenOf(header: string | undefined): string | undefined {
  const token = header?.replace(/^Bearer\s+/i, '').trim()
  return token === undefined || token === '' || token.length > 200 ? undefined : token
}

/** `{id}` of a legacy path as the router writes it. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

function wireInput(request: FastifyRequest, body: unknown): Record<string, unknown> {
  const given = request.method === 'GET' ? request.query : body
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {}
  return { ...fields, ...(request.params as object) }
}

/**
 * Who makes a call, or why it is closed to whoever sends this token (rulebook §5): 401 without a token that is known,
 * 403 with one used outside its scope. A call for anyone takes a token that it cannot use for none.
 */
export function callerOf(
  call: Pick<Call, 'who'>,
  identity: Identity,
): Pick<Context, 'person' | 'registering'> | 401 | 403 {
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

/** Who a request is from, told as it comes to light. */
export type Subject = { user: number | undefined }

/** Who makes a call; or the reply to whoever may not, which is told to the log with the token's person. */
export async function admit(
  routes: Pick<Routes, 'authenticate' | 'traditional' | 'note'>,
  call: Pick<Call, 'who' | 'path'>,
  request: FastifyRequest,
  subject: Subject,
): Promise<Pick<Context, 'person' | 'registering'> | Reply> {
  const token = tokenOf(header(request, 'authorization'))
  const identity: Identity = token === undefined ? { kind: 'nobody' } : await routes.authenticate(token)
  subject.user = userOf(identity)
  const caller = callerOf(call, identity)
  const outcome = turnedAway(identity, token)
  if (typeof caller === 'number')
    return { status: caller, envelope: failed(caller, languageOf(request), routes.traditional), outcome }
  // Where anyone may call, a token that opens nothing is no obstacle; it is a try all the same.
  if (outcome === 'unknown_token') routes.note({ ...whatOf(call, request), outcome })
  return caller
}

/** Whether a browser says that a page of another host sends this; programs say nothing about it. */
function isForeign(request: FastifyRequest, publicHost: string | undefined): boolean {
  const { origin } = request.headers
  if (origin === undefined) return false
  const host = URL.parse(origin)?.host
  return host !== request.host && (publicHost === undefined || host !== publicHost)
}

const languageOf = (request: FastifyRequest): Language => readLanguage(header(request, 'lang'))

/** What is noted of every request. */
export const whatOf = ({ path: call }: Pick<Call, 'path'>, request: FastifyRequest): Omit<Happened, 'outcome'> => ({
  call,
  network: request.ip,
  request: request.id,
})

/** The same steps for every call: who, again?, how often, what; then the area, then the envelope. */
async function answer(
  routes: Routes,
  { call, handler }: Routes['calls'][number],
  request: FastifyRequest,
  subject: Subject,
): Promise<Reply> {
  const language = languageOf(request)
  const { traditional } = routes
  const say = (why: Refusal): Reply => refusalReply(why, language, traditional)
  if (!routes.open()) return { status: 503, envelope: failed(503, language, traditional), outcome: 'failed' }
  // Forms are the one thing that a page of another site can send without being asked first.
  if (call.body === 'form' && isForeign(request, routes.publicHost))
    return { status: 403, envelope: failed(403, language, traditional), outcome: 'foreign_page' }
  const caller = await admit(routes, call, request, subject)
  if ('status' in caller) return caller
  const { person } = caller

  const scope = person?.userId ?? 0
  const body =
    call.idempotency === 'key' ? bodyHash(routes.keySecret, call, wireInput(request, request.body)) : undefined
  const given = header(request, 'idempotency-key')
  const keyed = body === undefined ? undefined : keyedRequest(call, scope, given, { body, seals: routes.answerSeals })
  if (!(await routes.limiter(request, call.rate satisfies RateClass, person?.userId))) {
    // An answer that was given before is given again, however many calls came since.
    const before = keyed === undefined ? undefined : await storedAnswer(routes.parts.db, keyed)
    if (before === undefined) return say(refusal('too_many_requests'))
  }
  if (body !== undefined && keyed === undefined && routes.doubleTap(scope, body))
    return say(refusal('duplicate_request'))
  const fields = call.body === 'form' ? await formFields(request) : request.body
  const read = readRequest(call.input, wireInput(request, fields))
  if ('refused' in read) return say(read)
  const context: Context = {
    ...routes.parts,
    now: routes.clock.now(),
    wallNow: routes.clock.wall(),
    language,
    ...caller,
    network: request.ip,
    host: routes.publicHost ?? request.host,
    agent: (header(request, 'user-agent') ?? '').slice(0, 200),
    concerns: (userId) => void (subject.user = userId),
    request: keyed,
  }
  const data = await handler(read.input as never, context as never)
  const written = writerOf(call.output)(data as never)
  const envelope =
    call.answersIn === 'msg' ? successInMessage(String(written)) : success(written, language, traditional)
  return { status: 200, envelope, outcome: 'accepted' }
}

const refusalReply = (why: Refusal, language: Language, traditional: Traditional): Reply => ({
  status: 200,
  envelope: refused(why, language, traditional),
  outcome: why.refused,
})

export function header(request: FastifyRequest, name: string): string | undefined {
  const found = request.headers[name]
  return Array.isArray(found) ? found[0] : found
}

/** Turns whatever was thrown into a reply: refusals are answers, everything else is ours to explain. */
export function failure(
  routes: Pick<Routes, 'traditional' | 'metrics'>,
  call: Pick<Call, 'path'>,
  request: FastifyRequest,
  error: unknown,
): Reply {
  const language = languageOf(request)
  if (error instanceof Refused) return refusalReply(error.refusal, language, routes.traditional)
  if (failureKind(error) === 'away') {
    request.log.warn({ err: error, call: call.path }, 'the database is away')
    return { status: 503, envelope: failed(503, language, routes.traditional), outcome: 'failed' }
  }
  request.log.error({ err: error, call: call.path }, 'program error')
  routes.metrics.failures.inc({ call: call.path })
  return { status: 500, envelope: failed(500, language, routes.traditional), outcome: 'failed' }
}

/** Registers every call of the contract; those that take forms in a scope of their own, for no other call reads them. */
export async function registerCalls(app: FastifyInstance, routes: Routes): Promise<void> {
  registerAll(
    app,
    routes,
    routes.calls.filter(({ call }) => call.body === 'json'),
  )
  await app.register(async (scope) => {
    await readForms(scope)
    registerAll(
      scope,
      routes,
      routes.calls.filter(({ call }) => call.body === 'form'),
    )
  })
}

function registerAll(app: FastifyInstance, routes: Routes, entries: Routes['calls']): void {
  for (const entry of entries) {
    const { call } = entry
    app.route({
      method: call.method,
      url: routerPath(call.path),
      ...(call.body === 'form' ? { bodyLimit: formBodyBytesMax } : {}),
      handler: async (request: FastifyRequest, reply: FastifyReply) => {
        const end = routes.metrics.duration.startTimer({ call: call.path })
        const subject: Subject = { user: undefined }
        const { status, envelope, outcome } = await answer(routes, entry, request, subject).catch((error: unknown) =>
          failure(routes, call, request, error),
        )
        end({ code: envelope.code })
        routes.note({ ...whatOf(call, request), outcome, user: subject.user })
        // What is said to one person is kept by nobody on the way, nor by a browser that others use.
        return reply.code(status).header('cache-control', 'no-store').send(envelope)
      },
    })
  }
}
