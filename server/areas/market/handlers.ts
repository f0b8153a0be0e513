import type { Handlers } from '@mex/contract/call.ts'
import type { calls } from '@mex/contract/calls.ts'
import type { Venue } from '@mex/contract/market.ts'
import { textIn } from '@mex/contract/text.ts'
import type { Instrument } from '@mex/core/instrument.ts'
import { refuse } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Tx } from '#db/sql.ts'
import { clockView } from './clock.ts'
import { conditionsView } from './conditions.ts'
import type { MarketDesk } from './desk.ts'
import type { Wanted } from './listings.ts'
import { forexOf, homeBlocks, groupOf, hot, narrow, page, pick, regionOf, top, whole } from './lists.ts'
import type { ListInput, OptionalPage, PageInput, Source } from './lists.ts'
import { ratesView } from './rates.ts'
import type { Row } from './rows.ts'
import { summaryView } from './summary.ts'
import { depthView, type Reader } from './views.ts'

type MarketHandlers = Handlers<typeof calls.market, Context, PersonContext>

export type MarketHandlerParts = {
  readonly desk: MarketDesk
  /** Keys of the instruments that a person watches. */
  readonly watchedKeys: (tx: Tx, userId: number) => Promise<ReadonlySet<string>>
  /** The two calls of the contract's market group that are about a person's own trading. */
  readonly fund: Pick<MarketHandlers, 'fundDetails' | 'fundProfit'>
}

const candlesMost = 500
const nobodyWatches: ReadonlySet<string> = new Set()

/** The rows of one answer, with what is needed to choose and to show them. */
type Asked = { readonly source: Source; readonly reader: Reader; readonly now: number }

export function marketHandlers({ desk, watchedKeys, fund }: MarketHandlerParts) {
  const { feed, catalogue, views, board } = desk

  async function ask({ db, now, language, person }: Context): Promise<Asked> {
    const watched = person === undefined ? nobodyWatches : await watchedKeys(db, person.userId)
    return { source: desk.source(now, language), reader: { language, watched }, now }
  }

  const shown =
    ({ reader, now }: Asked) =>
    (row: Row) =>
      views.quote(row, reader, now)

  /** A page of the instruments that a list is about. */
  async function paged(context: Context, input: ListInput & PageInput, of: (source: Source) => readonly Instrument[]) {
    const asked = await ask(context)
    return page(pick(asked.source, of(asked.source), input), input, shown(asked))
  }

  /** A list that comes whole unless a page of it is asked for. */
  async function listed(
    context: Context,
    input: ListInput & OptionalPage,
    of: (source: Source) => readonly Instrument[],
  ) {
    const asked = await ask(context)
    return whole(pick(asked.source, of(asked.source), input), input).map(shown(asked))
  }

  function find(wanted: Wanted, now: number): Row {
    const [instrument] = desk.listings(now).candidates(wanted)
    if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
    return board.row(instrument, now) ?? refuse('quote_unavailable', { field: 'stockCode' })
  }

  return {
    ...fund,
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
    async futures(input, context) {
      const asked = await ask(context)
      const { listings, now } = asked.source
      const fronts = listings
        .fronts()
        .filter((each) => input.group === undefined || groupOf(catalogue, each, now) === input.group)
      const rows = whole(pick(asked.source, fronts, input), input)
      return rows.map((row) => views.future(row, asked.reader, now))
    },
    async futureMonths(input, context) {
      const asked = await ask(context)
      const { listings, now } = asked.source
      const [named] = listings.candidates({ code: input.product, market: 'FUT' })
      const product = named?.contract?.product ?? refuse('unknown_instrument', { field: 'goldCode' })
      const rows = whole(pick(asked.source, listings.months(product), input), input)
      return rows.map((row) => views.month(row, asked.reader, now))
    },
    async home(input, context) {
      const asked = await ask(context)
      const blocks = homeBlocks(asked.source, catalogue).map(({ type, title, rows }) => ({
        type,
        title: textIn(title, context.language, desk.traditional),
        quotes: narrow(asked.source, rows, input).map(shown(asked)),
      }))
      return blocks.filter(({ quotes }) => quotes.length > 0)
    },
    async quote(input, context) {
      return shown(await ask(context))(find(input, context.now))
    },
    async orderQuote(input, context) {
      return shown(await ask(context))(find(input, context.now))
    },
    async detail(input, context) {
      const row = find(input, context.now)
      return { ...shown(await ask(context))(row), depth: depthView(row) }
    },
    async summary(input, { language, now }) {
      return summaryView(desk, find(input, now), language, now)
    },
    async candles({ code, market, period, end }, { now }) {
      const { instrument } = find({ code, market }, now)
      return { period, bars: feed.bars(instrument.key, period, Math.min(end ?? now, now), candlesMost, now) }
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
  } satisfies MarketHandlers
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
