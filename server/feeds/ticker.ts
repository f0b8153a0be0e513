import type { Quote } from '@mex/core/market/quote.ts'
import type { Clock } from '#clock.ts'
import type { Feed, KeyedFeed } from './feed.ts'

/** The quotes of a tick. One that no listener asks for is never made: the first of an instrument needs years of its path. */
export type TickQuotes = {
  /** The quote of a listed instrument, if it is new since the last tick. */
  fresh(this: void, key: string): Quote | undefined
}

/** A listener that is called at every tick. */
export type TickListener = {
  readonly name: string
  /**
   * When true, later listeners and the next tick wait until the returned promise has settled, and a tick whose promise
   * rejects counts as missed.
   */
  readonly awaited?: boolean
  tick(now: number, quotes: TickQuotes): void | Promise<void>
}

/** From the last handled tick to the end of the missed ticks, which are never caught up (rulebook §13.6). */
export type TickGap = { readonly from: number; readonly to: number }

/** What a ticker needs of a feed. */
export type TickSource = Pick<Feed, 'quote' | 'nextTick' | 'nextPhaseChange'> & KeyedFeed

export type TickerOptions = {
  readonly feed: TickSource
  readonly clock: Clock
  /** In the order of the calls: listeners that decide about money first, listeners that display last. */
  readonly listeners: readonly TickListener[]
  readonly onGap?: (gap: TickGap) => void
  /** Called after each handled tick with the wall-clock time between its due instant and the end of its handling. */
  readonly onHandled?: ((behindMilliseconds: number) => void) | undefined
  /** Called when a listener or the feed fails; the ticks continue. */
  readonly onError?: (name: string, error: unknown) => void
  /** The last instant that an earlier process has handled: ticks due since then are a gap. */
  readonly handledUntil?: number
  /** Wall-clock delay from which a tick counts as missed (`quote.maxAgeSec`). */
  readonly missedMilliseconds?: number
  /** Minimum wall-clock time between ticks: an accelerated clock skips some ticks, but no phase change. */
  readonly paceMilliseconds?: number
}

export type Ticker = {
  /** Starts ticking by the clock. The quotes now in force are not new to the listeners. */
  start(): void
  /** Handles the ticks due by now, in order, and returns their number: for a clock that a test moves. */
  step(): Promise<number>
  /** Every tick up to this instant was handled or lies in a reported gap. */
  handledUntil(): number
  /** The gap that is reported once a tick of this instant is handled: ticks before it have failed. */
  missedBefore(instant: number): TickGap | undefined
  /** Wall-clock time since the next tick became due; 0 while it is not due. Grows while a tick does not end. */
  behindMilliseconds(): number
  /** Stops the ticks and resolves when the current one has been handled. */
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

  /** Checks at least every minute, also while all markets are closed: wall clocks change and machines sleep. */
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
    handledUntil: steps.handledUntil,
    missedBefore: steps.missedBefore,
    behindMilliseconds: () => Math.max(0, clock.now() - steps.nextDue()) / clock.speed,
    stop: async () => {
      steps.stop()
      clearTimeout(timer)
      await working
    },
  }
}

/**
 * An accelerated clock skips ticks until `paced`, but never an instant at which a market opens, closes or pauses: each gets its own
 * tick, so that every auction fills at its own quote.
 */
const dueAfter = (feed: TickSource, last: number, paced: number): number =>
  Math.min(feed.nextTick(paced), feed.nextTick(feed.nextPhaseChange(last) - 1))

/** The ticker without a timer: finds and handles due ticks. */
function openSteps(options: TickerOptions) {
  const { feed, clock, onGap = () => undefined, onHandled } = options
  const missed = (options.missedMilliseconds ?? missedMilliseconds) * clock.speed
  const pace = (options.paceMilliseconds ?? paceMillisecondsDefault) * clock.speed
  const began = clock.now()
  let last = Math.min(options.handledUntil ?? began, began)
  let handledUntil = last
  let stopped = false
  /** Whether ticks since then have failed. */
  let hasFailed = false
  /** The last tick; the next one may follow a start or an outage at once. */
  let lastTick = -Infinity

  if (nextDue() <= began) skipTo(began)
  else last = handledUntil = began

  function nextDue(): number {
    return dueAfter(feed, last, Math.max(last, lastTick + pace - 1))
  }

  /** After an outage the market continues with the next tick: no order fills at a past price. */
  function skipTo(now: number): void {
    onGap({ from: handledUntil, to: now })
    last = handledUntil = now
    hasFailed = false
  }

  const missedBefore = (instant: number): TickGap | undefined =>
    hasFailed ? { from: handledUntil, to: instant } : undefined

  async function handle(due: number): Promise<void> {
    const quotes = quotesBetween(feed, last, due)
    last = lastTick = due
    const isHandled = await notify(options, due, quotes)
    const gap = missedBefore(due)
    hasFailed = !isHandled
    if (!isHandled) return
    if (gap !== undefined) onGap(gap)
    handledUntil = due
    onHandled?.(Math.max(0, clock.now() - due) / clock.speed)
  }

  async function handleDue(): Promise<number> {
    let handled = 0
    while (!stopped) {
      const now = clock.now()
      const due = nextDue()
      if (due > now) break
      if (now - due > missed) {
        skipTo(now)
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
    handledUntil: () => handledUntil,
    missedBefore,
    isStopped: () => stopped,
    stop: () => {
      stopped = true
    },
  }
}

/** Calls all listeners; false when an awaited one has failed. */
async function notify({ listeners, onError }: TickerOptions, now: number, quotes: TickQuotes): Promise<boolean> {
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

/** The quotes at `now` that were not in force at `before`; each is looked up once for all listeners. */
function quotesBetween(feed: TickSource, before: number, now: number): TickQuotes {
  const found = new Map<string, Quote | undefined>()
  const quoteAt = (key: string, at: number): Quote | undefined =>
    feed.instruments(at).has(key) ? feed.quote(key, at) : undefined
  return {
    fresh(key) {
      if (!found.has(key)) {
        const earlier = quoteAt(key, before)
        const quote = quoteAt(key, now)
        found.set(key, quote?.id === earlier?.id ? undefined : quote)
      }
      return found.get(key)
    },
  }
}
