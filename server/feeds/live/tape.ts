import type { Price, Quantity } from '@mex/core/money/money.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { SourceDay } from './shapes.ts'

/** A quote of the source as it is stored, with the day that the source told beside it. */
export type TapeQuote = Quote & {
  readonly previousClose: Price | undefined
  readonly day: SourceDay
  /** Both sizes: the source tells none that can be compared. */
  readonly size: Quantity
}

/** The stored quotes in memory, by instrument, in the order in which they came into force. */
export type Tape = {
  add(quotes: readonly TapeQuote[]): void
  /** The newest quote that was in force at an instant. */
  at(key: string, now: number): TapeQuote | undefined
  /** The newest of all, also one that comes into force in a moment. */
  newest(key: string): TapeQuote | undefined
  /** The quote of an instant of its exchange. */
  made(key: string, venueTime: number): TapeQuote | undefined
  /** The quotes that were made after an instant and are in force at another, oldest first. */
  since(key: string, venueTime: number, now: number): readonly TapeQuote[]
  /** The last quote of regular hours that was made before an instant. */
  regularBefore(key: string, venueTime: number): TapeQuote | undefined
  /** The instruments with a quote in force at an instant. */
  keys(now: number): readonly string[]
  /** Grows with every quote that is added. */
  version(): number
}

/** `keepMilliseconds`: older quotes are dropped from memory, but those since the last regular price before; they stay stored. */
export function openTape(keepMilliseconds = Infinity): Tape {
  const series = new Map<string, TapeQuote[]>()
  let version = 0

  /** Position of the last quote that `isEarly` accepts; those that it accepts come first. */
  function last(quotes: readonly TapeQuote[], isEarly: (quote: TapeQuote) => boolean): number {
    let [from, until] = [0, quotes.length]
    while (from < until) {
      const middle = (from + until) >>> 1
      if (isEarly(quotes[middle] as TapeQuote)) from = middle + 1
      else until = middle
    }
    return from - 1
  }

  function drop(quotes: TapeQuote[]): void {
    const newest = quotes.at(-1)
    if (newest === undefined || !Number.isFinite(keepMilliseconds)) return
    const old = last(quotes, ({ receivedTime }) => receivedTime < newest.receivedTime - keepMilliseconds)
    if (old < 256) return
    // The close before is held against that of the source, over any number of holidays.
    const close = quotes.slice(0, old).findLastIndex(({ phase }) => phase === 'regular')
    quotes.splice(0, close === -1 ? old : close)
  }

  return {
    add(quotes) {
      for (const quote of quotes) {
        const own = series.get(quote.key) ?? []
        series.set(quote.key, own)
        own.push(quote)
        drop(own)
      }
      version += quotes.length
    },
    at(key, now) {
      const own = series.get(key) ?? []
      return own[last(own, ({ receivedTime }) => receivedTime <= now)]
    },
    newest: (key) => series.get(key)?.at(-1),
    made(key, venueTime) {
      const own = series.get(key) ?? []
      const found = own[last(own, (quote) => quote.venueTime <= venueTime)]
      return found?.venueTime === venueTime ? found : undefined
    },
    since(key, venueTime, now) {
      const own = series.get(key) ?? []
      const from = last(own, (quote) => quote.venueTime <= venueTime) + 1
      return own.slice(from, last(own, ({ receivedTime }) => receivedTime <= now) + 1)
    },
    regularBefore(key, venueTime) {
      const own = series.get(key) ?? []
      const at = last(own, (quote) => quote.venueTime < venueTime)
      return own.slice(0, at + 1).findLast(({ phase }) => phase === 'regular')
    },
    keys: (now) =>
      [...series].filter(([, [first]]) => first !== undefined && first.receivedTime <= now).map(([key]) => key),
    version: () => version,
  }
}
