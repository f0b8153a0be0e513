import { writeFrameData } from '@mex/contract/frames.ts'
import { listChannel, quoteChannel, type Channel } from '@mex/contract/push.ts'
import { marketOfKey, shareMarkets, type Instrument } from '@mex/core/market/instrument.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import type { MarketData } from './market-data.ts'
import { forexOf, hot, top, topTypes, type Source } from './lists.ts'
import type { Row } from './quote-board.ts'
import { deltaView } from './views.ts'

/** Push channels of the market: the state of each channel as JSON in the wire form of its frames. */
export type MarketNews = {
  /** The channels of the listed instruments, and their keys. */
  channelsOf(this: void, now: number): Iterable<readonly [channel: string, key: string]>
  /** Undefined for what is not listed any more. */
  write(quote: Quote, now: number): string | undefined
  /** Lists that can be listened to, by channel. */
  readonly lists: ReadonlyMap<string, (now: number) => string>
  /** The newest state of a channel of quotes or of a list; undefined when there is no such channel. */
  stateOf(channel: Channel, now: number): { readonly at: number; readonly data: string | undefined } | undefined
}

/** Maximum number of rows of a pushed list. */
const rowsMax = 20

const writeQuote = (row: Row): string => JSON.stringify(writeFrameData('quote', deltaView(row)))
const writeList = (rows: readonly Row[]): string => JSON.stringify(writeFrameData('list', rows.map(deltaView)))

/** The lists by name: 'US-gainers', 'hot', 'indices', 'futures', 'forex', 'metals'. */
function namedLists({ catalogue }: MarketData): ReadonlyMap<string, (source: Source) => readonly Row[]> {
  const rowsOf = ({ board, now }: Source, instruments: readonly Instrument[]): readonly Row[] =>
    board.rows(instruments.slice(0, rowsMax), now)
  return new Map<string, (source: Source) => readonly Row[]>([
    ...shareMarkets.flatMap((market) =>
      topTypes.map((type) => [`${market}-${type}`, (source: Source) => top(source, market, type, rowsMax)] as const),
    ),
    ['hot', (source) => hot(source, undefined, rowsMax)],
    ['indices', (source) => rowsOf(source, source.listings.ofMarket('GLOBAL'))],
    ['futures', (source) => rowsOf(source, source.listings.fronts())],
    ['forex', (source) => rowsOf(source, forexOf(source, catalogue, 'major'))],
    ['metals', (source) => rowsOf(source, forexOf(source, catalogue, 'metal'))],
  ])
}

export function openMarketNews(marketData: MarketData): MarketNews {
  const { feed, board } = marketData
  const lists = new Map(
    Array.from(namedLists(marketData), ([name, rows]) => [
      listChannel(name),
      // Names are not pushed, so the language does not matter here.
      (now: number): string => writeList(rows(marketData.source(now, 'en'))),
    ]),
  )
  const write = (key: string, now: number): string | undefined => {
    const instrument = feed.instruments(now).get(key)
    const row = instrument === undefined ? undefined : board.row(instrument, now)
    return row === undefined ? undefined : writeQuote(row)
  }
  return {
    lists,
    *channelsOf(now) {
      for (const [key, { code }] of feed.instruments(now)) yield [quoteChannel(marketOfKey(key), code), key]
    },
    write: ({ key }, now) => write(key, now),
    stateOf(channel, now) {
      if (channel.kind === 'list') {
        const list = lists.get(listChannel(channel.name))
        return list === undefined ? undefined : { at: now, data: list(now) }
      }
      if (channel.kind !== 'quote') return undefined
      const key = marketData.listings(now).keyOf(channel.market, channel.code)
      return key === undefined ? undefined : { at: now, data: write(key, now) }
    },
  }
}
