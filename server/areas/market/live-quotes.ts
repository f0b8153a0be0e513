import type { QuoteFault } from '@mex/core/market/source-quote.ts'
import type { Clock } from '#clock.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { ActionWatch, ToldActions } from '#feeds/live/action-watch.ts'
import { arrivalsOf } from '#feeds/live/arrivals.ts'
import type { KnownActions, LearnedAction } from '#feeds/live/known-actions.ts'
import { followedBySymbol } from '#feeds/live/listed.ts'
import type { SourceAnswer } from '#feeds/live/shapes.ts'
import { secondAfter, secondMilliseconds } from '#feeds/live/seconds.ts'
import type { Tape } from '#feeds/live/tape.ts'
import type { TickGap } from '#feeds/ticker.ts'
import {
  insertLiveQuotes,
  liveQuotesAfter,
  liveSequenceBefore,
  newestLiveQuotes,
  tradedQuotesAfter,
  type StoredQuote,
} from './store-live.ts'
import { insertLiveActions, liveActions } from './store-live-actions.ts'

export type LiveQuotesOptions = {
  readonly db: Database
  readonly tape: Tape
  readonly catalogue: Catalogue
  readonly clock: Pick<Clock, 'now'>
  readonly actions: KnownActions
  readonly isUnknown: ActionWatch['isUnknown']
  /** Ticks that had to do without quotes that were in force, because they were stored too late. */
  readonly onGap: (gap: TickGap) => void
  readonly onFault?: (symbol: string, fault: QuoteFault) => void
}

/** The writer of public quotes, and the reader of what is stored. */
export type LiveQuotes = {
  /** Reads the stored quotes that came into force since an instant, and the newest of each instrument before it. */
  load(since: number): Promise<void>
  /** Reads what another server has stored meanwhile. */
  follow(this: void, tx: Tx): Promise<void>
  /** Judges answers of the source, stores the good ones, and puts them into force. */
  take(answers: readonly SourceAnswer[], asked: readonly string[]): Promise<void>
  /** Stores dividends and splits, which are declared when they come into force here. */
  learn(ask: (learnedAt: number) => Promise<ToldActions>): Promise<void>
}

/** So long before it comes into force a quote is stored: every tick must know it. */
const storingMilliseconds = 2 * secondMilliseconds
const page = 10_000
/** Two servers that wrote one after the other may have read their clocks the other way round. */
const overlapMilliseconds = 60 * secondMilliseconds

export function openLiveQuotes(options: LiveQuotesOptions): LiveQuotes {
  const { db, tape, catalogue, clock, actions, isUnknown, onGap, onFault } = options
  let read = 0
  let reading: Promise<void> = Promise.resolve()

  async function readOn(tx: Tx): Promise<void> {
    await addAfter(tape, read, {
      after: (sequence) => liveQuotesAfter(tx, sequence, page),
      added: (sequence) => void (read = sequence),
    })
    actions.add(await liveActions(tx, actions.newest() - overlapMilliseconds))
  }

  /** Everybody reads the stored quotes by their sequence, the writer too: what is not stored is not in force. */
  function follow(tx: Tx = db): Promise<void> {
    const turn = reading.then(() => readOn(tx))
    reading = turn.catch(() => undefined)
    return turn
  }

  /** What is stored after it came into force was missing at some ticks. */
  function tellIfLate(receivedAt: number): void {
    const now = clock.now()
    if (now >= receivedAt) onGap({ from: receivedAt - secondMilliseconds, to: now })
  }

  return {
    follow,
    async load(since) {
      actions.add(await liveActions(db))
      tape.add((await newestLiveQuotes(db, since)).map(({ quote }) => quote))
      read = await liveSequenceBefore(db, since)
      await follow()
    },
    async take(answers, asked) {
      const receivedAt = secondAfter(clock.now(), storingMilliseconds)
      const followed = followedBySymbol(catalogue, receivedAt)
      const { quotes, faults } = arrivalsOf(answers, asked, {
        followed,
        calendars: catalogue.calendars,
        tape,
        actions: actions.of,
        isUnknown,
        receivedAt,
      })
      for (const { symbol, fault } of faults) onFault?.(symbol, fault)
      if (quotes.length === 0) return
      await inTransaction(db, (tx) => insertLiveQuotes(tx, quotes))
      await follow()
      tellIfLate(receivedAt)
    },
    async learn(ask) {
      // Declared only once everybody can know of it.
      const learnedAt = secondAfter(clock.now(), storingMilliseconds)
      const { learned, confirm } = await ask(learnedAt)
      // Without the last price with the right nothing can be booked.
      const isBookable = ({ key, action }: LearnedAction): boolean => tape.at(key, action.exAt - 1) !== undefined
      const added = learned.filter((one) => !actions.has(one) && isBookable(one))
      if (added.length > 0) {
        await inTransaction(db, (tx) => insertLiveActions(tx, added))
        await follow()
        tellIfLate(learnedAt)
      }
      confirm()
    },
  }
}

type Pages = {
  readonly after: (sequence: number) => Promise<readonly StoredQuote[]>
  /** The quotes until this one are on the tape. */
  readonly added: (sequence: number) => void
}

/** Puts the quotes after one of them on a tape, page by page. */
async function addAfter(tape: Tape, sequence: number, { after, added }: Pages): Promise<void> {
  for (let read = sequence; ;) {
    const rows = await after(read)
    tape.add(rows.map(({ quote }) => quote))
    read = rows.at(-1)?.sequence ?? read
    added(read)
    if (rows.length < page) return
  }
}

/** Loads everything that a check of all trading needs. */
export async function loadTradedQuotes(db: Database, tape: Tape, actions: KnownActions): Promise<void> {
  actions.add(await liveActions(db))
  await addAfter(tape, 0, { after: (sequence) => tradedQuotesAfter(db, sequence, page), added: () => undefined })
}
