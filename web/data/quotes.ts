import type { Market } from '@mex/core/instrument.ts'
import { quoteChannel, quoteDelta, type QuoteDelta } from '@mex/contract/push.ts'
import { useCallback, useSyncExternalStore } from 'react'
import * as z from 'zod/mini'

import { livePush } from './live.ts'
import { queryClient } from './query.ts'

/**
 * The newest price of every instrument in view. Frames are only noted when they come; once per animation frame the
 * newest of each instrument is read and its rows are told, however many ticks there were.
 */
type Entry = {
  readonly listeners: Set<() => void>
  leave: () => void
  delta: QuoteDelta | undefined
}

const entries = new Map<string, Entry>()
const noted = new Map<string, unknown>()
let isFlushQueued = false

function flush(): void {
  isFlushQueued = false
  for (const [channel, data] of noted) {
    const entry = entries.get(channel)
    const read = z.safeDecode(quoteDelta, data as never)
    if (entry === undefined || !read.success) continue
    entry.delta = read.data
    for (const listener of entry.listeners) listener()
  }
  noted.clear()
}

function note(channel: string, data: unknown): void {
  noted.set(channel, data)
  if (isFlushQueued) return
  isFlushQueued = true
  requestAnimationFrame(flush)
}

/** Quotes that were fetched before a gap are asked again. */
const refreshQuotes = () =>
  void queryClient.invalidateQueries({ predicate: (query) => query.meta?.['who'] === 'anyone' })

function subscribe(channel: string, listener: () => void): () => void {
  let entry = entries.get(channel)
  if (entry === undefined) {
    entry = { listeners: new Set(), leave: () => undefined, delta: undefined }
    entries.set(channel, entry)
    entry.leave = livePush().follow(channel, { onFrame: (frame) => note(channel, frame.data), onGap: refreshQuotes })
  }
  const { listeners } = entry
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    entries.get(channel)?.leave()
    entries.delete(channel)
  }
}

type Key = { readonly market: Market; readonly code: string }

/** What the push has said about an instrument since it came into view; undefined until the first tick. */
export function useQuoteDelta({ market, code }: Key): QuoteDelta | undefined {
  const channel = quoteChannel(market, code)
  const follow = useCallback((listener: () => void) => subscribe(channel, listener), [channel])
  return useSyncExternalStore(follow, () => entries.get(channel)?.delta)
}

/** A row that was fetched, with its newest prices. The fields that a tick does not say stay as fetched. */
export function useLiveQuote<Row extends Key>(row: Row): Row & Partial<QuoteDelta> {
  const delta = useQuoteDelta(row)
  return delta !== undefined ? { ...row, ...delta } : row
}
