import { skipWaitingMessage } from '#worker/service-worker.ts'
import { renewPage } from '#ui/page-reload.ts'
import { setApplyUpdate, setUpdateReady } from './update.ts'

/** Whether this page asked for the newer version: also one that no service worker serves, after a forced reload. */
let isWanted = false

/** Offers the update when the service worker of a newer version is installed and waits. */
function watch(registration: ServiceWorkerRegistration): void {
  const offer = (waiting: ServiceWorker) => {
    setApplyUpdate(() => {
      isWanted = true
      waiting.postMessage(skipWaitingMessage)
    })
    setUpdateReady()
  }
  if (registration.waiting !== null) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const installing = registration.installing
    installing?.addEventListener('statechange', () => {
      // The first service worker replaces nothing.
      if (installing.state === 'installed' && navigator.serviceWorker.controller !== null) offer(installing)
    })
  })
}

const scriptUrl = '/offline.js'

/** Where the browser enforces trusted types, a policy allows this one script URL. */
function trustedUrl(): string {
  const { trustedTypes } = window as { trustedTypes?: TrustedTypes }
  const policy = trustedTypes?.createPolicy('offline-copy', { createScriptURL: () => scriptUrl })
  return (policy?.createScriptURL('') ?? scriptUrl) as string
}

type TrustedTypes = {
  createPolicy(
    name: string,
    rules: { readonly createScriptURL: () => string },
  ): { createScriptURL(given: string): unknown }
}

/**
 * Registers the service worker that caches the page (worker/service-worker.ts). Browsers allow it on localhost and over
 * HTTPS only. A page that a service worker served reloads when a newer one takes control.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const hadWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker || isWanted) renewPage()
  })
  watch(await navigator.serviceWorker.register(trustedUrl()))
}
