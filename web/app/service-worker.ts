import { skipWaitingMessage } from '#worker/service-worker.ts'
import { setApplyUpdate, setUpdateReady } from './update.ts'

/** Tells the person when a worker of a newer version has come and waits for this page to end. */
function watch(registration: ServiceWorkerRegistration): void {
  const offer = (waiting: ServiceWorker) => {
    setApplyUpdate(() => waiting.postMessage(skipWaitingMessage))
    setUpdateReady()
  }
  if (registration.waiting !== null) offer(registration.waiting)
  registration.addEventListener('updatefound', () => {
    const coming = registration.installing
    coming?.addEventListener('statechange', () => {
      // The very first worker has nothing to replace.
      if (coming.state === 'installed' && navigator.serviceWorker.controller !== null) offer(coming)
    })
  })
}

const scriptUrl = '/offline.js'

/** Where the browser asks for it, the one script that may be loaded by its address is named by a policy. */
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
 * Keeps a copy of the page in the browser (worker/service-worker.ts), where the browser allows it: only on this machine and over
 * HTTPS. A page that was opened from the copy begins anew when a newer version has taken over.
 */
export async function registerServiceWorker(): Promise<void> {
  if (!('serviceWorker' in navigator)) return
  const hadWorker = navigator.serviceWorker.controller !== null
  navigator.serviceWorker.addEventListener('controllerchange', () => {
    if (hadWorker) location.reload()
  })
  watch(await navigator.serviceWorker.register(trustedUrl()))
}
