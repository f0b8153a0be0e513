import { present } from '@mex/core/assert.ts'
import { currentSession, officialPhase, type Calendar } from '@mex/core/market/calendar.ts'
import { isBetween, isSplit, priceAfter, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import { isShareMarket, type Instrument, type SessionName } from '@mex/core/market/instrument.ts'
import {
  delayOf,
  quoteFromSource,
  touchOf,
  type ExpectedQuote,
  type QuoteFault,
} from '@mex/core/market/source-quote.ts'
import { tickNear } from '@mex/core/market/ticks.ts'
import type { Price } from '@mex/core/money/money.ts'
import { defaultSize } from '@mex/core/trading/execution.ts'
import type { ActionWatch } from './action-watch.ts'
import { secondMilliseconds } from './seconds.ts'
import type { Followed } from './listed.ts'
import type { SourceAnswer } from './shapes.ts'
import type { Tape, TapeQuote } from './tape.ts'

/** `quote.maxAgeSec` of public quotes (rulebook §13.6). */
export const liveAgeSecondsMax = 60

export type ArrivalFacts = {
  readonly followed: ReadonlyMap<string, Followed>
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  readonly tape: Tape
  /** The dividends and splits of a share that are known. */
  readonly actions: (key: string) => readonly CorporateAction[]
  readonly isUnknown: ActionWatch['isUnknown']
  /** From when on the quotes are in force: a whole second that has not come yet. */
  readonly receivedAt: number
}

export type Arrived = {
  readonly quotes: readonly TapeQuote[]
  /** What was not taken over, and why. */
  readonly faults: readonly { readonly symbol: string; readonly fault: QuoteFault }[]
}

/** Turns answers of the source into quotes, each judged against the one before it. */
export function arrivalsOf(answers: readonly SourceAnswer[], asked: readonly string[], facts: ArrivalFacts): Arrived {
  const wanted = new Set(asked)
  const quotes = new Map<string, readonly TapeQuote[]>()
  const faults: { symbol: string; fault: QuoteFault }[] = []
  for (const answer of answers) {
    const { symbol } = answer
    const one = wanted.has(symbol) ? facts.followed.get(symbol) : undefined
    const arrived = one === undefined ? 'wrong_symbol' : quotes.has(symbol) ? 'duplicate' : quotesOf(answer, one, facts)
    if (typeof arrived === 'string') faults.push({ symbol, fault: arrived })
    else quotes.set(symbol, arrived)
  }
  return { quotes: [...quotes.values()].flat(), faults }
}

/** The quote of an answer; at the first of a session its opening price comes a second before it. */
function quotesOf(
  answer: SourceAnswer,
  { instrument, symbol }: Followed,
  facts: ArrivalFacts,
): readonly TapeQuote[] | QuoteFault {
  const { tape, receivedAt } = facts
  const { key } = instrument
  const calendar = present(facts.calendars.get(instrument.session), `the calendar of ${key}`)
  const previous = tape.newest(key)
  const { tradedAt = 0, previousClose, day } = answer
  const phase = officialPhase(calendar, tradedAt) ?? 'closed'
  const today = currentSession(calendar, tradedAt)
  const session = phase === 'regular' ? today : undefined
  const isShare = isShareMarket(instrument.market)
  const expected = expectedOf(instrument, symbol)
  const quote = quoteFromSource(answer, expected, {
    receivedAt,
    previous,
    knownClose: isShare && session !== undefined ? knownClose(key, session.open, tradedAt, facts) : undefined,
    phase,
    isActionUnknown: isShare && today !== undefined && facts.isUnknown(key, today, receivedAt),
    ageSecondsMax: liveAgeSecondsMax,
  })
  if (typeof quote === 'string') return quote
  const whole = { ...quote, previousClose, day, size: expected.size }
  // Outside of a session there is no opening price to tell.
  if (session === undefined) return [whole]
  const opens = session.open
  const isFirst = isShare && (previous === undefined || previous.venueTime < opens)
  const isInTime = receivedAt - opens <= (delayOf(answer) + liveAgeSecondsMax) * secondMilliseconds
  if (!isFirst || !isInTime || day.open === undefined || tradedAt === opens) return [whole]
  const last = tickNear(instrument.ticks, day.open)
  const opening = {
    ...whole,
    id: `${key}@${opens}`,
    venueTime: opens,
    last,
    ...touchOf({}, last, instrument),
    opening: true,
  }
  return [opening, { ...whole, receivedTime: receivedAt + secondMilliseconds }]
}

const expectedOf = (instrument: Instrument, symbol: string): ExpectedQuote => ({
  instrument,
  symbol,
  mayBeNegative: false,
  hasTouch: instrument.market !== 'FX',
  size: defaultSize(instrument),
})

/** The last price of the session before, in the shares of another instant. */
function knownClose(key: string, opens: number, at: number, { tape, actions }: ArrivalFacts): Price | undefined {
  const before = tape.regularBefore(key, opens)
  if (before === undefined) return undefined
  const splits = actions(key).filter((action) => isBetween(action, before.venueTime, at))
  return splits.filter(isSplit).reduce<Price>((price, split) => priceAfter(price, split), before.last)
}
