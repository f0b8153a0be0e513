import type { Answer } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn } from '@mex/contract/text.ts'
import { present } from '@mex/core/assert.ts'
import { marketDay, sessionOn, type Calendar } from '@mex/core/market/calendar.ts'
import { ratioText, type CorporateAction } from '@mex/core/market/corporate-actions.ts'
import {
  isShareMarket,
  shareMarkets,
  type Instrument,
  type Name,
  type SessionName,
  type ShareMarket,
} from '@mex/core/market/instrument.ts'
import { isoDate, localDay, weekday } from '@mex/core/time-zone.ts'
import type { MarketData } from './market-data.ts'

type Row = Answer<typeof calls.market.calendar>[number]

/** Whose events are asked for: what a user holds and watches, by key. */
export type Followed = { readonly held: ReadonlySet<string>; readonly watched: ReadonlySet<string> }
type Told = { readonly followed: Followed; readonly language: Language; readonly now: number }

/** Days ahead that are told. */
export const calendarDays = 60
/** Rows of one answer: more than anybody reads, the nearest first. */
const rowsMax = 500

const nothing = {
  at: undefined,
  source: undefined,
  code: undefined,
  name: undefined,
  amount: undefined,
  currency: undefined,
  ratio: undefined,
  newCode: undefined,
  held: false,
  watched: false,
} as const satisfies Partial<Row>

/**
 * What is known to come for these instruments within `calendarDays`: dividends, splits, last trades, results, and the days
 * on which their markets are closed or close early; without instruments those of all share markets. The nearest first.
 */
export function calendarView(marketData: MarketData, instruments: readonly Instrument[], told: Told): readonly Row[] {
  const { catalogue } = marketData
  const concerned = instruments.map(({ market }) => market).filter(isShareMarket)
  const markets = instruments.length === 0 ? shareMarkets : [...new Set(concerned)]
  const rows = [
    ...instruments.flatMap((instrument) => eventsOf(marketData, instrument, told)),
    ...markets.flatMap((market) => {
      const calendar = present(catalogue.calendars.get(sessions[market]), `the calendar of ${market}`)
      return closures(market, calendar, told.now)
    }),
    ...futureSessions(instruments).flatMap((session) => {
      const calendar = present(catalogue.calendars.get(session), `the calendar of ${session}`)
      const name = textIn(futureNames[session], told.language, marketData.traditional)
      return closures('FUT', calendar, told.now).map((row) => ({ ...row, name }))
    }),
  ]
  const order = (row: Row): string => `${row.date} ${row.code ?? ''} ${row.kind} ${row.name ?? ''}`
  return rows.toSorted((one, other) => (order(one) < order(other) ? -1 : 1)).slice(0, rowsMax)
}

/** The calendar of each share market. */
const sessions = { US: 'us-equity', HK: 'hk-equity', MX: 'mx-equity' } as const satisfies Record<ShareMarket, string>

/** The sessions of futures that have holidays, as the calendar calls them. */
const futureNames = {
  cme: { en: 'Index, metal and energy futures', zh: '指数、金属与能源期货' },
  grains: { en: 'Grain futures', zh: '谷物期货' },
  livestock: { en: 'Livestock futures', zh: '牲畜期货' },
  coffee: { en: 'Coffee futures', zh: '咖啡期货' },
  sugar: { en: 'Sugar futures', zh: '糖期货' },
} as const satisfies Partial<Record<SessionName, Name>>

const isFutureSession = (session: SessionName): session is keyof typeof futureNames => session in futureNames

function futureSessions(instruments: readonly Instrument[]): readonly (keyof typeof futureNames)[] {
  const sessions = instruments.flatMap(({ contract, session }) => (contract === undefined ? [] : [session]))
  return [...new Set(sessions.filter(isFutureSession))]
}

function eventsOf(
  { feed, catalogue, traditional }: MarketData,
  instrument: Instrument,
  { followed, language, now }: Told,
): readonly Row[] {
  const { key, source, market, code, currency, contract } = instrument
  const calendar = present(catalogue.calendars.get(instrument.session), `the calendar of ${key}`)
  const today = marketDay(calendar, now)
  const last = isoDate(today + calendarDays)
  const base = {
    ...nothing,
    source,
    market,
    code,
    name: textIn(instrument.name, language, traditional),
    held: followed.held.has(key),
    watched: followed.watched.has(key),
  }
  const rows: Row[] = []
  for (const action of feed.actions(key, now)) {
    if (action.exAt <= now) continue
    rows.push({ ...base, date: action.exDate, at: action.exAt, ...declared(action, currency) })
  }
  if (contract !== undefined && contract.lastTrade > now) {
    const date = isoDate(localDay(calendar.zone, contract.lastTrade))
    rows.push({ ...base, kind: 'expiry', date, at: contract.lastTrade })
  }
  for (const day of feed.resultsDays(key, today + calendarDays, now))
    rows.push({ ...base, kind: 'results', date: isoDate(day) })
  return rows.filter(({ date }) => date <= last)
}

function declared(action: CorporateAction, currency: string) {
  switch (action.kind) {
    case 'dividend':
      return { kind: 'dividend', amount: action.amount, currency } as const
    case 'split':
      return { kind: 'split', ratio: ratioText(action) } as const
    case 'removal':
      return { kind: action.reason, amount: action.price, currency } as const
    case 'code':
      return { kind: 'code', newCode: action.to } as const
  }
}

/** Weekdays without trading, and days that end early; `at` is then the close. */
function closures(market: ShareMarket | 'FUT', calendar: Calendar, now: number): readonly Row[] {
  const today = marketDay(calendar, now)
  const rows: Row[] = []
  for (let day = today; day <= today + calendarDays; day += 1) {
    const session = sessionOn(calendar, day)
    const date = isoDate(day)
    if (session?.short === true) rows.push({ ...nothing, kind: 'halfDay', date, at: session.close, market })
    else if (session === undefined && calendar.weekdays.includes(weekday(day)))
      rows.push({ ...nothing, kind: 'holiday', date, market })
  }
  return rows
}
