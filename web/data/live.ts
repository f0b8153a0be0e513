import type { Caller } from '@mex/contract/call.ts'
import { pushPath, userChannel } from '@mex/contract/push.ts'

import { announce, onAnnouncement } from './announce.ts'
import { CallFailure } from './failure.ts'
import { language } from './preferences.ts'
import { Push, type PushState } from './push.ts'
import { queryClient } from './query.ts'
import { currentToken, expireSession, onSession } from './session.ts'
import { createStore, useStore } from './store.ts'

/** From the loss of the connection until it is back, through all tries between. */
const isLost = createStore(false)
let push: Push | undefined

/** The page's one push connection; opened when something first follows a channel. */
export function livePush(): Push {
  push ??= start()
  return push
}

const returns = new Set<() => void>()

/** Calls back whenever the connection is there again, of the device or to the server; what failed can be had then. */
export function onReturn(listener: () => void): () => void {
  livePush()
  returns.add(listener)
  return () => returns.delete(listener)
}

function noteReturn(): void {
  refreshPersonal()
  refreshPublic()
  for (const listener of returns) listener()
}

function noteState(state: PushState): void {
  if (state === 'connecting') return
  const isBack = state === 'open' && isLost.get()
  isLost.set(state === 'closed')
  if (isBack) noteReturn()
}

function start(): Push {
  const opened = new Push({
    connect: () => new WebSocket(new URL(`${pushPath}?lang=${language.get()}`, location.origin.replace(/^http/, 'ws'))),
    token: currentToken,
    onExpired: expireSession,
    onState: noteState,
    random: Math.random,
  })
  onSession(() => opened.identify())
  language.subscribe(() => opened.restart())
  window.addEventListener('online', () => {
    opened.retryNow()
    // A short loss leaves the connection open, but calls have failed meanwhile.
    noteReturn()
  })
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
 * What is read and gets no answer is said once, however many reads of how many pages fail, until all that is in view has
 * an answer again (spec §8). The push connection is opened, because its return tells when to ask again.
 */
function sayFailedReads(): void {
  const cache = queryClient.getQueryCache()
  const failing = new Set<ReturnType<typeof cache.getAll>[number]>()
  let isSaid = false
  onAnnouncement(({ kind }) => {
    isSaid ||= kind === 'network'
  })
  cache.subscribe((event) => {
    const { query } = event
    const action = event.type === 'updated' ? event.action : undefined
    if (action?.type === 'success') {
      failing.delete(query)
      for (const other of failing) if (!other.isActive()) failing.delete(other)
      isSaid &&= failing.size > 0
    }
    if (action?.type !== 'error') return
    const error: unknown = action.error
    failing.delete(query)
    if (!(error instanceof CallFailure) || error.code !== 'network' || !query.isActive()) return
    failing.add(query)
    if (!isSaid) announce({ kind: 'network' })
    livePush()
  })
}
if (typeof window !== 'undefined') sayFailedReads()

/**
 * Keeps everything personal current: what the `user` channel says about orders, positions, wallets and messages makes
 * the answers in view be asked again. Push is a hint, HTTP is the truth.
 */
export function followUserChannel(): () => void {
  return livePush().follow(userChannel, { onFrame: refreshPersonal, onGap: refreshPersonal })
}
