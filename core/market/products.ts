import { present } from '#assert.ts'
import { rateOf, type Rate } from '#money/money.ts'
import type { Wallet } from '#wallet/wallets.ts'
import { markets, sources, type Classification, type Instrument, type Market, type Source } from './instrument.ts'

/** Which fees of rulebook §18 an order pays; with `spread` it costs its spread alone. */
export type FeeSchedule = 'unitedStates' | 'hongKong' | 'mexico' | 'future' | 'spread'

/**
 * What a position pays or receives for each night (rulebook §17.1, §17.2): interest on what is borrowed or sold short, or the
 * difference of the interest of two currencies. The carry of a future is in its price.
 */
export type OvernightRules =
  | {
      readonly kind: 'financing'
      /** When a night begins, in minutes of the market's local day (`financing.cutoff.*`); undefined at the market's close. */
      readonly cutOffMinute: number | undefined
      readonly daysPerYear: bigint
    }
  | { readonly kind: 'swap'; readonly daysPerYear: bigint }

/** Rules that all instruments of a market share. */
export type MarketRules = {
  /** The product and the class of everything that is listed (rulebook §1.1, §1.2, §19). */
  readonly source: Source
  readonly classify: Classification
  /** Pays for what is traded (rulebook §7.1); undefined where everything is only quoted. */
  readonly wallet: Wallet | undefined
  /** Undefined where no order can be placed yet. */
  readonly fees: FeeSchedule | undefined
  /** Business days until the proceeds of a sale settle (rulebook §10.4, `settle.lag.*`); 0 settles at once. */
  readonly settlementDays: number
  /** Undefined where no night costs anything. */
  readonly overnight: OvernightRules | undefined
  /** Tax that is withheld from dividends, as a share of them (rulebook §17.3 `wht.*`). */
  readonly dividendTax: Rate
}

const untaxed = rateOf('0')
/** Proceeds settle at once, and no night costs anything. */
const atOnce = { settlementDays: 0, overnight: undefined, dividendTax: untaxed } as const

export const marketRules: Readonly<Record<Market, MarketRules>> = {
  US: {
    source: sources.stock,
    classify: 'UsStock',
    wallet: 'US_STOCK',
    fees: 'unitedStates',
    settlementDays: 1,
    overnight: { kind: 'financing', cutOffMinute: 16 * 60, daysPerYear: 360n },
    dividendTax: rateOf('0.30'),
  },
  HK: {
    source: sources.hongKongStock,
    classify: 'HK',
    wallet: 'HK_STOCK',
    fees: 'hongKong',
    settlementDays: 2,
    overnight: { kind: 'financing', cutOffMinute: 16 * 60 + 30, daysPerYear: 365n },
    dividendTax: untaxed,
  },
  MX: {
    source: sources.stock,
    classify: 'MX',
    wallet: 'BALANCE',
    fees: 'mexico',
    settlementDays: 1,
    overnight: { kind: 'financing', cutOffMinute: undefined, daysPerYear: 360n },
    dividendTax: rateOf('0.10'),
  },
  FUT: { source: sources.future, classify: 'Future', wallet: 'FUTURE', fees: 'future', ...atOnce },
  FX: {
    source: sources.forex,
    classify: 'Forex',
    wallet: 'FOREX',
    fees: 'spread',
    ...atOnce,
    overnight: { kind: 'swap', daysPerYear: 360n },
  },
  BOND: { source: sources.bonds, classify: 'Bond', wallet: 'BALANCE', fees: undefined, ...atOnce },
  GLOBAL: { source: sources.globalIndex, classify: 'Index', wallet: undefined, fees: undefined, ...atOnce },
  CRYPTO: { source: sources.robotCrypto, classify: 'Crypto', wallet: 'FINANCIAL', fees: undefined, ...atOnce },
}

/** How orders on the order book of a product work. */
export type OrderRules = {
  /** The unit of a quantity (rulebook §13.2). */
  readonly unit: 'shares' | 'contracts' | 'lots'
  /** How far a limit may lie from the last price, as a share of it (rulebook §14.1 `order.limitBand`). */
  readonly limitBand: Rate
  /**
   * Whether a session opens with an auction at one price (rulebook §13.5, §23). Market orders of a closed market wait for
   * it; without an auction they are refused.
   */
  readonly opensWithAuction: boolean
  /** Whether its orders take part in the next auction and in nothing else (rulebook §23). */
  readonly auctionOnly: boolean
  /** Days that an order works (`order.gtcDays`); undefined: until its session ends (rulebook §13.5). */
  readonly validityDays: number | undefined
  /** The market whose limit orders can also work before and after the regular session (rulebook §13.5). */
  readonly extendedHoursMarket: Market | undefined
}

export type Product = {
  /**
   * Of a product that sells the shares of the stock markets in another way (rulebook §20–§23): the wallet that pays
   * for them (§7.1). Any other product is paid from the wallet of its market.
   */
  readonly offerWallet: Wallet | undefined
  /** The markets whose shares such a product sells by orders (rulebook §19). */
  readonly offerMarkets: readonly Market[]
  /** Undefined where no order can be placed yet, or ever. */
  readonly orders: OrderRules | undefined
}

const shares = {
  unit: 'shares',
  limitBand: rateOf('0.20'),
  opensWithAuction: true,
  auctionOnly: false,
  validityDays: undefined,
  extendedHoursMarket: undefined,
} as const
const months = {
  opensWithAuction: false,
  auctionOnly: false,
  validityDays: 30,
  extendedHoursMarket: undefined,
} as const

const ownMarket = { offerWallet: undefined, offerMarkets: [] } as const

/** The products by the spec's numbers (rulebook §19). */
export const products: Readonly<Record<Source, Product>> = {
  [sources.stock]: { ...ownMarket, orders: { ...shares, extendedHoursMarket: 'US' } },
  [sources.hongKongStock]: { ...ownMarket, orders: shares },
  [sources.future]: { ...ownMarket, orders: { ...months, unit: 'contracts', limitBand: rateOf('0.10') } },
  [sources.forex]: { ...ownMarket, orders: { ...months, unit: 'lots', limitBand: rateOf('0.05') } },
  [sources.blockTrade]: { offerWallet: 'STOCK', offerMarkets: [], orders: undefined },
  [sources.auctionStock]: { offerWallet: 'STOCK', offerMarkets: ['US'], orders: { ...shares, auctionOnly: true } },
  [sources.newStock]: { offerWallet: 'SUBSCRIPTION', offerMarkets: [], orders: undefined },
  [sources.placingStock]: { offerWallet: 'SUBSCRIPTION', offerMarkets: [], orders: undefined },
  [sources.bonds]: { ...ownMarket, orders: undefined },
  [sources.robotCrypto]: { ...ownMarket, orders: undefined },
  [sources.globalIndex]: { ...ownMarket, orders: undefined },
}

/**
 * Which wallet pays for an instrument (rulebook §7.1, §19); undefined for what is only quoted, and for a product that is
 * not sold in that market.
 */
export function walletFor({ source, market }: Pick<Instrument, 'source' | 'market'>): Wallet | undefined {
  const rules = marketRules[market]
  return rules.source === source ? rules.wallet : products[source].offerWallet
}

/** Whether orders of a product trade an instrument: that of its market, or one that sells its shares in another way. */
export const isSoldBy = (source: Source, instrument: Pick<Instrument, 'source' | 'market'>): boolean =>
  instrument.source === source || products[source].offerMarkets.includes(instrument.market)

/** Whether orders of a product take part in auctions alone. */
export const isAuctionOnly = ({ source }: Pick<Instrument, 'source'>): boolean =>
  products[source].orders?.auctionOnly === true

/** The rules of an order that exists; a product without orders is a broken invariant. */
export const orderRulesOf = (source: Source): OrderRules =>
  present(products[source].orders, `orders of product ${source}`)

/** The market of a product that has one alone; undefined for shares of 0 and for what sells shares in another way. */
export function marketOfProduct(source: Source): Market | undefined {
  const [first, second] = markets.filter((market) => marketRules[market].source === source)
  return second === undefined ? first : undefined
}
