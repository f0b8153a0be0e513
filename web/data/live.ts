import type { Caller } from '@mex/contract/call.ts'
import { pushPath, userChannel } from '@mex/contract/push.ts'

import { language } from './preferences.ts'
import { Push, type PushState } from './push.ts'
import { queryClient } from './query.ts'
import { currentToken, expire, onSession } from './session.ts'
import { createStore, useStore } from './store.ts'

/** From the loss of the connection until it is back, through all tries between. */
const isLost = createStore(false)
let push: Push | undefined

/** The page's one push connection; opened when something first follows a channel. */
export function livePush(): Push {
  push ??= start()
  return push
}

function noteState(state: PushState): void {
  if (state !== 'connecting') isLost.set(state === 'closed')
}

function start(): Push {
  const opened = new Push({
    connect: () => new WebSocket(new URL(`${pushPath}?lang=${language.get()}`, location.origin.replace(/^http/, 'ws'))),
    token: currentToken,
    onExpired: expire,
    onState: noteState,
    chance: Math.random,
  })
  onSession(() => opened.identify())
  language.subscribe(() => opened.restart())
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
  const lost = useStore(isLost)
  return isOnline && !lost
}

/** How long further frames are waited for, in ms, so that a fill costs one round of requests. */
const gatherMilliseconds = 250

/** Makes the answers of some kinds of calls be asked again, once for everything that asks for it in a short time. */
function refresher(...kinds: readonly Caller[]): () => void {
  let gathering: ReturnType<typeof setTimeout> | undefined
  return () => {
    gathering ??= setTimeout(() => {
      gathering = undefined
      void queryClient.invalidateQueries({ predicate: (query) => kinds.some((who) => query.meta?.['who'] === who) })
    }, gatherMilliseconds)
  }
}

const refreshPersonal = refresher('user', 'onboarding')
/** Prices, lists and clocks, after a time in which nothing was heard. */
export const refreshPublic = refresher('anyone')

/**
 * Keeps everything personal current: what the `user` channel says about orders, positions, wallets and messages makes
 * the answers in view be asked again. Push is a hint, HTTP is the truth.
 */
export function followPerson(): () => void {
  return livePush().follow(userChannel, { onFrame: refreshPersonal, onGap: refreshPersonal })
}
