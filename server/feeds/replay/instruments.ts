import { divide, greatest, parseDecimal } from '@mex/core/money/decimal.ts'
import {
  isShareMarket,
  type FutureContract,
  type Instrument,
  type Market,
  type SessionName,
  type ShareMarket,
} from '@mex/core/market/instrument.ts'
import { marketRules } from '@mex/core/market/products.ts'
import { price, priceOf, priceScale, quantity, rate } from '@mex/core/money/money.ts'
import { quantityScale, rateScale, type Price, type Quantity, type Rate } from '@mex/core/money/money.ts'
import { isoDate, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { FutureProduct, Listing } from '#feeds/listing.ts'
import { completeInstrument } from '#feeds/catalogue-listings.ts'
import { BadTable } from '#feeds/csv.ts'
import { listedMarkets, marketDefaults, type ListedMarket } from '#feeds/market-defaults.ts'
import type { ManifestEntry } from './manifest.ts'

/** The facts about an instrument that come from its series and not from the manifest. */
export type SeriesFacts = {
  /** The price level around the start of the replay. */
  readonly level: Price
  readonly averageVolume: Quantity
  /** The day on which the clock starts; its tick tables are used. */
  readonly startDay: DayNumber
  readonly lastDay: DayNumber
  /** When its last session ends, epoch milliseconds. */
  readonly end: number
}

/** The market of a manifest row by the product's own numbers; a refusal names the row. */
export function marketOf(entry: ManifestEntry): ListedMarket {
  const ofProduct = listedMarkets.filter((market) => marketRules[market].source === Number(entry.source))
  const [only, other] = ofProduct
  // Only source 0 trades in two markets, which its class tells apart; the class of any other source is not read.
  const found = other === undefined ? only : ofProduct.find((each) => marketRules[each].classify === entry.classify)
  if (found !== undefined) return found
  const what = `product_source "${entry.source}" with classify "${entry.classify}"`
  throw new BadTable(entry.place, `${what} is not a market that can be replayed`)
}

/** The catalogue's listing of a code or of an alias: 'GSPC' is our SPX. */
function listingOf(entry: ManifestEntry, market: Market, catalogue: Catalogue, day: DayNumber): Listing | undefined {
  const listings = catalogue.fixedOn(day)
  const direct = listings.get(`${market}:${entry.code}`)
  // A replayed fund is its own history, not a share of our index.
  if (direct !== undefined) return direct.origin.kind === 'fund' ? undefined : direct
  return Array.from(listings.values()).find(
    ({ instrument, aliases }) => instrument.market === market && aliases.includes(entry.code),
  )
}

/** The sessions that a row trades in: our own instrument's, else its market's, for an index its zone's. */
export function sessionOf(
  entry: ManifestEntry,
  market: ListedMarket,
  catalogue: Catalogue,
  day: DayNumber,
): SessionName {
  const own =
    listingOf(entry, market, catalogue, day)?.instrument.session ?? catalogue.products.get(entry.code)?.session
  if (own !== undefined && (market !== 'FUT' || catalogue.products.has(entry.code))) return own
  // Spot metals pause every day, and the soft commodities of ICE have hours of their own (rulebook §13.4).
  if (market === 'FX' && /^XA[UG]/.test(entry.code)) return 'metals'
  if (market === 'FUT' && entry.extra.exchange === 'ICE') return 'coffee'
  const { session } = marketDefaults[market]
  if (session !== undefined) return session
  const byZone = Object.entries(zoneSessions).find(([prefix]) => entry.zone.startsWith(prefix))
  if (byZone === undefined) throw new BadTable(entry.place, `no trading hours are known for the zone "${entry.zone}"`)
  return byZone[1]
}

const zoneSessions: Record<string, SessionName> = {
  'America/Mexico_City': 'mx-equity',
  'America/': 'us-equity',
  'Europe/London': 'london',
  'Europe/': 'europe',
  'Asia/Hong_Kong': 'hk-equity',
  'Asia/Tokyo': 'tokyo',
  'Asia/Shanghai': 'shanghai',
  'Asia/Seoul': 'korea',
  'Asia/Taipei': 'taiwan',
  'Asia/Kolkata': 'india',
  'Australia/': 'australia',
}

/** The instrument of a manifest entry: ours where the code is known, else with the defaults of its market. */
export function instrumentOf(
  entry: ManifestEntry,
  market: ListedMarket,
  catalogue: Catalogue,
  facts: SeriesFacts,
): Instrument {
  const known = listingOf(entry, market, catalogue, facts.startDay)?.instrument
  const instrument =
    known ??
    (market === 'FUT' ? futureInstrument(entry, catalogue, facts) : unknownInstrument(entry, market, catalogue, facts))
  return {
    ...instrument,
    lot: extraQuantity(entry, 'lot') ?? instrument.lot,
    multiplier: extraRate(entry, 'multiplier') ?? instrument.multiplier,
    ticks: extraTicks(entry) ?? instrument.ticks,
    averageVolume: facts.averageVolume > 0n ? facts.averageVolume : instrument.averageVolume,
  }
}

/** A continuous series is one contract whose last trading instant is the end of its history. */
function contractOf(entry: ManifestEntry, product: FutureProduct | undefined, facts: SeriesFacts): FutureContract {
  return {
    product: entry.code,
    productName: product?.name ?? nameOf(entry),
    group: product?.group ?? groupOf(entry),
    month: `${isoDate(facts.lastDay).slice(0, 8)}01`,
    lastTrade: facts.end,
  }
}

const groups = ['index', 'metal', 'energy', 'agricultural'] as const

function groupOf(entry: ManifestEntry): FutureContract['group'] {
  const text = entry.extra.group
  const found = groups.find((group) => group === text)
  if (text !== '' && found === undefined)
    throw new BadTable(entry.place, `group "${text}" is not one of ${groups.join(', ')}`)
  const byVenue = { NYMEX: 'energy', COMEX: 'metal', ICE: 'agricultural' } as const
  return found ?? Object.entries(byVenue).find(([venue]) => venue === entry.extra.exchange)?.[1] ?? 'index'
}

const nameOf = (entry: ManifestEntry) => ({
  en: entry.name === '' ? entry.code : entry.name,
  zh: entry.nameChinese === '' ? (entry.name === '' ? entry.code : entry.name) : entry.nameChinese,
})

function futureInstrument(entry: ManifestEntry, catalogue: Catalogue, facts: SeriesFacts): Instrument {
  const product = catalogue.products.get(entry.code)
  return completeInstrument({
    code: entry.code,
    market: 'FUT',
    name: product?.name ?? nameOf(entry),
    ...saidCurrency(entry),
    session: product?.session ?? sessionOf(entry, 'FUT', catalogue, facts.startDay),
    venue: product?.venue ?? entry.extra.exchange,
    ticks: product?.ticks ?? ticksFor(facts.level),
    ...(product !== undefined && {
      multiplier: product.multiplier,
      leverageCap: product.leverageCap,
      averageVolume: product.averageVolume,
    }),
    // What a contract is worth cannot be guessed: without its size it is shown and not traded.
    tradable: product !== undefined || entry.extra.multiplier !== '',
    contract: contractOf(entry, product, facts),
  })
}

const saidCurrency = ({ currency }: ManifestEntry) => (currency === '' ? {} : { currency })

function unknownInstrument(
  entry: ManifestEntry,
  market: ListedMarket,
  catalogue: Catalogue,
  facts: SeriesFacts,
): Instrument {
  return completeInstrument({
    code: entry.code,
    market,
    name: nameOf(entry),
    ...saidCurrency(entry),
    session: sessionOf(entry, market, catalogue, facts.startDay),
    venue: entry.extra.exchange === '' ? 'OTC' : (venueNames[entry.extra.exchange] ?? entry.extra.exchange),
    ticks: isShareMarket(market) ? shareTicks(catalogue, market, facts) : ticksFor(facts.level),
    ...(market === 'FX' && pairFacts(entry.code, catalogue, facts.level)),
  })
}

/** What the two currencies of a pair say of it; a pair of a currency without a rate is not traded (rulebook §13.6). */
function pairFacts(code: string, catalogue: Catalogue, level: Price) {
  const [base, quote] = [code.slice(0, 3), code.slice(3)]
  const hasRate = (currency: string): boolean => catalogue.currencies.get(currency)?.interest !== undefined
  return { currency: quote, tradable: hasRate(base) && hasRate(quote), halfSpread: twoPips(level) }
}

const venueNames: Record<string, string> = {
  XNAS: 'NASDAQ',
  XNYS: 'NYSE',
  ARCX: 'NYSE Arca',
  BATS: 'Cboe BZX',
  XHKG: 'HKEX',
  XMEX: 'BMV',
}

/** Shares of one market have the same tick table, so any listed one tells it. */
function shareTicks(catalogue: Catalogue, market: ShareMarket, facts: SeriesFacts): Instrument['ticks'] {
  const listings = Array.from(catalogue.fixedOn(facts.startDay).values())
  return listings.find(({ instrument }) => instrument.market === market)?.instrument.ticks ?? ticksFor(facts.level)
}

/** A tick of about 1/10,000 to 1/100,000 of the price, from 0.00001 to 0.01. */
function ticksFor(level: Price): Instrument['ticks'] {
  const tick = level >= priceOf('500') ? '0.01' : level >= priceOf('20') ? '0.001' : '0.00001'
  return [{ below: undefined, tick: priceOf(tick) }]
}

/** Two pips of a pair (rulebook §13.6) as a share of its price: a pip is 0.01 from a price of 20, below 0.0001. */
function twoPips(level: Price): Rate {
  const pips = level >= priceOf('20') ? priceOf('0.02') : priceOf('0.0002')
  return rate(divide(pips * 10n ** 12n, greatest(1n, level), 'near'))
}

function extraNumber(entry: ManifestEntry, column: 'lot' | 'tick' | 'multiplier', scale: number): bigint | undefined {
  const text = entry.extra[column]
  if (text === '') return undefined
  const value = parseDecimal(text, scale)
  if (value === undefined || value <= 0n)
    throw new BadTable(entry.place, `${column} "${text}" is not a number above zero`)
  return value
}

function extraQuantity(entry: ManifestEntry, column: 'lot'): Quantity | undefined {
  const value = extraNumber(entry, column, quantityScale)
  return value === undefined ? undefined : quantity(value)
}

function extraRate(entry: ManifestEntry, column: 'multiplier'): Rate | undefined {
  const value = extraNumber(entry, column, rateScale)
  return value === undefined ? undefined : rate(value)
}

function extraTicks(entry: ManifestEntry): Instrument['ticks'] | undefined {
  const value = extraNumber(entry, 'tick', priceScale)
  return value === undefined ? undefined : [{ below: undefined, tick: price(value) }]
}
