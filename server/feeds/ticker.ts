import type { Quote } from '@mex/core/market/quote.ts'
import type { Clock } from '#clock.ts'
import type { Feed, KeyedFeed } from './feed.ts'

/** Somebody who is told every tick, with the quotes that are new since the tick before. */
export type TickListener = {
  readonly name: string
  /**
   * When true, later listeners and the next tick wait until the returned promise has settled, and a tick at which it is
   * rejected was missed.
   */
  readonly awaited?: boolean
  tick(now: number, quotes: readonly Quote[]): void | Promise<void>
}

/** From the last tick that was handled to the end of those that were missed, and are never caught up (rulebook §13.6). */
export type TickGap = { readonly from: number; readonly to: number }

/** What a ticker needs of a feed. */
export type TickSource = Pick<Feed, 'quote' | 'nextTick' | 'nextPhaseChange'> & KeyedFeed

export type TickerOptions = {
  readonly feed: TickSource
  readonly clock: Clock
  /** In the order in which they are told: whoever decides about money first, whoever shows it last. */
  readonly listeners: readonly TickListener[]
  readonly onGap?: (gap: TickGap) => void
  /** A listener, or the feed, that fails is reported; the next tick comes all the same. */
  readonly onError?: (name: string, error: unknown) => void
  /** Until when an earlier process has handled ticks: those that were due since then are a gap. */
  readonly handledUntil?: number
  /** Wall-clock delay from which a tick counts as missed (`quote.maxAgeSec`). */
  readonly missedMilliseconds?: number
  /** Wall-clock time that ticks are apart at least: a hurried clock passes over some, but over no phase change. */
  readonly paceMilliseconds?: number
}

export type Ticker = {
  /** Ticks by the clock from now on; the quotes in force now are known at once and told to nobody. */
  start(): void
  /** Handles the ticks that are due by now, in order, and answers how many: for a clock that is moved by hand. */
  step(): Promise<number>
  /** The newest quote of the last tick. */
  latest(key: string): Quote | undefined
  latestQuotes(): ReadonlyMap<string, Quote>
  /** Every tick until then was handled, or lies in a gap that was told. */
  handledUntil(): number
  /** Resolves when the tick under way has been handled; there are none after it. */
  stop(): Promise<void>
}

/** A tick that is later than this is missed (`quote.maxAgeSec`). */
export const missedMilliseconds = 5000
const paceMillisecondsDefault = 100
const waitMostMilliseconds = 60_000

/** Turns a feed and a clock into ticks: one at every instant at which quotes change (design §5). */
export function openTicker(options: TickerOptions): Ticker {
  const { clock, onError } = options
  const steps = openSteps(options)
  let timer: ReturnType<typeof setTimeout> | undefined
  let working: Promise<unknown> = Promise.resolve()

  function step(): Promise<number> {
    const turn = working.then(steps.handleDue)
    working = turn.catch(() => undefined)
    return turn
  }

  const failed = (error: unknown): void => onError?.('feed', error)

  /** A market that is closed for long is looked at every minute all the same: wall clocks are moved, machines sleep. */
  function untilNextDue(): number {
    try {
      return Math.min(Math.ceil(clock.wait(steps.nextDue())), waitMostMilliseconds)
    } catch (error) {
      failed(error)
      return missedMilliseconds
    }
  }

  function wait(): void {
    if (steps.isStopped()) return
    timer = setTimeout(() => void step().catch(failed).then(wait), untilNextDue())
  }

  return {
    start: wait,
    step,
    latest: (key) => steps.quotes.get(key),
    latestQuotes: () => steps.quotes,
    handledUntil: steps.handledUntil,
    stop: async () => {
      steps.stop()
      clearTimeout(timer)
      await working
    },
  }
}

/** The ticker without a timer: what is due, and handling it. */
function openSteps(options: TickerOptions) {
  const { feed, clock, onGap = () => undefined } = options
  const book = openBook(feed)
  const missed = (options.missedMilliseconds ?? missedMilliseconds) * clock.speed
  const pace = (options.paceMilliseconds ?? paceMillisecondsDefault) * clock.speed
  const began = clock.now()
  let last = Math.min(options.handledUntil ?? began, began)
  let handledUntil = last
  let stopped = false

  if (nextDue() <= began) passOver(began)
  else {
    last = handledUntil = began
    book.update(began)
  }

  /**
   * A hurried clock passes over ticks, but never over an instant at which a market opens, closes or pauses: each has a
   * tick of its own, so that every auction takes place at its own quote.
   */
  function nextDue(): number {
    const paced = feed.nextTick(pace > 1 ? last + pace - 1 : last)
    return Math.min(paced, feed.nextTick(feed.nextPhaseChange(last) - 1))
  }

  /** After an outage the market goes on with the next tick: nothing fills at a price of the past. */
  function passOver(now: number): void {
    onGap({ from: handledUntil, to: now })
    last = handledUntil = now
    book.update(now)
  }

  async function handle(due: number): Promise<void> {
    const isAfterFailure = handledUntil < last
    last = due
    if (!(await tell(options, due, book.update(due)))) return
    if (isAfterFailure) onGap({ from: handledUntil, to: due })
    handledUntil = due
  }

  async function handleDue(): Promise<number> {
    let handled = 0
    while (!stopped) {
      const now = clock.now()
      const due = nextDue()
      if (due > now) break
      if (now - due > missed) {
        passOver(now)
        continue
      }
      await handle(due)
      handled += 1
    }
    return handled
  }

  return {
    nextDue,
    handleDue,
    quotes: book.quotes,
    handledUntil: () => handledUntil,
    isStopped: () => stopped,
    stop: () => {
      stopped = true
    },
  }
}

/** Tells everybody; false when somebody who is waited for has failed. */
async function tell({ listeners, onError }: TickerOptions, now: number, quotes: readonly Quote[]): Promise<boolean> {
  let isHandled = true
  for (const listener of listeners) {
    const failed = (error: unknown): void => onError?.(listener.name, error)
    try {
      const done = listener.tick(now, quotes)
      if (listener.awaited === true) await done
      else if (done !== undefined) void done.catch(failed)
    } catch (error) {
      failed(error)
      if (listener.awaited === true) isHandled = false
    }
  }
  return isHandled
}

type Book = {
  readonly quotes: ReadonlyMap<string, Quote>
  /** Takes over the quotes in force at an instant and answers those that are new. */
  update(now: number): readonly Quote[]
}

function openBook(feed: TickSource): Book {
  const quotes = new Map<string, Quote>()
  let listed: ReadonlyMap<string, unknown> | undefined

  function dropUnlisted(now: ReadonlyMap<string, unknown>): void {
    for (const key of quotes.keys()) if (!now.has(key)) quotes.delete(key)
    listed = now
  }

  return {
    quotes,
    update(now) {
      const instruments = feed.instruments(now)
      if (instruments !== listed) dropUnlisted(instruments)
      const fresh: Quote[] = []
      for (const key of instruments.keys()) {
        const quote = feed.quote(key, now)
        if (quote === undefined || quote.id === quotes.get(key)?.id) continue
        quotes.set(key, quote)
        fresh.push(quote)
      }
      return fresh
    },
  }
}
