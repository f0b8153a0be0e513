import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants } from 'node:zlib'
import compress from '@fastify/compress'
import rateLimit from '@fastify/rate-limit'
import staticFiles from '@fastify/static'
import swagger from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import { readLanguage } from '@mex/contract/language.ts'
import fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify'
import helmet from 'helmet'
import { failed, refused } from './envelope.ts'
import { serveImages, type ImageOf } from './images.ts'
import { openLimiter, type Allowances } from './limits.ts'
import { header, registerCalls, whatOf, type Routes } from './routes.ts'
import { serveTitled } from './titled-page.ts'

export type HttpOptions = Omit<Routes, 'limiter'> & {
  readonly allowances: Allowances
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
const bodyMaxBytes = 256 * 1024
const timeoutMilliseconds = 120_000
const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/**
 * Everything a page may do: nothing from elsewhere, no inline script, no plug-ins, in nobody's frame, and no text that
 * becomes elements or a program but by the two named policies: the one that cleans articles, and the worker's address. Of inline styles
 * only those that the page was built with, each named by its hash.
 */
const contentSecurityPolicy = (styleHashes: readonly string[]) => ({
  useDefaults: false,
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", ...styleHashes],
    imgSrc: ["'self'", 'data:', 'blob:'],
    connectSrc: ["'self'"],
    fontSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    baseUri: ["'none'"],
    formAction: ["'self'"],
    requireTrustedTypesFor: ["'script'"],
    trustedTypes: ['dompurify', 'offline-copy'],
  },
})

/** The styles that the built page has in itself, as the policy names them. */
function styleHashesOf(folder: string | undefined): readonly string[] {
  const page = folder === undefined ? undefined : join(folder, 'index.html')
  if (page === undefined || !existsSync(page)) return []
  const styles = readFileSync(page, 'utf8').matchAll(/<style>([^<]*)<\/style>/g)
  return [...styles].map(([, style = '']) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`)
}

/** What every answer says about itself; the same for all, so helmet works it out once. */
function protectiveHeaders(styleHashes: readonly string[]): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {}
  const setHeader = (name: string, value: string): void => void (headers[name.toLowerCase()] = value)
  const protect = helmet({
    contentSecurityPolicy: contentSecurityPolicy(styleHashes),
    strictTransportSecurity: false,
    crossOriginEmbedderPolicy: false,
  })
  protect({} as never, { setHeader, removeHeader: () => undefined } as never, (error?: unknown) => {
    if (error !== undefined) throw error
  })
  return headers
}

function readBodies(app: FastifyInstance): void {
  const parseJson = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    const text = String(body)
    if (text.trim() === '') done(null, {})
    else void parseJson(request, text, done)
  })
}

function notFound({ traditional, note }: HttpOptions, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  note({ ...anyCall(request), outcome: 'no_such_address' })
  return reply.code(404).send(failed(404, readLanguage(header(request, 'lang')), traditional))
}

/** What is noted of a request that never came to a call: its address is its sender's, and stays out of the log. */
const anyCall = (request: FastifyRequest) => whatOf({ path: '/' }, request)

/** Errors of the framework itself, in the same envelope as everything else. */
function answerErrors(app: FastifyInstance, options: HttpOptions): void {
  const { traditional, note } = options
  app.setErrorHandler((error: { statusCode?: number }, request, reply) => {
    const language = readLanguage(header(request, 'lang'))
    const status = error.statusCode ?? 500
    if (status < 500) note({ ...anyCall(request), outcome: status === 413 ? 'too_large' : 'unreadable' })
    if (status === 413) return reply.code(413).send(failed(413, language, traditional))
    if (status >= 400 && status < 500)
      return reply
        .code(200)
        .send(
          refused({ refused: 'invalid_parameter', field: 'body', values: { field: 'body' } }, language, traditional),
        )
    request.log.error({ err: error }, 'program error')
    return reply.code(500).send(failed(500, language, traditional))
  })
  app.setNotFoundHandler((request, reply) => notFound(options, request, reply))
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

/** The HTTP side of the server, not yet listening. */
export async function openHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    loggerInstance: options.logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: bodyMaxBytes,
    requestTimeout: timeoutMilliseconds,
    trustProxy: options.trustProxy ?? false,
    forceCloseConnections: 'idle',
    // While the server stops, what still comes gets our own 503 in the envelope.
    return503OnClosing: false,
    routerOptions: { caseSensitive: true, maxParamLength: 64 },
    // An address that cannot be read, or a part of it that is too long, is one that does not exist.
    frameworkErrors: (_error, request, reply: unknown) => notFound(options, request, reply as FastifyReply),
    genReqId: (request) => {
      const given = request.headers['x-request-id']
      return typeof given === 'string' && requestIdPattern.test(given) ? given : options.requestId()
    },
  }) as unknown as FastifyInstance
  const headers = protectiveHeaders(styleHashesOf(options.webFolder))
  app.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers).header('x-request-id', request.id)
    // The proxy with the certificate says how it was asked; from anybody else it is not believed.
    if (request.protocol === 'https') void reply.header('strict-transport-security', onlyEncrypted)
    if (isForwardedByStranger(request)) options.note({ ...anyCall(request), outcome: 'forwarded_by_a_stranger' })
    done()
  })
  // What cannot even be read as a request is answered by the framework. It has no headers in which a proxy could say
  // whose it is: this one line has the address at the other end of the connection.
  app.server.on('clientError', (_error, socket) => {
    if ('remoteAddress' in socket)
      options.note({ call: '/', outcome: 'unreadable', network: String(socket.remoteAddress) })
  })
  readBodies(app)
  answerErrors(app, options)
  await app.register(rateLimit, { global: false })
  await compressAnswers(app)
  watchHealth(app, options)
  await serveDocs(app, options.openApi)
  servePapers(app, options)
  const routes = { ...options, limiter: openLimiter(app, options.allowances) }
  await registerCalls(app, routes)
  serveImages(app, routes)
  if (options.webFolder !== undefined) await serveWeb(app, options.webFolder, options.title)
  return app
}
