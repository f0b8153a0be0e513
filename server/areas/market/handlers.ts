import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/calls.ts'
import type { Venue } from '@mex/contract/market.ts'
import type { Quote } from '@mex/contract/shapes.ts'
import { textIn } from '@mex/contract/text.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { clockView } from './clock.ts'
import { conditionsView } from './conditions.ts'
import type { MarketDesk } from './desk.ts'
import type { WantedInstrument } from './listings.ts'
import { forexOf, homeBlocks, groupOf, hot, narrow, page, pick, regionOf, top, whole } from './lists.ts'
import type { ListInput, OptionalPage, PageInput, Source } from './lists.ts'
import { ratesView } from './rates.ts'
import type { Row } from './rows.ts'
import { summaryView } from './summary.ts'
import { depthView, withYear, type Reader } from './views.ts'

type MarketHandlers = Handlers<typeof calls.market, Context, PersonContext>

export type MarketHandlerParts = {
  readonly desk: MarketDesk
  /** Keys of the instruments that a person watches. */
  readonly watchedKeys: (tx: Tx, userId: number) => Promise<ReadonlySet<string>>
  /** The two calls of the contract's market group that are about a person's own trading. */
  readonly fund: Pick<MarketHandlers, 'fundDetails' | 'fundProfit'>
}

/** What one answer is made of: what lists choose from, and who reads. */
type Asked = { readonly source: Source; readonly reader: Reader; readonly now: number }

/** How calls ask for rows and show them. */
type Asking = {
  readonly desk: MarketDesk
  readonly ask: (context: Context) => Promise<Asked>
  /** Refuses unknown_instrument, and quote_unavailable before the first quote. */
  readonly find: (wanted: WantedInstrument, now: number) => Row
  readonly shown: (asked: Asked) => (row: Row) => Quote
}

const candlesMost = 500
const nobodyWatches: ReadonlySet<string> = new Set()

export function marketHandlers({ desk, watchedKeys, fund }: MarketHandlerParts) {
  const asking: Asking = {
    desk,
    async ask({ db, now, language, person }) {
      const watched = person === undefined ? nobodyWatches : await watchedKeys(db, person.userId)
      return { source: desk.source(now, language), reader: { language, watched }, now }
    },
    find(wanted, now) {
      const [instrument] = desk.listings(now).candidates(wanted)
      if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
      return desk.board.row(instrument, now) ?? refuse('quote_unavailable', { field: 'stockCode' })
    },
    shown:
      ({ reader, now }) =>
      (row) =>
        desk.views.quote(row, reader, now),
  }
  return {
    ...fund,
    ...listCalls(asking),
    ...choiceCalls(asking),
    ...futureCalls(asking),
    ...instrumentCalls(asking),
  } satisfies MarketHandlers
}

/** Lists of everything of a kind. */
function listCalls({ desk, ask, shown }: Asking) {
  const { catalogue } = desk
  type Kind = (source: Source) => readonly Instrument[]

  async function paged(context: Context, input: ListInput & PageInput, kind: Kind) {
    const asked = await ask(context)
    return page(pick(asked.source, kind(asked.source), input), input, shown(asked))
  }

  async function listed(context: Context, input: ListInput & OptionalPage, kind: Kind) {
    const asked = await ask(context)
    return whole(pick(asked.source, kind(asked.source), input), input).map(shown(asked))
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

/** Lists that choose by what has happened today. */
function choiceCalls({ desk, ask, shown }: Asking) {
  return {
    async top(input, context) {
      const asked = await ask(context)
      const rows = top(asked.source, input.market, input.type, input.rows)
      return whole(narrow(asked.source, rows, input), input).map(shown(asked))
    },
    async hot(input, context) {
      const asked = await ask(context)
      const rows = hot(asked.source, input.market, input.rows)
      return whole(narrow(asked.source, rows, input), input).map(shown(asked))
    },
    async home(input, context) {
      const asked = await ask(context)
      const blocks = homeBlocks(asked.source, desk.catalogue).map(({ type, title, rows }) => ({
        type,
        title: textIn(title, context.language, desk.traditional),
        quotes: whole(narrow(asked.source, rows, input), input).map(shown(asked)),
      }))
      return blocks.filter(({ quotes }) => quotes.length > 0)
    },
  } satisfies Partial<MarketHandlers>
}

function futureCalls({ desk, ask }: Asking) {
  const { catalogue, views } = desk
  return {
    async futures(input, context) {
      const { source, reader, now } = await ask(context)
      const fronts = source.listings.fronts()
      const wanted = fronts.filter((each) => input.group === undefined || groupOf(catalogue, each, now) === input.group)
      return whole(pick(source, wanted, input), input).map((row) => views.future(row, reader, now))
    },
    async futureMonths(input, context) {
      const { source, reader, now } = await ask(context)
      const [named] = source.listings.candidates({ code: input.product, market: 'FUT' })
      const product = named?.contract?.product ?? refuse('unknown_instrument', { field: 'goldCode' })
      const rows = whole(pick(source, source.listings.months(product), input), input)
      return rows.map((row) => views.month(row, reader, now))
    },
  } satisfies Partial<MarketHandlers>
}

/** Calls about one instrument, and about the market as a whole. */
function instrumentCalls({ desk, ask, find, shown }: Asking) {
  const { feed } = desk
  return {
    async quote(input, context) {
      const row = find(input, context.now)
      return withYear(shown(await ask(context))(row), desk, row, context.now)
    },
    async orderQuote(input, context) {
      return shown(await ask(context))(find(input, context.now))
    },
    async detail(input, context) {
      const row = find(input, context.now)
      const view = withYear(shown(await ask(context))(row), desk, row, context.now)
      return { ...view, depth: depthView(row) }
    },
    async summary(input, { language, now }) {
      return summaryView(desk, find(input, now), language, now)
    },
    async candles({ code, market, period, end }, { now }) {
      const { instrument } = find({ code, market }, now)
      const bars = feed.bars(instrument.key, period, Math.min(end ?? now, now), candlesMost, now)
      const outside = bars.find((bar) => bar.outside === true)
      return { period, bars, outsideFrom: outside === undefined ? undefined : outside.time * 1000 }
    },
    async venue({ code, name }, { now }) {
      const instrument = byCodeOrName(desk, now, code, name)
      return instrument === undefined ? undefined : venueOf(instrument)
    },
    async venues({ instruments }, { now }) {
      return instruments.flatMap(({ code, name }) => {
        const found = byCodeOrName(desk, now, code, name)
        return found === undefined ? [] : [{ code, ...venueOf(found) }]
      })
    },
    async rates(input, { now }) {
      return ratesView(feed, input, now)
    },
    async conditions(input, { now }) {
      return conditionsView(desk, find(input, now), now)
    },
    async clock(_, { now }) {
      return clockView(desk, now)
    },
  } satisfies Partial<MarketHandlers>
}

const venueOf = ({ market, exchange, classify }: Instrument): Venue => ({ market, exchange, classify })

const sameText = (left: string, right: string): boolean => left.toLowerCase() === right.toLowerCase()

/** The instrument of a code, told apart by its name where markets share the code; without a code that of the name. */
function byCodeOrName(
  { listings, traditional }: MarketDesk,
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
