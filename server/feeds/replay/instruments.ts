import { divide, greatest, parseDecimal } from '@mex/core/money/decimal.ts'
import {
  sources,
  type FutureContract,
  type Instrument,
  type Market,
  type SessionName,
} from '@mex/core/market/instrument.ts'
import { price, priceOf, priceScale, quantity, quantityOf, rate, rateOf } from '@mex/core/money/money.ts'
import { quantityScale, rateScale, type Price, type Quantity, type Rate } from '@mex/core/money/money.ts'
import { isoDate, type DayNumber } from '@mex/core/time-zone.ts'
import type { Catalogue, FutureProduct, Listing } from '#feeds/catalogue.ts'
import { completeInstrument } from '#feeds/catalogue-listings.ts'
import { BadTable } from '#feeds/csv.ts'
import type { ManifestEntry } from './manifest.ts'

/** What a series says about its instrument beyond the manifest. */
export type SeriesFacts = {
  /** The level of its prices around the start of the replay. */
  readonly level: Price
  readonly averageVolume: Quantity
  /** The day that the clock starts on: its tick tables are in force. */
  readonly startDay: DayNumber
  readonly lastDay: DayNumber
  /** When its last session ends, epoch milliseconds. */
  readonly end: number
}

/** The market of a manifest row by the product's own numbers; a refusal names the row. */
export function marketOf(entry: ManifestEntry): Market {
  const source = Number(entry.source)
  if (source === sources.stock && entry.classify === 'UsStock') return 'US'
  if (source === sources.stock && entry.classify === 'MX') return 'MX'
  if (source === sources.hongKongStock) return 'HK'
  if (source === sources.forex) return 'FX'
  if (source === sources.future) return 'FUT'
  if (source === sources.globalIndex) return 'GLOBAL'
  if (source === sources.robotCrypto) return 'CRYPTO'
  const what = `product_source "${entry.source}" with classify "${entry.classify}"`
  throw new BadTable(entry.place, `${what} is no market that can be replayed`)
}

/** What we know about the code, by itself or by another name of it: 'GSPC' is our SPX. */
function listingOf(entry: ManifestEntry, market: Market, catalogue: Catalogue, day: DayNumber): Listing | undefined {
  const listings = catalogue.fixedOn(day)
  const direct = listings.get(`${market}:${entry.code}`)
  if (direct !== undefined) return direct
  return Array.from(listings.values()).find(
    ({ instrument, aliases }) => instrument.market === market && aliases.includes(entry.code),
  )
}

/** The sessions that a row trades in: our own instrument's, else its market's, for an index its zone's. */
export function sessionOf(entry: ManifestEntry, market: Market, catalogue: Catalogue, day: DayNumber): SessionName {
  const own =
    listingOf(entry, market, catalogue, day)?.instrument.session ?? catalogue.products.get(entry.code)?.session
  if (own !== undefined && (market !== 'FUT' || catalogue.products.has(entry.code))) return own
  if (market === 'US') return 'us-equity'
  if (market === 'HK') return 'hk-equity'
  if (market === 'MX') return 'mx-equity'
  if (market === 'FX') return /^XA[UG]/.test(entry.code) ? 'metals' : 'forex'
  if (market === 'CRYPTO') return 'crypto'
  if (market === 'FUT') return entry.extra.exchange === 'ICE' ? 'coffee' : 'cme'
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

/** The instrument of a manifest entry: ours where the code is known, else the defaults of its class. */
export function instrumentOf(
  entry: ManifestEntry,
  market: Market,
  catalogue: Catalogue,
  facts: SeriesFacts,
): Instrument {
  const known = listingOf(entry, market, catalogue, facts.startDay)?.instrument
  const product = market === 'FUT' ? catalogue.products.get(entry.code) : undefined
  const base = known ?? (product === undefined ? unknownInstrument(entry, market, catalogue, facts) : undefined)
  const instrument = base ?? futureInstrument(entry, catalogue, facts, product)
  return {
    ...instrument,
    lot: extraQuantity(entry, 'lot') ?? instrument.lot,
    multiplier: extraRate(entry, 'multiplier') ?? instrument.multiplier,
    ticks: extraTicks(entry) ?? instrument.ticks,
    averageVolume: facts.averageVolume > 0n ? facts.averageVolume : instrument.averageVolume,
    contract: market === 'FUT' ? contractOf(entry, product, facts) : undefined,
  }
}

/** A continuous series trades until its history ends: that is the last trading instant of what stands for it. */
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
  const said = entry.extra.group
  const found = groups.find((group) => group === said)
  if (said !== '' && found === undefined)
    throw new BadTable(entry.place, `group "${said}" is not one of ${groups.join(', ')}`)
  const byExchange = { NYMEX: 'energy', COMEX: 'metal', ICE: 'agricultural' } as const
  return found ?? Object.entries(byExchange).find(([exchange]) => exchange === entry.extra.exchange)?.[1] ?? 'index'
}

const nameOf = (entry: ManifestEntry) => ({
  en: entry.name === '' ? entry.code : entry.name,
  zh: entry.nameChinese === '' ? (entry.name === '' ? entry.code : entry.name) : entry.nameChinese,
})

function futureInstrument(
  entry: ManifestEntry,
  catalogue: Catalogue,
  facts: SeriesFacts,
  product: FutureProduct | undefined,
): Instrument {
  return completeInstrument({
    code: entry.code,
    market: 'FUT',
    source: sources.future,
    classify: 'Future',
    name: product?.name ?? nameOf(entry),
    currency: entry.currency === '' ? 'USD' : entry.currency,
    session: product?.session ?? sessionOf(entry, 'FUT', catalogue, facts.startDay),
    exchange: product?.exchange ?? entry.extra.exchange,
    ticks: product?.ticks ?? ticksFor(facts.level),
    multiplier: product?.multiplier ?? rateOf('1'),
    leverageCap: product?.leverageCap ?? 10,
    shortable: true,
    averageVolume: product?.averageVolume ?? quantityOf('1000'),
    // What a contract is worth cannot be guessed: without its size it is shown and not traded.
    tradable: product !== undefined || entry.extra.multiplier !== '',
  })
}

const classDefaults = {
  US: {
    source: sources.stock,
    classify: 'UsStock',
    currency: 'USD',
    volume: '1000000',
    leverageCap: 5,
    halfSpread: '0.0001',
  },
  HK: {
    source: sources.hongKongStock,
    classify: 'HK',
    currency: 'HKD',
    volume: '1000000',
    leverageCap: 5,
    halfSpread: '0.0003',
  },
  MX: {
    source: sources.stock,
    classify: 'MX',
    currency: 'MXN',
    volume: '100000',
    leverageCap: 5,
    halfSpread: '0.0005',
  },
  FX: { source: sources.forex, classify: 'Forex', currency: 'USD', volume: '5000', leverageCap: 20, halfSpread: '0' },
  GLOBAL: {
    source: sources.globalIndex,
    classify: 'Index',
    currency: 'USD',
    volume: '0',
    leverageCap: 1,
    halfSpread: '0',
  },
  CRYPTO: {
    source: sources.robotCrypto,
    classify: 'Crypto',
    currency: 'USD',
    volume: '0',
    leverageCap: 1,
    halfSpread: '0.0002',
  },
} as const

function unknownInstrument(
  entry: ManifestEntry,
  market: Market,
  catalogue: Catalogue,
  facts: SeriesFacts,
): Instrument | undefined {
  if (market === 'FUT' || market === 'BOND') return undefined
  const defaults = classDefaults[market]
  const [base, quote] = [entry.code.slice(0, 3), entry.code.slice(3)].map((code) => catalogue.currencies.get(code))
  const pairIsTradable = base?.interest !== undefined && quote?.interest !== undefined
  return completeInstrument({
    code: entry.code,
    market,
    source: defaults.source,
    classify: defaults.classify,
    name: nameOf(entry),
    currency: market === 'FX' ? entry.code.slice(3) : entry.currency === '' ? defaults.currency : entry.currency,
    session: sessionOf(entry, market, catalogue, facts.startDay),
    exchange: entry.extra.exchange === '' ? 'OTC' : (exchangeNames[entry.extra.exchange] ?? entry.extra.exchange),
    ticks:
      market === 'US' || market === 'MX' || market === 'HK'
        ? shareTicks(catalogue, market, facts)
        : ticksFor(facts.level),
    lot: quantityOf(market === 'FX' ? '0.01' : market === 'HK' ? '100' : '1'),
    multiplier: rateOf(market === 'FX' ? '100000' : '1'),
    leverageCap: defaults.leverageCap,
    shortable: market === 'US' || market === 'FX',
    tradable: market === 'FX' ? pairIsTradable : market !== 'GLOBAL' && market !== 'CRYPTO',
    averageVolume: quantityOf(defaults.volume),
    halfSpread: market === 'FX' ? twoPips(facts.level) : rateOf(defaults.halfSpread),
  })
}

const exchangeNames: Record<string, string> = {
  XNAS: 'NASDAQ',
  XNYS: 'NYSE',
  ARCX: 'NYSE Arca',
  BATS: 'Cboe BZX',
  XHKG: 'HKEX',
  XMEX: 'BMV',
}

/** Shares of one market have the same tick table, so any listed one tells it. */
function shareTicks(catalogue: Catalogue, market: Market, facts: SeriesFacts): Instrument['ticks'] {
  const listings = Array.from(catalogue.fixedOn(facts.startDay).values())
  return listings.find(({ instrument }) => instrument.market === market)?.instrument.ticks ?? ticksFor(facts.level)
}

/** A step about a ten-thousandth to a hundred-thousandth of the price, from 0.00001 to 0.01. */
function ticksFor(level: Price): Instrument['ticks'] {
  const tick = level >= priceOf('500') ? '0.01' : level >= priceOf('20') ? '0.001' : '0.00001'
  return [{ below: undefined, tick: priceOf(tick) }]
}

/** Two pips of a pair (rulebook §13.6) as a share of its level: a pip is 0.01 of what costs 20 or more, else 0.0001. */
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
