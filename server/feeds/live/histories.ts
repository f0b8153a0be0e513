import { setTimeout as pause } from 'node:timers/promises'
import { minuteMilliseconds, dayMilliseconds } from '@mex/core/time-zone.ts'
import { nextClose, type Calendar } from '@mex/core/market/calendar.ts'
import type { SourceHistory } from './history-shapes.ts'
import type { Followed } from './listed.ts'
import { pauseAfter } from './polling.ts'
import type { HistoryInterval, QuoteSource } from './source.ts'
import { failureOf, SourceFailure } from './source-failure.ts'

/** The pasts of instruments as the source tells them, each kept for as long as it is new enough. */
export type Histories = {
  /**
   * The past of an instrument; an older one while the source fails. Rejects with `SourceFailure` when there is none, and at once
   * when too many are asked for.
   */
  read(followed: Followed, calendar: Calendar, interval: HistoryInterval): Promise<SourceHistory>
  /** The past that is kept, however old. */
  kept(symbol: string, interval: HistoryInterval): SourceHistory | undefined
}

export type HistoriesOptions = {
  readonly source: Pick<QuoteSource, 'history'>
  /** Epoch milliseconds of the wall clock: a source counts real time. */
  readonly wall: () => number
  readonly gapMilliseconds?: number
}

type Rule = { readonly spanDays: number; readonly freshMinutes: number }

/** How much of the past is asked for, less than the source has, and how long it is new enough: what comes after it we have ourselves. */
const rules: Readonly<Record<HistoryInterval, Rule>> = {
  '1d': { spanDays: 3653, freshMinutes: 24 * 60 },
  '60m': { spanDays: 90, freshMinutes: 60 },
  '5m': { spanDays: 30, freshMinutes: 20 },
  '1m': { spanDays: 5, freshMinutes: 10 },
}

/** A history of ten years has some 2,500 bars: less than 1 MB. */
const keptMax = 48
/** Who comes later would wait for longer than a client does. */
const waitingMax = 12
/** Between two questions, however many people look at charts. */
const gapDefault = 1000
/** A day is over at the source some time after its close. */
const settledMilliseconds = 30 * minuteMilliseconds

type Kept = { readonly history: SourceHistory; readonly at: number }

/** Asks for one past after another, and after failures only after a pause. */
export function openHistories({ source, wall, gapMilliseconds = gapDefault }: HistoriesOptions): Histories {
  const known = new Map<string, Kept>()
  const coming = new Map<string, Promise<SourceHistory>>()
  let turn: Promise<unknown> = Promise.resolve()
  let failures = 0
  let pausedUntil = -Infinity

  function keep(name: string, history: SourceHistory): SourceHistory {
    known.delete(name)
    known.set(name, { history, at: wall() })
    for (const oldest of known.keys()) {
      if (known.size <= keptMax) break
      known.delete(oldest)
    }
    return history
  }

  async function ask({ symbol, instrument }: Followed, interval: HistoryInterval): Promise<SourceHistory> {
    const now = wall()
    if (now < pausedUntil) throw new SourceFailure('refused', 'the source is not asked after a failure')
    try {
      const history = await source.history(symbol, interval, now - rules[interval].spanDays * dayMilliseconds, now)
      if (history.currency !== instrument.currency)
        throw new SourceFailure('unreadable', `a history of ${symbol} in ${history.currency ?? 'no currency'}`)
      failures = 0
      return history
    } catch (error) {
      const failure = failureOf(error)
      // What the source does not know is an answer about one symbol.
      if (failure.status === 404) return { symbol, currency: instrument.currency, bars: [], actions: [] }
      if (failure.kind !== 'unreadable') {
        failures += 1
        pausedUntil = wall() + pauseAfter(failures, failure)
      }
      throw failure
    }
  }

  function isFresh({ at }: Kept, calendar: Calendar, interval: HistoryInterval): boolean {
    const now = wall()
    if (now - at > rules[interval].freshMinutes * minuteMilliseconds) return false
    return interval !== '1d' || now < nextClose(calendar, at - settledMilliseconds) + settledMilliseconds
  }

  return {
    kept: (symbol, interval) => known.get(`${symbol} ${interval}`)?.history,
    async read(followed, calendar, interval) {
      const name = `${followed.symbol} ${interval}`
      const old = known.get(name)
      if (old !== undefined && isFresh(old, calendar, interval)) return old.history
      let answer = coming.get(name)
      if (answer === undefined) {
        if (coming.size >= waitingMax) throw new SourceFailure('slow', 'too many pasts are asked for')
        answer = turn.then(() => ask(followed, interval)).then((history) => keep(name, history))
        coming.set(name, answer)
        turn = answer
          .catch(() => undefined)
          .finally(() => coming.delete(name))
          .then(() => pause(gapMilliseconds, undefined, { ref: false }))
      }
      return answer.catch((error: unknown) => {
        if (old !== undefined) return old.history
        throw error
      })
    },
  }
}
