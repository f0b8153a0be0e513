import { magnitude } from '#money/decimal.ts'
import type { Price, Percent, Quantity } from '#money/money.ts'
import { ratioText, type CorporateAction } from './corporate-actions.ts'
import { changePercent } from './price-change.ts'
import type { Bar } from './quote.ts'

/** What happened to an instrument on a day, from public facts alone. */
export type NewsItem =
  | {
      readonly kind: 'dividendDeclared' | 'dividendPaid'
      readonly date: string
      readonly amount: Price
      readonly exDate: string
    }
  | {
      readonly kind: 'splitDeclared' | 'splitDone'
      readonly date: string
      readonly ratio: string
      readonly exDate: string
    }
  | { readonly kind: 'merger' | 'delisting'; readonly date: string; readonly amount: Price; readonly exDate: string }
  | { readonly kind: 'code'; readonly date: string; readonly newCode: string }
  | { readonly kind: 'results' | 'listed'; readonly date: string }
  | { readonly kind: 'move'; readonly date: string; readonly change: Percent; readonly volume: Quantity }
  | { readonly kind: 'yearHigh' | 'yearLow'; readonly date: string; readonly amount: Price }
  | {
      readonly kind: 'halted' | 'resumed' | 'marketHalted' | 'marketResumed'
      readonly date: string
      readonly at: number
    }

/** Trading was halted by the operator, from an instant to another; to is undefined while it lasts. */
export type HaltSpan = { readonly from: number; readonly to: number | undefined; readonly isWholeMarket: boolean }

/** A trading day that is over. */
export type EndedDay = Pick<Bar, 'high' | 'low' | 'close' | 'volume'> & { readonly date: string }

export type NewsFacts = {
  /** Oldest first. */
  readonly days: readonly EndedDay[]
  /** Those that are declared, past ones included. */
  readonly actions: readonly CorporateAction[]
  /** The past days on which it told its results, YYYY-MM-DD. */
  readonly results: readonly string[]
  readonly halts: readonly HaltSpan[]
  /** When it was listed as a new issue; undefined for what was always there. */
  readonly listsAt: number | undefined
  readonly now: number
  /** The date of its market at an instant, YYYY-MM-DD. */
  readonly dateAt: (instant: number) => string
}

export const newsMax = 10
/** A day is told if its close is more than this from the close before: 5.00 %. */
const largeMove = 500n
/** The trading days of a year. */
const yearDays = 252
/** A new high or low is told if there was none within so many trading days: a trend is one item, not twenty. */
const restDays = 20

/** What happened to an instrument, the newest first, at most `newsMax`. */
export function newsOf(facts: NewsFacts): readonly NewsItem[] {
  const { days, actions, results, now } = facts
  const items: readonly NewsItem[] = [
    ...facts.halts.flatMap((halt) => itemsOfHalt(halt, facts)).toSorted((one, other) => other.at - one.at),
    ...listingOf(facts),
    ...actions.flatMap((action) => itemsOfAction(action, facts)),
    ...results.map((date) => ({ kind: 'results', date }) as const),
    ...largeMoves(days, actions),
    ...extremes(days, 'yearHigh'),
    ...extremes(days, 'yearLow'),
  ]
  const today = facts.dateAt(now)
  const past = items.filter(({ date }) => date <= today)
  return past.toSorted((one, other) => (one.date < other.date ? 1 : one.date > other.date ? -1 : 0)).slice(0, newsMax)
}

type HaltItem = Extract<NewsItem, { at: number }>

/** The beginning of a halt, and its end. */
function itemsOfHalt({ from, to, isWholeMarket }: HaltSpan, { now, dateAt }: NewsFacts): readonly HaltItem[] {
  const [begins, ends] = isWholeMarket ? (['marketHalted', 'marketResumed'] as const) : (['halted', 'resumed'] as const)
  const halted = from > now ? [] : [{ kind: begins, date: dateAt(from), at: from }]
  return to === undefined || to > now ? halted : [...halted, { kind: ends, date: dateAt(to), at: to }]
}

const listingOf = ({ listsAt, now, dateAt }: NewsFacts): readonly NewsItem[] =>
  listsAt === undefined || listsAt > now ? [] : [{ kind: 'listed', date: dateAt(listsAt) }]

/** The declaration of an action, and what it did once its first day without the right has begun. */
function itemsOfAction(action: CorporateAction, { now, dateAt }: NewsFacts): readonly NewsItem[] {
  const { declaredAt, exAt, exDate } = action
  if (declaredAt > now) return []
  const date = dateAt(declaredAt)
  const isOver = exAt <= now
  switch (action.kind) {
    case 'dividend': {
      const { amount } = action
      const declared = { kind: 'dividendDeclared', date, amount, exDate } as const
      return isOver ? [declared, { kind: 'dividendPaid', date: exDate, amount, exDate }] : [declared]
    }
    case 'split': {
      const ratio = ratioText(action)
      const declared = { kind: 'splitDeclared', date, ratio, exDate } as const
      return isOver ? [declared, { kind: 'splitDone', date: exDate, ratio, exDate }] : [declared]
    }
    case 'removal':
      return [{ kind: action.reason, date, amount: action.price, exDate }]
    case 'code':
      return isOver ? [{ kind: 'code', date: exDate, newCode: action.to }] : []
  }
}

/** Closes far from the close before. The first day without a dividend or before a split counts from another price, so it is left out. */
function largeMoves(days: readonly EndedDay[], actions: readonly CorporateAction[]): readonly NewsItem[] {
  const exDates = new Set(actions.map(({ exDate }) => exDate))
  return days.flatMap(({ date, close, volume }, index) => {
    const before = days[index - 1]
    if (before === undefined || exDates.has(date)) return []
    const change = changePercent(close, before.close)
    return change !== undefined && magnitude(change) > largeMove
      ? [{ kind: 'move', date, change, volume } as const]
      : []
  })
}

/** Days with a price beyond those of the whole year before. */
function extremes(days: readonly EndedDay[], kind: 'yearHigh' | 'yearLow'): readonly NewsItem[] {
  const found: NewsItem[] = []
  let last = -Infinity
  for (let index = yearDays; index < days.length; index += 1) {
    const day = days[index]
    if (day === undefined) break
    const year = days.slice(index - yearDays, index)
    const isNew =
      kind === 'yearHigh' ? year.every(({ high }) => high < day.high) : year.every(({ low }) => low > day.low)
    if (!isNew) continue
    if (index - last > restDays) found.push({ kind, date: day.date, amount: kind === 'yearHigh' ? day.high : day.low })
    last = index
  }
  return found
}
