/** The files of one version of the page. */
export type PageFiles = {
  /** A hash of the files. */
  readonly version: string
  /** Their paths; the page itself is '/'. */
  readonly files: readonly string[]
}

/** The used part of ServiceWorkerGlobalScope; the webworker and dom libraries of TypeScript exclude each other. */
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void }
type FetchEvent = { readonly request: Request; respondWith: (response: Promise<Response>) => void }
export type WorkerScope = {
  addEventListener: ((type: 'install' | 'activate', listener: (event: ExtendableEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'message', listener: (event: { readonly data: unknown }) => void) => void)
  skipWaiting: () => Promise<void>
  readonly caches: CacheStorage
  readonly location: { readonly origin: string }
}

/** The message of the page to the waiting worker. */
export const skipWaitingMessage = 'take over'

const prefix = 'page-'

/**
 * The service worker: caches the files of one version of the page, so that the page opens without a network and shows
 * that it is offline. It answers requests for these files only, never calls or prices.
 */
export function cachePage(worker: WorkerScope, { version, files }: PageFiles): void {
  const name = prefix + version
  const isCached = new Set(files)
  /** Files with a content hash in the name may come from the HTTP cache; the others are fetched again. */
  const requestOf = (file: string) =>
    new Request(worker.location.origin + file, { cache: file.startsWith('/assets/') ? 'default' : 'reload' })

  const fillCache = async () => (await worker.caches.open(name)).addAll(files.map(requestOf))

  const deleteOtherCaches = async () => {
    const others = (await worker.caches.keys()).filter((other) => other.startsWith(prefix) && other !== name)
    await Promise.all(others.map((other) => worker.caches.delete(other)))
  }

  const answer = async (request: Request, file: string) =>
    (await (await worker.caches.open(name)).match(worker.location.origin + file)) ?? fetch(request)

  worker.addEventListener('install', (event) => event.waitUntil(fillCache()))
  worker.addEventListener('activate', (event) => event.waitUntil(deleteOtherCaches()))
  worker.addEventListener('fetch', (event) => {
    const { request } = event
    const { origin, pathname, search } = new URL(request.url)
    const isOurs = request.method === 'GET' && origin === worker.location.origin && search === ''
    if (isOurs && isCached.has(pathname)) event.respondWith(answer(request, pathname))
  })
  worker.addEventListener('message', (event) => {
    if (event.data === skipWaitingMessage) void worker.skipWaiting()
  })
}
