import type { Market } from '@mex/core/market/instrument.ts'
import { quoteChannel, quoteDelta, type QuoteDelta } from '@mex/contract/push.ts'
import { useCallback } from 'react'
import * as z from 'zod/mini'

import { useLate } from './late.ts'
import { livePush } from './live.ts'
import { paced } from './paced.ts'

/**
 * Prices are drawn at most four times a second: nobody reads faster, and a slow phone keeps its frames for scrolling.
 */
const drawMilliseconds = 250

/**
 * The newest price of every instrument in view. Arriving frames are only stored; the newest one of each instrument is
 * parsed when it is drawn, and its rows are notified, however many ticks there were.
 */
type Entry = {
  readonly listeners: Set<() => void>
  leave: () => void
  delta: QuoteDelta | undefined
}

const entries = new Map<string, Entry>()
const latest = new Map<string, unknown>()

function flush(): void {
  for (const [channel, data] of latest) {
    const entry = entries.get(channel)
    const read = z.safeDecode(quoteDelta, data as never)
    if (entry === undefined || !read.success) continue
    entry.delta = read.data
    for (const listener of entry.listeners) listener()
  }
  latest.clear()
}

const askForFlush = paced(flush, drawMilliseconds)

function note(channel: string, data: unknown): void {
  latest.set(channel, data)
  askForFlush()
}

function subscribe(channel: string, listener: () => void): () => void {
  let entry = entries.get(channel)
  if (entry === undefined) {
    entry = { listeners: new Set(), leave: () => undefined, delta: undefined }
    entries.set(channel, entry)
    // Every tick has all live fields, so a missed tick needs no reload.
    entry.leave = livePush().follow(channel, { onFrame: (frame) => note(channel, frame.data) })
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

const nothingToFollow = () => () => undefined

/**
 * The newest pushed prices of an instrument; undefined until the first tick, and without a key.
 */
export function useQuoteDelta(key: Key | undefined): QuoteDelta | undefined {
  const channel = key === undefined ? undefined : quoteChannel(key.market, key.code)
  const follow = useCallback(
    (listener: () => void) => (channel === undefined ? nothingToFollow() : subscribe(channel, listener)),
    [channel],
  )
  return useLate(follow, () => (channel === undefined ? undefined : entries.get(channel)?.delta))
}

/** The newest pushed prices of several instruments, for sums over a list. Returns the lookup function. */
export function useQuoteDeltas(keys: readonly Key[]): (key: Key) => QuoteDelta | undefined {
  const channels = [...new Set(keys.map(({ market, code }) => quoteChannel(market, code)))].join(' ')
  const names = () => channels.split(' ').filter((name) => name !== '')
  const follow = useCallback(
    (listener: () => void) => {
      const stops = channels.split(' ').flatMap((name) => (name === '' ? [] : [subscribe(name, listener)]))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [channels],
  )
  useLate(follow, () => names().reduce((ids, name) => `${ids} ${entries.get(name)?.delta?.quoteId}`, ''))
  return ({ market, code }) => entries.get(quoteChannel(market, code))?.delta
}

/** A fetched row with its newest prices. Fields that a tick lacks keep the fetched value. */
export function useLiveQuote<Row extends Key>(row: Row): Row & Partial<QuoteDelta> {
  // Bonds have no ticks: their curve is drawn by the minute.
  const delta = useQuoteDelta(row.market === 'BOND' ? undefined : row)
  return delta !== undefined ? { ...row, ...delta, ...delta.publicPrice } : row
}
