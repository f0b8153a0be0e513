import { setImmediate } from 'node:timers/promises'
import { present } from '@mex/core/assert.ts'
import type { Price } from '@mex/core/money/money.ts'
import { quantifyStrategies, strategyIds, type StrategyId } from '@mex/core/quantify/products.ts'
import { advance, openTrack, type Mark, type StrategyDay, type Track } from '@mex/core/strategies/strategy.ts'
import { strikeBy, strikeOf } from '@mex/core/strategies/strike.ts'
import type { DayNumber } from '@mex/core/time-zone.ts'
import type { Feed } from '#feeds/feed.ts'
import { openStrikePrices } from '#feeds/strike-prices.ts'

/** One strike of a strategy: its mark, and the value of the same things bought once and kept. */
export type RecordPoint = Mark & { readonly buyAndHold: Price }

/** The records of all strategies by an instant. */
export type Records = {
  /** Every strike since the inception, oldest first; empty where a price of its universe has never been quoted. */
  points(strategy: StrategyId): readonly RecordPoint[]
  /** The price of a strike by then; undefined where there is none. */
  navOn(strategy: StrategyId, date: DayNumber): Price | undefined
}

type RecordFeed = Pick<Feed, 'quote' | 'actions' | 'bonds' | 'recordsFrom'>
type Running = { readonly track: Track; readonly benchmark: Track; readonly points: RecordPoint[] }

/** Strikes that are computed before other work of the server gets its turn: some 40 milliseconds, at the first question alone. */
const strikesAtOnce = 15

/**
 * The records of the strategies: a pure function of the feed, from the inception on. They are computed when somebody first asks, in
 * small steps, and each new strike costs one step.
 */
export function openRecords(feed: RecordFeed) {
  const universe = [...new Set(strategyIds.flatMap((id) => quantifyStrategies[id].strategy.universe))]
  const priced = openStrikePrices(feed, universe)
  const running = new Map<StrategyId, Running>(
    strategyIds.map((id) => {
      const { strategy, benchmark } = quantifyStrategies[id]
      return [id, { track: openTrack(strategy), benchmark: openTrack(benchmark), points: [] }]
    }),
  )
  let next = feed.recordsFrom
  let working: Promise<void> = Promise.resolve()

  function step(): void {
    const day = priced(strikeOf(next))
    for (const [id, record] of running) running.set(id, stepped(record, day))
    next += 1
  }

  const records = (now: number): Records => {
    const last = strikeBy(now).date
    const cut = (id: StrategyId): readonly RecordPoint[] => {
      const { points } = present(running.get(id), `the record of ${id}`)
      const ahead = points.length === 0 ? 0 : points.at(-1)!.date - last
      return ahead > 0 ? points.slice(0, Math.max(0, points.length - ahead)) : points
    }
    return {
      points: cut,
      navOn(id, date) {
        const points = cut(id)
        return points[date - (points[0]?.date ?? date)]?.nav
      },
    }
  }

  return {
    /** The records by `now`, when they are computed. */
    async until(now: number): Promise<Records> {
      const last = strikeBy(now).date
      const work = async (): Promise<void> => {
        for (let steps = 1; next <= last; steps += 1) {
          step()
          if (steps % strikesAtOnce === 0) await setImmediate()
        }
      }
      if (next <= last) {
        working = working.then(work)
        await working
      }
      return records(now)
    },
  }
}

/** Whether a strategy has a price of the newest strike, so that it will have one at the next. */
export const isOpenAt = (records: Records, strategy: StrategyId, now: number): boolean =>
  (records.navOn(strategy, strikeBy(now).date) ?? 0n) > 0n

/** The record begins at the first strike at which everything that the strategy may hold has been quoted. */
function stepped(record: Running, day: StrategyDay): Running {
  const { universe } = record.track.strategy
  if (record.points.length === 0 && !universe.every((code) => day.prices.has(code))) return record
  const [track, benchmark] = [advance(record.track, day), advance(record.benchmark, day)]
  const mark = present(track.mark, 'the mark of a strike')
  record.points.push({ ...mark, buyAndHold: present(benchmark.mark, 'the mark of a strike').nav })
  return { track, benchmark, points: record.points }
}

const known = new WeakMap<RecordFeed, ReturnType<typeof openRecords>>()

/** The records of a feed by `now`; computed once for each feed. */
export function recordsOf(feed: RecordFeed, now: number): Promise<Records> {
  const opened = known.get(feed) ?? openRecords(feed)
  known.set(feed, opened)
  return opened.until(now)
}
