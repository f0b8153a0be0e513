import type { Caller } from '@mex/contract/call.ts'
import { pushPath, userChannel } from '@mex/contract/push.ts'

import { announce, onAnnouncement } from './announce.ts'
import { CallFailure } from './failure.ts'
import { language } from './preferences.ts'
import { Push, type PushState } from './push.ts'
import { queryClient } from './query.ts'
import { currentToken, expireSession, onSession } from './session.ts'
import { createStore, useStore } from './store.ts'

/** True from the loss of the connection until it is back, through all retries. */
const isLost = createStore(false)
let push: Push | undefined

/** The push connection of the page, opened on first use. */
export function livePush(): Push {
  push ??= start()
  return push
}

const returns = new Set<() => void>()

/** Calls back when the network or the push connection is back, so that failed requests can be repeated. */
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
    // A short outage can leave the connection open although calls have failed.
    noteReturn()
  })
  return opened
}

const online = createStore(typeof navigator === 'undefined' || navigator.onLine !== false)
if (typeof window !== 'undefined') {
  window.addEventListener('online', () => online.set(true))
  window.addEventListener('offline', () => online.set(false))
}

/** False while the device or the server is offline: the page shows the last known values and pauses orders. */
export function useIsConnected(): boolean {
  const isOnline = useStore(online)
  const lost = useStore(isLost)
  return isOnline && !lost
}

/** Throttle in ms, so that the several frames of a fill cause one round of requests. */
const throttleMilliseconds = 250

/** Returns a throttled function that invalidates the cached answers of calls for these callers. */
function refresher(...kinds: readonly Caller[]): () => void {
  let pending: ReturnType<typeof setTimeout> | undefined
  return () => {
    pending ??= setTimeout(() => {
      pending = undefined
      void queryClient.invalidateQueries({ predicate: (query) => kinds.some((who) => query.meta?.['who'] === who) })
    }, throttleMilliseconds)
  }
}

const refreshPersonal = refresher('user', 'onboarding')
/** Refetches public data (prices, lists, clocks) after a time without a connection. */
export const refreshPublic = refresher('anyone')

/**
 * Announces failed reads once, however many fail, until all queries in view have succeeded again (spec §8). Opens the
 * push connection, because its reconnect triggers the retry.
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
 * Keeps personal data current: a frame of the `user` channel about orders, positions, wallets or messages refetches the
 * answers in view. Push is a hint, HTTP is authoritative.
 */
export function followUserChannel(): () => void {
  return livePush().follow(userChannel, { onFrame: refreshPersonal, onGap: refreshPersonal })
}
