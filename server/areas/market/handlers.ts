import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/areas.ts'
import type { InstrumentListing } from '@mex/contract/market/details.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { textIn } from '@mex/contract/text.ts'
import { codeOfKey, marketOfKey, type Instrument } from '@mex/core/market/instrument.ts'
import type { HaltSpan } from '@mex/core/market/instrument-news.ts'
import type { Bar, Phase } from '@mex/core/market/quote.ts'
import { refuse } from '@mex/core/refusal.ts'
import { callerName, type Context, type PersonContext } from '#context.ts'
import type { Halt } from '#areas/desk/store-halts.ts'
import type { Tx } from '#db/sql.ts'
import { orWithout } from '#feeds/bars/bar-service.ts'
import { calendarView, type Followed } from './calendar-view.ts'
import { clockView } from './clock.ts'
import { conditionsView } from './conditions.ts'
import type { MarketData } from './market-data.ts'
import type { WantedInstrument } from './listings.ts'
import {
  forexOf,
  groupOf,
  homeBlocks,
  hot,
  narrow,
  page,
  pick,
  regionOf,
  top,
  whole,
  type ListInput,
  type OptionalPage,
  type PageInput,
  type Source,
} from './lists.ts'
import { newsView, yearMilliseconds } from './instrument-news.ts'
import { ratesView } from './rates.ts'
import type { Row } from './quote-board.ts'
import { screenerCalls } from './screener-calls.ts'
import { summaryView } from './summary.ts'
import { depthView, withYear, type Past, type Reader } from './views.ts'

type MarketHandlers = Handlers<typeof calls.market, Context, PersonContext>

export type MarketHandlerDependencies = {
  readonly marketData: MarketData
  /** Keys of the instruments that a person watches. */
  readonly watchedKeys: (tx: Tx, userId: number) => Promise<ReadonlySet<string>>
  /** Keys of the instruments of a person's open positions. */
  readonly heldKeys: (tx: Tx, userId: number) => Promise<ReadonlySet<string>>
  /** The halts of an instrument, alone or with its market, since an instant. */
  readonly haltsOf: (tx: Tx, instrument: Halt, since: number) => Promise<readonly HaltSpan[]>
}

/** The input of one answer: the source of the lists, and the reader. */
type Asked = { readonly source: Source; readonly reader: Reader; readonly now: number; readonly caller: string }

/** Functions with which calls load and present rows. */
export type Asking = Pick<MarketHandlerDependencies, 'marketData' | 'haltsOf'> & {
  readonly ask: (context: Context) => Promise<Asked>
  /** Refuses unknown_instrument, and quote_unavailable before the first quote. */
  readonly find: (wanted: WantedInstrument, now: number) => Row
  readonly past: (asked: Asked, rows: readonly Row[]) => Promise<Past>
  readonly shown: (asked: Asked, rows: readonly Row[]) => Promise<readonly Quote[]>
}

const candlesMax = 500
const nobodyWatches: ReadonlySet<string> = new Set()

/** What the calls of instruments share: the asker's view of rows, and the rows that a request names. */
export function openAsking({ marketData, watchedKeys, haltsOf }: MarketHandlerDependencies): Asking {
  async function past({ now, caller }: Asked, rows: readonly Row[]): Promise<Past> {
    const keys = rows.map(({ instrument }) => instrument.key)
    return { closes: await orWithout(marketData.bars.closes(keys, now, caller), new Map()), now }
  }
  return {
    marketData,
    haltsOf,
    async ask(context) {
      const { db, now, language, person } = context
      const watched = person === undefined ? nobodyWatches : await watchedKeys(db, person.userId)
      return {
        source: marketData.source(now, language),
        reader: { language, watched },
        now,
        caller: callerName(context),
      }
    },
    find(wanted, now) {
      const [instrument] = marketData.listings(now).candidates(wanted)
      if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
      return marketData.board.row(instrument, now) ?? refuse('quote_unavailable', { field: 'stockCode' })
    },
    past,
    async shown(asked, rows) {
      const told = await past(asked, rows)
      return rows.map((row) => marketData.views.quote(row, asked.reader, told))
    },
  }
}

export function marketHandlers(dependencies: MarketHandlerDependencies) {
  const asking = openAsking(dependencies)
  return {
    ...listCalls(asking),
    ...choiceCalls(asking),
    ...futureCalls(asking),
    ...instrumentCalls(asking),
    ...calendarCalls(dependencies),
    ...screenerCalls(dependencies.marketData),
  } satisfies Omit<MarketHandlers, 'fundDetails' | 'fundProfit'>
}

/** What is known to come. */
function calendarCalls({ marketData, watchedKeys, heldKeys }: MarketHandlerDependencies) {
  const nobody: Followed = { held: new Set(), watched: new Set() }
  return {
    async calendar({ code, market }, { db, now, language, person }) {
      const userId = person?.userId
      const followed: Followed =
        userId === undefined ? nobody : { held: await heldKeys(db, userId), watched: await watchedKeys(db, userId) }
      if (code !== undefined) {
        const [instrument] = marketData.listings(now).candidates({ code, market })
        if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
        return calendarView(marketData, [instrument], { followed, language, now })
      }
      const listed = marketData.feed.instruments(now)
      const keys = new Set([...followed.held, ...followed.watched])
      const instruments = [...keys].flatMap((key) => listed.get(key) ?? [])
      return calendarView(marketData, instruments, { followed, language, now })
    },
  } satisfies Partial<MarketHandlers>
}

/** Complete lists by class. */
function listCalls({ marketData, ask, shown }: Asking) {
  const { catalogue } = marketData
  type Kind = (source: Source) => readonly Instrument[]

  async function paged(context: Context, input: ListInput & PageInput, kind: Kind) {
    const asked = await ask(context)
    const found = page(pick(asked.source, kind(asked.source), input), input)
    return { ...found, rows: await shown(asked, found.rows) }
  }

  async function listed(context: Context, input: ListInput & OptionalPage, kind: Kind) {
    const asked = await ask(context)
    return shown(asked, whole(pick(asked.source, kind(asked.source), input), input))
  }

  return {
    hongKongStocks: (input, context) => paged(context, input, ({ listings }) => listings.ofMarket('HK')),
    stocks: (input, context) => paged(context, input, ({ listings }) => listings.ofMarket(input.market)),
    search: (input, context) => paged(context, input, ({ listings }) => listings.all),
    globalIndices: (input, context) =>
      listed(context, input, ({ listings, now }) => {
        const region = input.region?.toUpperCase()
        const indices = listings.ofMarket('GLOBAL')
        return region === undefined ? indices : indices.filter((each) => regionOf(catalogue, each, now) === region)
      }),
    forex: (input, context) => listed(context, input, (source) => forexOf(source, catalogue, input.group)),
    forexIndices: (input, context) => listed(context, input, (source) => forexOf(source, catalogue, 'major')),
  } satisfies Partial<MarketHandlers>
}

/** Lists that select by the events of today. */
function choiceCalls({ marketData, ask, shown }: Asking) {
  return {
    async top(input, context) {
      const asked = await ask(context)
      const rows = top(asked.source, input.market, input.type, input.rows)
      return shown(asked, whole(narrow(asked.source, rows, input), input))
    },
    async hot(input, context) {
      const asked = await ask(context)
      const rows = hot(asked.source, input.market, input.rows)
      return shown(asked, whole(narrow(asked.source, rows, input), input))
    },
    async home(input, context) {
      const asked = await ask(context)
      const blocks = homeBlocks(asked.source, marketData.catalogue).map(async ({ type, title, rows }) => ({
        type,
        title: textIn(title, context.language, marketData.traditional),
        quotes: await shown(asked, whole(narrow(asked.source, rows, input), input)),
      }))
      return (await Promise.all(blocks)).filter(({ quotes }) => quotes.length > 0)
    },
  } satisfies Partial<MarketHandlers>
}

function futureCalls({ marketData, ask, past }: Asking) {
  const { catalogue, views } = marketData
  return {
    async futures(input, context) {
      const asked = await ask(context)
      const { source, reader, now } = asked
      const fronts = source.listings.fronts()
      const wanted = fronts.filter((each) => input.group === undefined || groupOf(catalogue, each, now) === input.group)
      const rows = whole(pick(source, wanted, input), input)
      const told = await past(asked, rows)
      return rows.map((row) => views.future(row, reader, told))
    },
    async futureMonths(input, context) {
      const asked = await ask(context)
      const { source, reader } = asked
      const [named] = source.listings.candidates({ code: input.product, market: 'FUT' })
      const product = named?.contract?.product ?? refuse('unknown_instrument', { field: 'goldCode' })
      const rows = whole(pick(source, source.listings.months(product), input), input)
      const told = await past(asked, rows)
      return rows.map((row) => views.month(row, reader, told))
    },
  } satisfies Partial<MarketHandlers>
}

/** Calls about one instrument or the whole market. */
export function instrumentCalls({ marketData, haltsOf, ask, find, past }: Asking) {
  const { feed, bars, views } = marketData
  const yearOf = ({ instrument }: Row, context: Context) =>
    orWithout(bars.year(instrument.key, context.now, callerName(context)), undefined)

  async function one(row: Row, context: Context): Promise<Quote> {
    const asked = await ask(context)
    return views.quote(row, asked.reader, await past(asked, [row]))
  }

  async function oneWithYear(row: Row, context: Context): Promise<Quote> {
    const [view, year] = await Promise.all([one(row, context), yearOf(row, context)])
    return withYear(view, year)
  }

  return {
    quote: async (input, context) => oneWithYear(find(input, context.now), context),
    orderQuote: async (input, context) => one(find(input, context.now), context),
    async detail(input, context) {
      const row = find(input, context.now)
      return { ...(await oneWithYear(row, context)), depth: depthView(row) }
    },
    async summary(input, context) {
      const { language, now } = context
      const row = find(input, now)
      return summaryView(marketData, row, { language, now, year: await yearOf(row, context) })
    },
    async news(input, context) {
      const { now, db } = context
      const { instrument } = find(input, now)
      const { key } = instrument
      const halts = await haltsOf(db, { market: marketOfKey(key), code: codeOfKey(key) }, now - yearMilliseconds)
      const wanted = { key, period: '1D', end: undefined, limit: candlesMax } as const
      return newsView(marketData, instrument, { bars: await bars.bars(wanted, now, callerName(context)), halts }, now)
    },
    async candles({ code, market, period, end }, context) {
      const { instrument } = find({ code, market }, context.now)
      const wanted = { key: instrument.key, period, end, limit: candlesMax }
      const candles = await bars.bars(wanted, context.now, callerName(context))
      return { period, bars: candles, outside: outsideOf(candles) }
    },
    async venue({ code, name }, { now }) {
      const instrument = byCodeOrName(marketData, now, code, name)
      return instrument === undefined ? undefined : listingOf(instrument)
    },
    async venues({ instruments }, { now }) {
      return instruments.flatMap(({ code, name }) => {
        const found = byCodeOrName(marketData, now, code, name)
        return found === undefined ? [] : [{ code, ...listingOf(found) }]
      })
    },
    async rates(input, { now }) {
      return ratesView(feed, input, now)
    },
    async conditions(input, { now }) {
      return conditionsView(marketData, find(input, now), now, input.source)
    },
    async clock(_, { now }) {
      return clockView(marketData, now)
    },
  } satisfies Partial<MarketHandlers>
}

/** The phases of the candles outside of the regular hours, each with the start of its first candle. */
function outsideOf(candles: readonly Bar[]) {
  const found: { readonly phase: Phase; readonly from: number }[] = []
  for (const { outside: phase, time } of candles)
    if (phase !== undefined && found.at(-1)?.phase !== phase) found.push({ phase, from: time * 1000 })
  return found
}

const listingOf = ({ market, venue, classify }: Instrument): InstrumentListing => ({ market, venue, classify })

const sameText = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** The instrument of a code, with the name to choose between markets; without a code that of the name. */
function byCodeOrName(
  { listings, traditional }: MarketData,
  now: number,
  code: string | undefined,
  name: string | undefined,
): Instrument | undefined {
  const isNamed = ({ name: own }: Instrument): boolean =>
    name !== undefined && [own.en, own.zh, traditional(own.zh)].some((each) => sameText(each, name))
  const listed = listings(now)
  if (code === undefined) return name === undefined ? undefined : listed.all.find(isNamed)
  const candidates = listed.candidates({ code })
  return candidates.find(isNamed) ?? candidates[0]
}
