import type { Quote } from '@mex/core/market/quote.ts'
import type { TickListener } from '#feeds/ticker.ts'
import type { Bus, Change } from './bus.ts'

export type QuoteNews = {
  readonly bus: Bus
  /** Whether anybody listens to a channel: what nobody hears is not written. */
  readonly isHeard: (channel: string) => boolean
  readonly channelOf: (quote: Quote) => string
  /** The change of one quote as the wire form of its frame, as JSON. */
  readonly write: (quote: Quote, now: number) => string | undefined
  /** Lists that can be listened to, by channel. */
  readonly lists: ReadonlyMap<string, (now: number) => string>
  /** Least wall-clock time between two changes of a list. */
  readonly listMilliseconds?: number
}

/** Tells every tick to the sockets: each quote that somebody hears, written once, and lists at most once a second. */
export function tellQuotes({
  bus,
  isHeard,
  channelOf,
  write,
  lists,
  listMilliseconds = 1000,
}: QuoteNews): TickListener {
  let listsAt = -Infinity
  /** What was told last; a list that stays as it is is not told again. */
  const told = new Map<string, string>()

  function listChanges(now: number): Change[] {
    const instant = performance.now()
    // A tick that comes a little early must not cost a list its whole second.
    if (instant - listsAt < listMilliseconds * 0.9) return []
    listsAt = instant
    const changes: Change[] = []
    for (const [channel, writeList] of lists) {
      if (!isHeard(channel)) {
        told.delete(channel)
        continue
      }
      const data = writeList(now)
      if (data === told.get(channel)) continue
      told.set(channel, data)
      changes.push({ channel, type: 'list', data })
    }
    return changes
  }

  return {
    name: 'push',
    tick(now, quotes) {
      const changes: Change[] = []
      for (const quote of quotes) {
        const channel = channelOf(quote)
        if (!isHeard(channel)) continue
        const data = write(quote, now)
        if (data !== undefined) changes.push({ channel, type: 'quote', data })
      }
      changes.push(...listChanges(now))
      if (changes.length > 0) bus.publish('changes', { at: now, changes })
    },
  }
}
