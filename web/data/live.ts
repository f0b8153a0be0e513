import { pushPath, userChannel } from '@mex/contract/push.ts'

import { Push, type PushState } from './push.ts'
import { queryClient } from './query.ts'
import { currentToken, expire, onSession } from './session.ts'
import { createStore, useStore } from './store.ts'

const state = createStore<PushState>('connecting')
let push: Push | undefined

/** The page's one push connection; opened when something first follows a channel. */
export function livePush(): Push {
  push ??= start()
  return push
}

function start(): Push {
  const opened = new Push({
    connect: () => new WebSocket(new URL(pushPath, location.origin.replace(/^http/, 'ws'))),
    token: currentToken,
    onExpired: expire,
    onState: state.set,
    chance: Math.random,
  })
  onSession(() => opened.identify())
  window.addEventListener('online', () => opened.retryNow())
  return opened
}

const online = createStore(typeof navigator === 'undefined' || navigator.onLine !== false)
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => online.set(true))
  window.addEventListener('offline', () => online.set(false))
}

/** False while the device has no network or the server is gone: values are the last known, orders pause. */
export function useIsConnected(): boolean {
  const isOnline = useStore(online)
  const current = useStore(state)
  return isOnline && current !== 'closed'
}

/** How long further frames are waited for, in ms, so that a fill costs one round of requests. */
const gatherMilliseconds = 250
let gathering: ReturnType<typeof setTimeout> | undefined

function refreshPersonal(): void {
  gathering ??= setTimeout(() => {
    gathering = undefined
    void queryClient.invalidateQueries({ predicate: (query) => query.meta?.['who'] === 'user' })
  }, gatherMilliseconds)
}

/**
 * Keeps everything personal current: what the `user` channel says about orders, positions, wallets and messages makes
 * the answers in view be asked again. Push is a hint, HTTP is the truth.
 */
export function followPerson(): () => void {
  return livePush().follow(userChannel, { onFrame: refreshPersonal, onGap: refreshPersonal })
}
