import type { Call } from '@mex/contract/call.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { writerOf } from '@mex/contract/write.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal, Refused, refusal, storageLow, type Refusal } from '@mex/core/refusal.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Clock } from '#clock.ts'
import type { Context } from '#context.ts'
import { failureKind, isDiskFull } from '#db/sql.ts'
import { networkOfAddress } from '#network.ts'
import { isSafeInput } from '#untrusted-input.ts'
import {
  admitCall,
  header,
  languageOf,
  refusalReply,
  requestFields,
  systemReply,
  type Admission,
  type Caller,
  type Reply,
  type Subject,
} from './admission.ts'
import { success, successInMessage } from './envelope.ts'
import { readForms } from './forms.ts'
import { isFromThisMachine } from './hosts.ts'
import { bodyHash, idempotentRequest, type AnswerEncryption } from './keys.ts'
import type { Metrics } from './metrics.ts'

export type Handler = (input: never, context: never) => Promise<unknown>

export type Routes = Admission & {
  /** `product` if the call places an order. */
  readonly calls: readonly { readonly call: Call; readonly handler: Handler; readonly product?: string | undefined }[]
  /** The part of the context that is the same for every request. */
  readonly parts: Pick<Context, 'db' | 'feed'>
  readonly clock: Pick<Clock, 'now' | 'wall'>
  /** Before a call that changes something: the clock reads later than every price that any server has shown. */
  readonly refresh?: (() => Promise<void>) | undefined
  readonly doubleTap: (scope: number, body: Buffer) => boolean
  readonly keySecret: Buffer
  readonly answerEncryption: AnswerEncryption
  readonly metrics: Metrics
}

/** Writes `{id}` of a legacy path as `:id`, the router's syntax. */
const routerPath = (path: string): string => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** The wire fields of a request; path parameters win. Undefined if the query or path has a forbidden name or character. */
function wireInput(request: FastifyRequest): Record<string, unknown> | undefined {
  // The body parser has already checked the body.
  const given = request.method === 'GET' ? request.query : request.body
  const fields = typeof given === 'object' && given !== null && !Array.isArray(given) ? given : {}
  const outside = { ...(request.method === 'GET' ? fields : {}), ...(request.params as object) }
  return isSafeInput(outside) ? { ...fields, ...outside } : undefined
}

const unreadable = refusal('invalid_parameter', { field: 'body', values: { field: 'body' } })

/** Answers an admitted call: validates its input, claims its idempotency key, runs the handler, wraps the result. */
async function answer(
  routes: Routes,
  { call, handler }: Routes['calls'][number],
  request: FastifyRequest,
  { caller, subject }: Visit & { readonly caller: Caller },
): Promise<Reply> {
  const refuse = (why: Refusal): Reply => refusalReply(why, request, routes)
  const wire = wireInput(request)
  if (wire === undefined) return refuse(unreadable)
  const read = readRequest(call.input, wire)
  if ('refused' in read) return refuse(read)
  const scope = caller.person?.userId ?? 0
  const body = call.idempotency === 'key' ? bodyHash(routes.keySecret, call, wire) : undefined
  const given = header(request, 'idempotency-key')
  const keyed =
    body === undefined
      ? undefined
      : idempotentRequest(call, scope, given, { body, encryption: routes.answerEncryption })
  if (isRefusal(keyed)) return refuse(keyed)
  if (body !== undefined && keyed === undefined && routes.doubleTap(scope, body))
    return refuse(refusal('duplicate_request'))
  const language = languageOf(request)
  if (call.idempotency !== 'safe') await routes.refresh?.()
  const context: Context = {
    ...routes.parts,
    now: routes.clock.now(),
    wallNow: routes.clock.wall(),
    language,
    ...caller,
    network: networkOfAddress(request.ip),
    host: routes.hosts.visible(request.headers),
    isFromThisMachine: isFromThisMachine(request.raw),
    agent: (header(request, 'user-agent') ?? '').slice(0, 200),
    concerns: (userId) => void (subject.user = userId),
    request: keyed,
  }
  const data = await handler(read.input as never, context as never)
  const written = writerOf(call.output)(data as never)
  const envelope =
    call.answersIn === 'msg' ? successInMessage(String(written)) : success(written, language, routes.traditional)
  return { status: 200, envelope, outcome: 'accepted' }
}

const statusOf = (error: unknown): number | undefined =>
  error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : undefined

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof Error && 'code' in error && error.code === code

/** Turns an error into a reply, and logs it unless it is a refusal or the client's fault. */
export function failure(
  routes: Pick<Routes, 'traditional' | 'metrics'>,
  call: Pick<Call, 'path'>,
  request: FastifyRequest,
  error: unknown,
): Reply {
  if (error instanceof Refused) return refusalReply(error.refusal, request, routes)
  const status = statusOf(error)
  if (status === 413) return systemReply(413, 'too_large', request, routes)
  if (status !== undefined && status < 500)
    return { ...refusalReply(unreadable, request, routes), outcome: 'unreadable' }
  if (failureKind(error) === 'away') {
    request.log.warn({ err: error, call: call.path }, 'the database is away')
    return systemReply(503, 'failed', request, routes)
  }
  if (isDiskFull(error)) {
    request.log.error({ err: error, call: call.path }, 'the disk of the database is full')
    return refusalReply(storageLow, request, routes)
  }
  // The stream of a compressed answer reports who leaves before its end; nobody reads what is answered now.
  if (!request.raw.socket.destroyed || !hasCode(error, 'ERR_STREAM_PREMATURE_CLOSE')) {
    request.log.error({ err: error, call: call.path }, 'program error')
    routes.metrics.failures.inc({ call: call.path })
  }
  return systemReply(500, 'failed', request, routes)
}

/** Registers every call of the contract. Calls that accept forms get their own scope, so that no other call parses forms. */
export async function registerCalls(app: FastifyInstance, routes: Routes): Promise<void> {
  const entries = (body: Call['body']) => routes.calls.filter(({ call }) => call.body === body)
  for (const entry of entries('json')) register(app, routes, entry)
  await app.register(async (scope) => {
    readForms(scope)
    for (const entry of entries('form')) register(scope, routes, entry)
  })
}

/** State of one request between its hooks. */
type Visit = {
  readonly subject: Subject
  /** Stops the timer of the duration metric. */
  readonly end: (labels: { readonly code: number }) => void
  caller: Caller | undefined
}

function register(app: FastifyInstance, routes: Routes, entry: Routes['calls'][number]): void {
  const { call, product } = entry
  const visits = new WeakMap<FastifyRequest, Visit>()
  const send = (request: FastifyRequest, reply: FastifyReply, { status, envelope, outcome }: Reply): FastifyReply => {
    const visit = visits.get(request)
    visit?.end({ code: envelope.code })
    if (product !== undefined) routes.metrics.orders.inc({ product, outcome })
    routes.note({ ...requestFields(call, request), outcome, user: visit?.subject.user })
    // Personal answers must not stay in a proxy's cache or in a shared browser.
    return reply.code(status).header('cache-control', 'no-store').send(envelope)
  }
  app.route({
    method: call.method,
    url: routerPath(call.path),
    async onRequest(request, reply) {
      const end = routes.metrics.duration.startTimer({ call: call.path })
      const visit: Visit = { subject: { user: undefined }, end, caller: undefined }
      visits.set(request, visit)
      const admitted = await admitCall(routes, call, request, reply, visit.subject)
      if ('status' in admitted) return send(request, reply, admitted)
      visit.caller = admitted
      return undefined
    },
    async handler(request, reply) {
      const { caller, ...visit } = present(visits.get(request), 'a visit')
      const admitted = { ...visit, caller: present(caller, 'an admitted caller') }
      return send(request, reply, await answer(routes, entry, request, admitted))
    },
    errorHandler: (error, request, reply) => send(request, reply, failure(routes, call, request, error)),
  })
}
