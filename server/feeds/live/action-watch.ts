import { latestSession, type Calendar } from '@mex/core/market/calendar.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import { minuteMilliseconds, dayMilliseconds } from '@mex/core/time-zone.ts'
import { actionsLearned } from './learned-actions.ts'
import type { LearnedAction } from './known-actions.ts'
import type { Followed } from './listed.ts'
import type { QuoteSource } from './source.ts'
import { failureOf, type SourceFailure } from './source-failure.ts'

/** Asks the source whether the shares that somebody holds pay or split today, which it tells on their first day. */
export type ActionWatch = {
  /** Whether the day of a share may have a dividend or a split that we do not know, so that nothing may fill. */
  isUnknown(this: void, key: string, session: { readonly date: string; readonly open: number }, now: number): boolean
  /** Reads which shares somebody holds: without it those of an earlier process are not known. */
  look(): Promise<void>
  /** Asks for one share after another, until a question fails. */
  ask(now: number): Promise<ToldActions>
}

export type ToldActions = {
  readonly learned: readonly LearnedAction[]
  /** What was learned is stored: the days of which the source has told are known from now on. */
  confirm(this: void): void
}

export type ActionWatchOptions = {
  readonly source: Pick<QuoteSource, 'history'>
  readonly followed: (key: string, now: number) => Followed | undefined
  readonly calendarOf: (followed: Followed) => Calendar
  /** The shares that somebody holds. */
  readonly held: () => Promise<readonly string[]>
  readonly failed: (failure: SourceFailure) => void
}

/** A source that never tells a day does not hold a share for longer than this after the open: who holds it must be able to sell. */
export const unknownMillisecondsMax = 60 * minuteMilliseconds
/** The source lags, and a share may be late to trade: it is asked again after so long. */
const againMilliseconds = 2 * minuteMilliseconds
/** A few days are enough to contain the first bar of today. */
const spanMilliseconds = 10 * dayMilliseconds
/** Shares in one turn, so that quotes do not wait long behind them. */
const sharesPerTurn = 5

export function openActionWatch({ source, followed, calendarOf, held, failed }: ActionWatchOptions): ActionWatch {
  /** The newest day of which the source has told, by key. */
  const told = new Map<string, string>()
  const askedAt = new Map<string, number>()
  let holding: ReadonlySet<string> = new Set()

  async function askOne(one: Followed, now: number) {
    const { key } = one.instrument
    const calendar = calendarOf(one)
    const { actions, bars } = await source.history(one.symbol, '1d', now - spanMilliseconds, now)
    const newest = bars.at(-1)
    const date = newest === undefined ? undefined : latestSession(calendar, newest.time * 1000).date
    return { date, learned: actionsLearned(actions, calendar, now).map((action) => ({ key, action })) }
  }

  async function look(): Promise<void> {
    holding = new Set(await held())
  }

  return {
    look,
    isUnknown: (key, { date, open }, now) =>
      holding.has(key) && told.get(key) !== date && now - open <= unknownMillisecondsMax,
    async ask(now) {
      await look()
      const due = [...holding].flatMap((key) => {
        const one = followed(key, now)
        if (one === undefined || !isShareMarket(one.instrument.market)) return []
        const session = latestSession(calendarOf(one), now)
        const isTold = told.get(key) === session.date
        return isTold || now - (askedAt.get(key) ?? -Infinity) < againMilliseconds ? [] : [one]
      })
      const learned: LearnedAction[] = []
      const dates = new Map<string, string>()
      for (const one of due.slice(0, sharesPerTurn)) {
        const { key } = one.instrument
        askedAt.set(key, now)
        try {
          const answer = await askOne(one, now)
          learned.push(...answer.learned)
          if (answer.date !== undefined) dates.set(key, answer.date)
        } catch (error) {
          failed(failureOf(error))
          break
        }
      }
      return { learned, confirm: () => dates.forEach((date, key) => told.set(key, date)) }
    },
  }
}
