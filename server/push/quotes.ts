import type { Quote } from '@mex/core/market/quote.ts'
import type { TickListener } from '#feeds/ticker.ts'
import type { Bus, Change } from './bus.ts'

export type QuoteNews = {
  readonly bus: Bus
  /** Whether a channel has listeners; changes of others are not serialised. */
  readonly isHeard: (channel: string) => boolean
  /** The channels of the listed instruments, and their keys. */
  readonly channelsOf: (now: number) => Iterable<readonly [channel: string, key: string]>
  /** The frame data of one quote, in its wire form as JSON; undefined if there is nothing to send. */
  readonly write: (quote: Quote, now: number) => string | undefined
  /** Writers of the public lists, by channel. */
  readonly lists: ReadonlyMap<string, (now: number) => string>
  /** Minimum wall-clock time between two changes of a list. */
  readonly listMilliseconds?: number
}

/** Publishes every tick: quotes that have listeners, each serialised once, and lists at most once a second. */
export function tellQuotes({
  bus,
  isHeard,
  channelsOf,
  write,
  lists,
  listMilliseconds = 1000,
}: QuoteNews): TickListener {
  let listsAt = -Infinity
  /** The last published text by channel; an unchanged list is not published again. */
  const published = new Map<string, string>()

  function listChanges(now: number): Change[] {
    const instant = performance.now()
    // The margin lets a tick that is slightly early count, instead of delaying the lists by a whole tick.
    if (instant - listsAt < listMilliseconds * 0.9) return []
    listsAt = instant
    const changes: Change[] = []
    for (const [channel, writeList] of lists) {
      if (!isHeard(channel)) {
        published.delete(channel)
        continue
      }
      const data = writeList(now)
      if (data === published.get(channel)) continue
      published.set(channel, data)
      changes.push({ channel, type: 'list', data })
    }
    return changes
  }

  return {
    name: 'push',
    tick(now, quotes) {
      const changes: Change[] = []
      for (const [channel, key] of channelsOf(now)) {
        const quote = isHeard(channel) ? quotes.fresh(key) : undefined
        const data = quote === undefined ? undefined : write(quote, now)
        if (data !== undefined) changes.push({ channel, type: 'quote', data })
      }
      changes.push(...listChanges(now))
      if (changes.length > 0) bus.publish('changes', { at: now, changes })
    },
  }
}
