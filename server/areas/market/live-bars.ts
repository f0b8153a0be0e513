import { present } from '@mex/core/assert.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import type { SessionName } from '@mex/core/market/instrument.ts'
import type { Rate } from '@mex/core/money/money.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Database } from '#db/sql.ts'
import type { BarService } from '#feeds/bars/bar-service.ts'
import { openPastValues } from '#feeds/bars/past-values.ts'
import { answerTo, type PastQuote } from '#feeds/bars/questions.ts'
import type { Feed } from '#feeds/feed.ts'
import type { SourceHistory } from '#feeds/live/history-shapes.ts'
import type { Histories } from '#feeds/live/histories.ts'
import type { Followed } from '#feeds/live/listed.ts'
import { chartOf, intervalOf, yearOf, type ChartFacts } from '#feeds/live/live-chart.ts'
import { openTape, type Tape } from '#feeds/live/tape.ts'
import { liveQuotesAt } from './store-live.ts'

export type LiveBarsOptions = {
  readonly db: Database
  /** A feed of the quotes on a tape. */
  readonly feedOf: (tape: Tape) => Feed
  /** The pairs by which currencies convert. */
  readonly pairs: readonly string[]
  /** The newest quotes. */
  readonly tape: Tape
  readonly histories: Histories
  /** What the source may know of an instrument; undefined where it has nothing. */
  readonly followed: (key: string, now: number) => Followed | undefined
  readonly calendars: ReadonlyMap<SessionName, Calendar>
}

/** Values of single past instants. */
const valuesKept = 100_000

/** The past of public quotes: charts are those of the source and the newest quotes, values are those that are stored. */
export function openLiveBars(options: LiveBarsOptions): BarService {
  const { db, feedOf, pairs, tape, histories, followed, calendars } = options
  const pastQuotes = openPastValues<PastQuote | undefined>(valuesKept)
  const pastRates = openPastValues<Rate | undefined>(valuesKept)
  const feed = feedOf(tape)

  async function pastFeed(keys: readonly string[], instants: readonly number[]) {
    const past = openTape()
    past.add((await liveQuotesAt(db, keys, instants)).map(({ quote }) => quote))
    return { ...feedOf(past), bars: () => [], year: () => undefined, *warmUp() {} }
  }

  const calendarOf = ({ instrument: { session } }: Followed): Calendar =>
    present(calendars.get(session), `the calendar ${session}`)

  const factsOf = (one: Followed, { bars }: Pick<SourceHistory, 'bars'>, now: number): ChartFacts => ({
    key: one.instrument.key,
    calendar: calendarOf(one),
    rows: bars,
    tape,
    actions: feed.actions(one.instrument.key, now),
  })

  return {
    async bars({ key, period, end = Infinity, limit }, now) {
      const one = followed(key, now)
      if (one === undefined) return []
      const interval = intervalOf(period)
      // Without the source there are the quotes of this installation.
      const told = await histories.read(one, calendarOf(one), interval).catch(() => undefined)
      const bars = chartOf(factsOf(one, told ?? { bars: [] }, now), { period, end, limit, now })
      return told === undefined && bars.length === 0 ? refuse('unavailable') : bars
    },
    year: (key, now) => {
      const one = followed(key, now)
      if (one === undefined) return Promise.resolve(undefined)
      // A price does not wait for its past: the chart asks for it, and the next answer has it.
      const told = histories.kept(one.symbol, '1d')
      return Promise.resolve(told === undefined ? undefined : yearOf(factsOf(one, told, now), now))
    },
    // A list of fifty would be fifty questions: its lines are drawn from the close before to the price.
    closes: () => Promise.resolve(new Map()),
    quotes: (key, instants) =>
      pastQuotes(key, instants, async (missing) => {
        const past = await pastFeed([key], missing)
        return answerTo(past, { kind: 'quotes', key, instants: missing }) as readonly (PastQuote | undefined)[]
      }),
    rates: (from, to, instants) =>
      pastRates(`${from} ${to}`, instants, async (missing) => {
        const past = await pastFeed(pairs, missing)
        return answerTo(past, { kind: 'rates', from, to, instants: missing }) as readonly (Rate | undefined)[]
      }),
    warmUp: () => undefined,
    close: () => Promise.resolve(),
  }
}
