/** The files of one version of the page. */
export type PageFiles = {
  /** A hash of the files. */
  readonly version: string
  /** Their paths; the page itself is '/'. */
  readonly files: readonly string[]
}

/** The used part of ServiceWorkerGlobalScope; the webworker and dom libraries of TypeScript exclude each other. */
type ExtendableEvent = { waitUntil: (work: Promise<unknown>) => void }
type PushEvent = ExtendableEvent & { readonly data: { json: () => unknown } | null }
type NotificationEvent = ExtendableEvent & { readonly notification: { close: () => void } }
type WindowClient = { focus: () => Promise<unknown>; navigate: (address: string) => Promise<unknown> }
type FetchEvent = { readonly request: Request; respondWith: (response: Promise<Response>) => void }
export type WorkerScope = {
  addEventListener: ((type: 'install' | 'activate', listener: (event: ExtendableEvent) => void) => void) &
    ((type: 'push', listener: (event: PushEvent) => void) => void) &
    ((type: 'notificationclick', listener: (event: NotificationEvent) => void) => void) &
    ((type: 'fetch', listener: (event: FetchEvent) => void) => void) &
    ((type: 'message', listener: (event: { readonly data: unknown }) => void) => void)
  skipWaiting: () => Promise<void>
  readonly caches: CacheStorage
  readonly location: { readonly origin: string }
  readonly registration: {
    showNotification: (title: string, options: { readonly body: string; readonly icon: string }) => Promise<void>
  }
  readonly clients: {
    matchAll: (options: { readonly type: 'window' }) => Promise<readonly WindowClient[]>
    openWindow: (address: string) => Promise<unknown>
  }
}

/** The message of the page to the waiting worker. */
export const skipWaitingMessage = 'take over'

const prefix = 'page-'

/** The page that a notification opens. */
const alertsPage = '/#/pages/alert/index'

/** What a message of the server says. A browser must show something for each message that it gets. */
function textsOf(data: PushEvent['data']): { readonly title: string; readonly text: string } {
  try {
    const { title, text } = (data?.json() ?? {}) as Record<string, unknown>
    if (typeof title === 'string' && typeof text === 'string') return { title, text }
  } catch {
    // No JSON: a newer server, or a push service on its own.
  }
  return { title: 'Practice', text: '' }
}

/** Shows price alerts while the page is closed; a press on one opens the list of alerts. */
export function showAlerts(worker: WorkerScope): void {
  const openAlerts = async () => {
    const [open] = await worker.clients.matchAll({ type: 'window' })
    if (open === undefined) return worker.clients.openWindow(alertsPage)
    await open.focus()
    return open.navigate(alertsPage)
  }
  worker.addEventListener('push', (event) => {
    const { title, text } = textsOf(event.data)
    event.waitUntil(worker.registration.showNotification(title, { body: text, icon: '/icon.svg' }))
  })
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    event.waitUntil(openAlerts())
  })
}

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
