import { alertDevices } from '@mex/contract/alerts/devices.ts'

import { send } from '#data/send.ts'

/** Why a browser cannot be told of alerts: its person or its policy blocks it, or its maker's service does not answer. */
type DeviceProblem = 'blocked' | 'unanswered'

/**
 * What shows notifications while the page is closed: the service worker of this page. Waits until it is there, which is
 * never on a page without `https`.
 */
async function pushManager(): Promise<PushManager | undefined> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return undefined
  return (await navigator.serviceWorker.ready).pushManager
}

/** Whether this browser could be told, and the address at which it is. */
export async function browserSubscription(): Promise<{
  readonly isPossible: boolean
  readonly endpoint: string | undefined
}> {
  const manager = await pushManager()
  const endpoint = (await manager?.getSubscription())?.endpoint
  return { isPossible: manager !== undefined, endpoint }
}

/** Asks the person for permission, and the maker of the browser for an address; then tells the server. */
export async function addThisBrowser(serverKey: string): Promise<DeviceProblem | undefined> {
  const manager = await pushManager()
  if (manager === undefined || (await Notification.requestPermission()) !== 'granted') return 'blocked'
  // An address that was made for another key, as after a new installation of the server, takes no messages of this one.
  await (await manager.getSubscription())?.unsubscribe()
  const subscription = await manager
    .subscribe({ userVisibleOnly: true, applicationServerKey: serverKey })
    .catch(() => undefined)
  const { endpoint, keys } = subscription?.toJSON() ?? {}
  if (endpoint === undefined || keys === undefined) return 'unanswered'
  await send(alertDevices.addDevice, { endpoint, publicKey: keys['p256dh'] ?? '', secret: keys['auth'] ?? '' })
  return undefined
}

export async function removeThisBrowser(): Promise<undefined> {
  const manager = await pushManager()
  const subscription = (await manager?.getSubscription()) ?? undefined
  if (subscription === undefined) return undefined
  await send(alertDevices.removeDevice, { endpoint: subscription.endpoint })
  await subscription.unsubscribe()
  return undefined
}
