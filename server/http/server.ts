import { existsSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { refusal } from '@mex/core/refusal.ts'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import { readJsonInput } from '#untrusted-input.ts'
import { refusalReply, requestFields, systemReply } from './admission.ts'
import { openBodyMemory, receiveText, unreadable, type BodyLimits } from './bodies.ts'
import { connectionsPerNetworkMax, limitConnections } from './connections.ts'
import { failed, refused } from './envelope.ts'
import { hasOneHost } from './hosts.ts'
import { serveImages, type ImageOf } from './images.ts'
import { networkOfAddress } from '#network.ts'
import { CallCounts } from './call-counts.ts'
import { openLimiter, type Allowances, type Limiter } from './limits.ts'
import { openIsProxy } from './proxies.ts'
import { protectFile, type ProtectiveHeaders } from './protective-headers.ts'
import { answerRaw } from './raw-answers.ts'
import { failure, registerCalls, type Routes } from './routes.ts'
import { serveTitled } from './titled-page.ts'

export type HttpOptions = Omit<Routes, 'limiter' | 'bodies'> & {
  readonly allowances: Allowances
  readonly bodyLimits?: BodyLimits
  /** Connections per address; only tests change the default. */
  readonly connectionsPerAddress?: number
  /** How long a client may read nothing of an answer; only tests change the default. */
  readonly stuckMilliseconds?: number
  readonly headers: ProtectiveHeaders
  readonly imageOf: ImageOf
  readonly logger: FastifyBaseLogger
  /** Folder of the built web app; undefined serves the calls alone. */
  readonly webFolder: string | undefined
  /** Title of the page. */
  readonly title: string
  /** A legal document as a PDF, by its file name. */
  readonly legalDocument: (name: string) => Promise<{ readonly body: Buffer; readonly tag: string } | undefined>
  readonly openApi: Record<string, unknown>
  /** Addresses of proxies whose `X-Forwarded-For` is trusted, separated by commas. */
  readonly trustProxy: string | undefined
  /** Makes an id for a request without `X-Request-Id`. */
  readonly requestId: () => string
  readonly ready: () => Promise<Readonly<Record<string, boolean>>>
}

const strictTransportSecurity = 'max-age=31536000; includeSubDomains'
/** Timeouts of a whole request and of its headers, and how often Node checks them. */
const requestMilliseconds = 120_000
const headersMilliseconds = 20_000
const timeoutCheckMilliseconds = 5000
const stuckMilliseconds = 60_000
const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/** Parses JSON bodies. The body of a request that was not admitted, such as one to an unknown address, stays unread. */
function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', async (request: FastifyRequest) => {
    const text = await receiveText(request)
    if (text === undefined) return undefined
    if (text.trim() === '') return {}
    const read = readJsonInput(text)
    if (read === undefined) throw unreadable()
    return read.value
  })
}

/** Logged in place of an unknown address: the client chose that text, so it stays out of the log. */
const unknownRoute = { path: '/' } as const

function notFound(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { envelope, outcome } = systemReply(404, 'no_such_address', request, options)
  options.note({ ...requestFields(unknownRoute, request), outcome })
  return reply.code(404).send(envelope)
}

/** Answers errors outside of calls with the same envelope. */
function answerErrors(app: FastifyInstance, options: HttpOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, envelope, outcome } = failure(options, unknownRoute, request, error)
    if (status < 500) options.note({ ...requestFields(unknownRoute, request), outcome })
    return reply.code(status).send(envelope)
  })
  app.setNotFoundHandler((request, reply) => notFound(options, request, reply))
}

/** Addresses exempt from the host check: probes use any name of this machine, and the answers have no personal data. */
const monitoring = ['/healthz', '/readyz', '/metrics']

/** Refuses a request without exactly one `Host` (400) and a host that is not on the allow-list (421; decision 011). */
function guardHost(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { hosts, note } = options
  if (hasOneHost(request.raw) && hosts.serves(request.headers)) return undefined
  if (monitoring.includes(request.url)) return undefined
  const { status, envelope, outcome } = hasOneHost(request.raw)
    ? systemReply(421, 'foreign_host', request, options)
    : { ...refusalReply(unreadableRequest, request, options), status: 400, outcome: 'unreadable' as const }
  note({ ...requestFields(unknownRoute, request), outcome })
  return reply.code(status).header('cache-control', 'no-store').header('connection', 'close').send(envelope)
}

/** Limits addresses that are no calls and take as long as those over whole histories: the API page and the metrics. */
const limitPage =
  (options: HttpOptions, limiter: Limiter) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    if (await limiter(request, 'history', undefined)) return undefined
    const { envelope, outcome } = refusalReply(refusal('too_many_requests'), request, options)
    options.note({ ...requestFields(unknownRoute, request), outcome })
    return reply.code(429).header('cache-control', 'no-store').send(envelope)
  }

type PageLimit = ReturnType<typeof limitPage>

function watchHealth(app: FastifyInstance, options: HttpOptions, onRequest: PageLimit): void {
  app.get('/healthz', () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const parts = await options.ready()
    return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send(parts)
  })
  app.get('/metrics', { onRequest }, async (_request, reply) =>
    reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics()),
  )
}

/** Compressing shorter answers, such as those to orders, costs more than it saves (measured: decisions/009). */
const compressFromBytes = 4096

/** Long lists travel compressed; what was compressed when it was built stays as it is. */
async function compressAnswers(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    threshold: compressFromBytes,
    encodings: ['br', 'gzip'],
    globalDecompression: false,
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } },
  })
}

/** Swagger UI is third-party code: the policy limits it to its own files and forbids framing. */
const docsPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ')

async function serveDocs(app: FastifyInstance, { openApi }: HttpOptions, limit: PageLimit): Promise<void> {
  await app.register(async (scope) => {
    scope.addHook('onRequest', limit)
    await scope.register(swagger, { mode: 'static', specification: { document: openApi as never } })
    await scope.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy })
  })
}

/** A legal document keeps its address when its text changes, so the browser revalidates its copy each time. */
function serveLegalDocuments(app: FastifyInstance, options: HttpOptions): void {
  app.get<{ Params: { name: string } }>('/legal/:name', async (request, reply) => {
    const document = await options.legalDocument(request.params.name)
    if (document === undefined) return notFound(options, request, reply)
    const tag = `"${document.tag}"`
    void reply.header('etag', tag).header('cache-control', 'public, no-cache')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${request.params.name}"`)
      .send(document.body)
  })
}

async function serveWeb(app: FastifyInstance, folder: string, title: string): Promise<void> {
  if (!existsSync(folder)) throw new Error(`The web app is not built: ${folder} is missing`)
  serveTitled(app, folder, title)
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    acceptRanges: false,
    lastModified: false,
    setHeaders: (response, path) => {
      // File names under assets/ contain a hash of their content; other files may change with the next version.
      const isImmutable = path.includes('/assets/')
      void response.header('cache-control', isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache')
      if (isImmutable) protectFile(response)
    },
  })
}

/** A client that is not a trusted proxy sends `X-Forwarded-For`: the header is ignored, but the log records the attempt. */
const isForwardedByUntrusted = ({ headers, ip, socket }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress

const unreadableRequest = refusal('invalid_parameter')

/** Answers a request that Node cannot parse. It has no parsed headers and so no language. */
function answerUnreadable(
  { headers, traditional, note }: HttpOptions,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  // Without parsed headers the log line has the address of the peer, even behind a proxy.
  note({ call: '/', outcome: 'unreadable', network: networkOfAddress(String(socket.remoteAddress)) })
  const { _httpMessage: underWay } = socket as { readonly _httpMessage?: { readonly headersSent: boolean } }
  if (underWay?.headersSent === true) return void socket.destroy()
  if (error.code === 'HPE_HEADER_OVERFLOW') return answerRaw(socket, 431, failed(413, 'en', traditional), headers)
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const why = isLate ? refusal('try_again') : unreadableRequest
  answerRaw(socket, isLate ? 408 : 400, refused(why, 'en', traditional), headers)
}

/** Runs first for every request: sets the headers of every answer and checks the host. */
function receive(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  void reply.headers(options.headers).header('x-request-id', request.id)
  // `protocol` is `https` only if a trusted proxy says so.
  if (request.protocol === 'https') void reply.header('strict-transport-security', strictTransportSecurity)
  if (isForwardedByUntrusted(request))
    options.note({ ...requestFields(unknownRoute, request), outcome: 'forwarded_by_a_stranger' })
  return guardHost(options, request, reply)
}

/** Fastify with the settings and hooks that all addresses share. */
function openApp(options: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestMilliseconds,
    http: {
      headersTimeout: headersMilliseconds,
      connectionsCheckingInterval: timeoutCheckMilliseconds,
      // `guardHost` answers instead of Node, with the headers of every other answer.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerUnreadable(options, error, socket),
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // During shutdown `admitCall` answers 503 in the envelope.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, maxParamLength: 64 },
    // A malformed address, or one with a parameter that is too long, gets 404. No hook runs for it, so `receive` runs here.
    frameworkErrors: (_error, request, unsent: unknown) => {
      const reply = unsent as FastifyReply
      return receive(options, request, reply) ?? notFound(options, request, reply)
    },
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : options.requestId()
    },
  }) as unknown as FastifyInstance
  app.addHook('onRequest', (request, reply, done) => {
    if (receive(options, request, reply) === undefined) done()
  })
  // An answer stays in memory until it is read; a client that reads nothing of it would keep it there for ever.
  app.addHook('onSend', (_request, { raw }, _payload, done) => {
    raw.setTimeout(options.stuckMilliseconds ?? stuckMilliseconds, () => raw.destroy())
    done()
  })
  // An `Expect` other than `100-continue`: Node would answer without our headers.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(refused(unreadableRequest, 'en', options.traditional))
    // Through the response, so that it follows the answers to earlier pipelined requests.
    response.writeHead(417, {
      ...options.headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(body)
  })
  // Without a listener Node closes the connection without an answer.
  app.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    options.note({ call: '/', outcome: 'unreadable', network: networkOfAddress(String(request.socket.remoteAddress)) })
    answerRaw(socket, 400, refused(unreadableRequest, 'en', options.traditional), options.headers)
  })
  limitConnections(app.server, {
    most: options.connectionsPerAddress ?? connectionsPerNetworkMax,
    isProxy: openIsProxy(options.trustProxy),
    onRefused: (network) => options.note({ call: '/', outcome: 'too_many_connections', network }),
  })
  return app
}

/** Builds the HTTP server; the caller makes it listen. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = openApp(options)
  readJsonBodies(app)
  answerErrors(app, options)
  await app.register(rateLimit, { global: false, store: CallCounts })
  await compressAnswers(app)
  const limit = limitPage(options, openLimiter(app, options.allowances))
  watchHealth(app, options, limit)
  await serveDocs(app, options, limit)
  serveLegalDocuments(app, options)
  const routes = {
    ...options,
    limiter: openLimiter(app, options.allowances),
    bodies: openBodyMemory(options.bodyLimits),
  }
  await registerCalls(app, routes)
  serveImages(app, routes)
  if (options.webFolder !== undefined) await serveWeb(app, options.webFolder, options.title)
  return app
}
