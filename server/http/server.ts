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
import { refusalReply, systemReply, whatOf } from './admission.ts'
import { openBodyMemory, receiveText, unreadable, type BodyLimits } from './bodies.ts'
import { connectionsPerAddressMost, limitConnections } from './connections.ts'
import { failed, refused } from './envelope.ts'
import { hasOneHost } from './hosts.ts'
import { serveImages, type ImageOf } from './images.ts'
import { networkOfAddress } from '#network.ts'
import { openLimiter, type Allowances } from './limits.ts'
import { openIsProxy } from './proxies.ts'
import type { ProtectiveHeaders } from './protective-headers.ts'
import { answerRaw } from './raw-answers.ts'
import { failure, registerCalls, type Routes } from './routes.ts'
import { serveTitled } from './titled-page.ts'

export type HttpOptions = Omit<Routes, 'limiter' | 'bodies'> & {
  readonly allowances: Allowances
  readonly bodyLimits?: BodyLimits
  /** How many connections one address may have; the usual number unless a test says another one. */
  readonly connectionsPerAddress?: number
  /** What every answer says about itself. */
  readonly headers: ProtectiveHeaders
  /** The pictures that people have handed in. */
  readonly imageOf: ImageOf
  readonly logger: FastifyBaseLogger
  /** Folder of the built web app; undefined serves the calls alone. */
  readonly webFolder: string | undefined
  /** What the page is called. */
  readonly title: string
  /** A legal document as a PDF, by its file name. */
  readonly paper: (name: string) => Promise<{ readonly body: Buffer; readonly tag: string } | undefined>
  readonly openApi: Record<string, unknown>
  /** Addresses of proxies whose word about the caller's address is taken. */
  readonly trustProxy: string | undefined
  /** A name for a request that brought none. */
  readonly requestId: () => string
  readonly ready: () => Promise<Readonly<Record<string, boolean>>>
}

const onlyEncrypted = 'max-age=31536000; includeSubDomains'
/** How long a request may take to arrive, and its headers alone; what takes longer is looked for every few seconds. */
const requestMilliseconds = 120_000
const headersMilliseconds = 20_000
const lookMilliseconds = 5000
const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/** JSON is what every call reads. A body that nobody has admitted, of an address without a call, stays unread. */
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

/** What is noted of a request that never came to a call: its address is its sender's, and stays out of the log. */
const anywhere = { path: '/' } as const

function notFound(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const { envelope, outcome } = systemReply(404, 'no_such_address', request, options)
  options.note({ ...whatOf(anywhere, request), outcome })
  return reply.code(404).send(envelope)
}

/** Errors outside of calls, in the same envelope as everything else. */
function answerErrors(app: FastifyInstance, options: HttpOptions): void {
  app.setErrorHandler((error, request, reply) => {
    const { status, envelope, outcome } = failure(options, anywhere, request, error)
    if (status < 500) options.note({ ...whatOf(anywhere, request), outcome })
    return reply.code(status).send(envelope)
  })
  app.setNotFoundHandler((request, reply) => notFound(options, request, reply))
}

/** Probes and Prometheus ask by whatever name their network has for this machine, and learn nothing about anybody. */
const monitoring = ['/healthz', '/readyz', '/metrics']

/** Turns away what names no host or two, and every host that is not ours (decision 011). */
function guardHost(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  const { hosts, note } = options
  if (hasOneHost(request.raw) && hosts.serves(request.headers)) return undefined
  if (monitoring.includes(request.url)) return undefined
  const { status, envelope, outcome } = hasOneHost(request.raw)
    ? systemReply(421, 'foreign_host', request, options)
    : { ...refusalReply(unreadableRequest, request, options), status: 400, outcome: 'unreadable' as const }
  note({ ...whatOf(anywhere, request), outcome })
  return reply.code(status).header('cache-control', 'no-store').header('connection', 'close').send(envelope)
}

function watchHealth(app: FastifyInstance, options: HttpOptions): void {
  app.get('/healthz', () => ({ alive: true }))
  app.get('/readyz', async (_request, reply) => {
    const parts = await options.ready()
    return reply.code(Object.values(parts).every(Boolean) ? 200 : 503).send(parts)
  })
  app.get('/metrics', async (_request, reply) =>
    reply.type(options.metrics.registry.contentType).send(await options.metrics.registry.metrics()),
  )
}

/** Shorter answers, those to orders among them, are not worth the work (measured: decisions/009). */
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

/** The page of the calls is somebody else's program: it gets its own files and nothing else, in nobody's frame. */
const docsPolicy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "form-action 'none'",
].join('; ')

async function serveDocs(app: FastifyInstance, openApi: Record<string, unknown>): Promise<void> {
  await app.register(swagger, { mode: 'static', specification: { document: openApi as never } })
  await app.register(swaggerUi, { routePrefix: '/docs', staticCSP: docsPolicy })
}

/** Papers keep their address and change with the version: the browser asks each time whether its copy is the one. */
function servePapers(app: FastifyInstance, options: HttpOptions): void {
  app.get<{ Params: { name: string } }>('/legal/:name', async (request, reply) => {
    const paper = await options.paper(request.params.name)
    if (paper === undefined) return notFound(options, request, reply)
    const tag = `"${paper.tag}"`
    void reply.header('etag', tag).header('cache-control', 'public, no-cache')
    if (request.headers['if-none-match'] === tag) return reply.code(304).send()
    return reply
      .type('application/pdf')
      .header('content-disposition', `inline; filename="${request.params.name}"`)
      .send(paper.body)
  })
}

async function serveWeb(app: FastifyInstance, folder: string, title: string): Promise<void> {
  if (!existsSync(folder)) throw new Error(`The web app is not built: ${folder} is missing`)
  serveTitled(app, folder, title)
  await app.register(staticFiles, {
    root: folder,
    preCompressed: true,
    setHeaders: (response, path) => {
      // File names under assets/ carry a hash of their content; everything else may change with the next version.
      const forever = path.includes('/assets/')
      void response.header('cache-control', forever ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
  })
}

/** Headers of proxies from somebody who is none: they say nothing, and somebody has tried to be somebody else. */
const isForwardedByStranger = ({ headers, ip, socket }: FastifyRequest): boolean =>
  headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress

const unreadableRequest = refusal('invalid_parameter')

/** What a request is answered that HTTP itself cannot read: it has no headers yet, and so no language. */
function answerUnreadable(
  { headers, traditional, note }: HttpOptions,
  error: NodeJS.ErrnoException,
  socket: Socket,
): void {
  if (error.code === 'ECONNRESET') return void socket.destroy()
  // There is no header in which a proxy could say whose it is: the line has the address at the other end.
  note({ call: '/', outcome: 'unreadable', network: networkOfAddress(String(socket.remoteAddress)) })
  const { _httpMessage: underWay } = socket as { readonly _httpMessage?: { readonly headersSent: boolean } }
  if (underWay?.headersSent === true) return void socket.destroy()
  if (error.code === 'HPE_HEADER_OVERFLOW') return answerRaw(socket, 431, failed(413, 'en', traditional), headers)
  const isLate = error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
  const why = isLate ? refusal('try_again') : unreadableRequest
  answerRaw(socket, isLate ? 408 : 400, refused(why, 'en', traditional), headers)
}

/** What comes before everything else: the headers of every answer, and whether the host is ours. */
function receive(options: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply | undefined {
  void reply.headers(options.headers).header('x-request-id', request.id)
  // The proxy with the certificate says how it was asked; from anybody else it is not believed.
  if (request.protocol === 'https') void reply.header('strict-transport-security', onlyEncrypted)
  if (isForwardedByStranger(request)) options.note({ ...whatOf(anywhere, request), outcome: 'forwarded_by_a_stranger' })
  return guardHost(options, request, reply)
}

/** Fastify with everything that is the same for all addresses. */
function openApp(options: HttpOptions): FastifyInstance {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    requestTimeout: requestMilliseconds,
    http: {
      headersTimeout: headersMilliseconds,
      connectionsCheckingInterval: lookMilliseconds,
      // Answered by ourselves, with the headers of every other answer.
      requireHostHeader: false,
    },
    clientErrorHandler: (error, socket) => answerUnreadable(options, error, socket),
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // While the server stops, what still comes gets our own 503 in the envelope.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, maxParamLength: 64 },
    // An address that cannot be read, or a part of it that is too long, is one that does not exist.
    // No hook runs for it, so what is done for every other request is done here.
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
  // An `Expect` that is not `100-continue`: Node would answer it without any of our headers.
  app.server.on('checkExpectation', (_request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.stringify(refused(unreadableRequest, 'en', options.traditional))
    // By way of the response, so that it comes after the answers to the requests before it.
    response.writeHead(417, {
      ...options.headers,
      'content-type': 'application/json; charset=utf-8',
      'content-length': String(Buffer.byteLength(body)),
      'cache-control': 'no-store',
      connection: 'close',
    })
    response.end(body)
  })
  // Without a listener Node ends the connection without a word.
  app.server.on('connect', (request: IncomingMessage, socket: Duplex) => {
    options.note({ call: '/', outcome: 'unreadable', network: networkOfAddress(String(request.socket.remoteAddress)) })
    answerRaw(socket, 400, refused(unreadableRequest, 'en', options.traditional), options.headers)
  })
  limitConnections(app.server, {
    most: options.connectionsPerAddress ?? connectionsPerAddressMost,
    isProxy: openIsProxy(options.trustProxy),
    onRefused: (network) => options.note({ call: '/', outcome: 'too_many_connections', network }),
  })
  return app
}

/** The HTTP side of the server, not yet listening. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = openApp(options)
  readJsonBodies(app)
  answerErrors(app, options)
  await app.register(rateLimit, { global: false })
  await compressAnswers(app)
  watchHealth(app, options)
  await serveDocs(app, options.openApi)
  servePapers(app, options)
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
