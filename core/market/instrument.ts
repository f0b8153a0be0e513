import { present } from '#assert.ts'
import type { Currency, Price, Quantity, Rate } from '#money/money.ts'

/** Product sources: the spec's numbers. */
export const sources = {
  stock: 0,
  forex: 2,
  future: 3,
  blockTrade: 4,
  newStock: 5,
  auctionStock: 7,
  placingStock: 8,
  hongKongStock: 11,
  globalIndex: 99,
  robotCrypto: 100,
  bonds: 101,
} as const
export type Source = (typeof sources)[keyof typeof sources]

export const markets = ['US', 'HK', 'MX', 'FUT', 'FX', 'BOND', 'GLOBAL', 'CRYPTO'] as const
export type Market = (typeof markets)[number]
/** Whether a text names a market. */
export const isMarket = (text: string): text is Market => markets.some((market) => market === text)

/** The stock markets, in the order in which lists show them. */
export const shareMarkets = ['US', 'HK', 'MX'] as const satisfies readonly Market[]
export type ShareMarket = (typeof shareMarkets)[number]
export const isShareMarket = (market: Market): market is ShareMarket => shareMarkets.some((each) => each === market)

export const classifications = ['UsStock', 'HK', 'MX', 'Future', 'Forex', 'Index', 'Bond', 'Crypto'] as const
export type Classification = (typeof classifications)[number]

/** A name as shown in each language; Traditional Chinese is derived from Simplified. */
export type Name = { readonly en: string; readonly zh: string }

/** Price steps: the first band whose `below` is above the price gives the tick; the last band has no limit. */
export type TickBand = { readonly below: Price | undefined; readonly tick: Price }

/** Which sessions of `data/calendars` the instrument trades in. */
export const sessionNames = [
  'us-equity',
  'hk-equity',
  'mx-equity',
  'cme',
  'grains',
  'livestock',
  'coffee',
  'sugar',
  'forex',
  'metals',
  'crypto',
  'europe',
  'london',
  'tokyo',
  'shanghai',
  'india',
  'australia',
  'korea',
  'taiwan',
] as const
export type SessionName = (typeof sessionNames)[number]

/** The static data of an instrument (rulebook §13.1). */
export type Instrument = {
  /** `market:code`, unique: 'US:AAPL', 'FUT:ESZ26'. */
  readonly key: string
  readonly code: string
  readonly market: Market
  readonly source: Source
  readonly classify: Classification
  /** As people know it: NASDAQ, HKEX, CME, OTC. */
  readonly venue: string
  readonly name: Name
  readonly sector: Name | undefined
  readonly currency: Currency
  readonly session: SessionName
  /** Quantities are multiples of this (rulebook §13.2). */
  readonly lot: Quantity
  readonly ticks: readonly TickBand[]
  /** Value of a price move of 1.0 for one unit, in `currency` (k of the rulebook). */
  readonly multiplier: Rate
  readonly leverageCap: number
  readonly shortable: boolean
  readonly tradable: boolean
  /** Average daily volume in units: sizes the public ladder and limits an order (rulebook §14.1, §15). */
  readonly averageVolume: Quantity
  /** Half of the quoted spread as a share of the price, where the class is quoted so. */
  readonly halfSpread: Rate
  /** Futures only. */
  readonly contract: FutureContract | undefined
}

/** The market that a key names: 'US' of 'US:AAPL'. */
export const marketOfKey = (key: string): Market =>
  present(
    markets.find((market) => key.startsWith(`${market}:`)),
    `the market of ${key}`,
  )

/** The code in a key, 'AAPL' of 'US:AAPL': the first one that the instrument had. It never changes. */
export const codeOfKey = (key: string): string => key.slice(marketOfKey(key).length + 1)

/** The fields of an instrument that the rules of orders and positions read. */
export type TradedInstrument = Pick<
  Instrument,
  | 'key'
  | 'market'
  | 'source'
  | 'lot'
  | 'ticks'
  | 'multiplier'
  | 'leverageCap'
  | 'shortable'
  | 'tradable'
  | 'averageVolume'
>

export type FutureContract = {
  /** Product code: 'ES' of 'ESZ26'. */
  readonly product: string
  readonly productName: Name
  readonly group: 'index' | 'metal' | 'energy' | 'agricultural'
  /** First day of the delivery month, YYYY-MM-DD. */
  readonly month: string
  /** Instant at which trading ends, epoch milliseconds. */
  readonly lastTrade: number
}
