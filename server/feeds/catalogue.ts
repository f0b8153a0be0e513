import { join } from 'node:path'
import { present } from '@mex/core/assert.ts'
import type { Calendar } from '@mex/core/market/calendar.ts'
import {
  sessionNames,
  shareMarkets,
  type Instrument,
  type Market,
  type SessionName,
  type ShareMarket,
  type TickBand,
} from '@mex/core/market/instrument.ts'
import type { Rate } from '@mex/core/money/money.ts'
import { dayMilliseconds, utcDay, type DayNumber } from '@mex/core/time-zone.ts'
import { readCalendars } from './catalogue-calendars.ts'
import {
  filledIn,
  nameIn,
  numberIn,
  priceIn,
  quantityIn,
  rateIn,
  readCurrencies,
  readSectors,
  readTable,
  readTicks,
  wordIn,
  type TickTable,
} from './catalogue-facts.ts'
import { contractCode, firstOfMonth, lastTradeInstant, lastTradeRules, monthsFrom } from './catalogue-futures.ts'
import { monthsOf, parseContractCode, type ContractMonth } from './catalogue-futures.ts'
import { readFunds } from './catalogue-funds.ts'
import { completeInstrument, readCrypto, readIndices, readPairs, readShares } from './catalogue-listings.ts'
import { find, searchIndex, type SearchIndex } from './catalogue-search.ts'
import { BadTable } from './csv.ts'
import { readIssuerNames, type IssuerNames } from './issuer-names.ts'
import { keepSnapshots, type Span } from './keep-snapshots.ts'
import type { CurrencyFacts, FutureProduct, Listing, Sector } from './listing.ts'

/** All instruments with their calendars and tables, read once from `data/`. */
export type Catalogue = {
  readonly calendars: ReadonlyMap<SessionName, Calendar>
  /** By key; everything but futures. */
  readonly fixed: ReadonlyMap<string, Listing>
  /** The fixed listings with the tick tables that were in force on a day. */
  fixedOn(day: DayNumber): ReadonlyMap<string, Listing>
  /** By product code. */
  readonly products: ReadonlyMap<string, FutureProduct>
  readonly sectors: ReadonlyMap<string, Sector>
  readonly currencies: ReadonlyMap<string, CurrencyFacts>
  readonly issuerNames: IssuerNames
  /** The tick table of a market that is in force on a day. */
  ticksOn(market: ShareMarket, day: DayNumber): readonly TickBand[]
  /** Yearly interest by currency or metal, of those that have one. */
  readonly interest: ReadonlyMap<string, Rate>
  /** The months of every product whose trading has not ended by `now`, nearest first within a product. */
  futuresListedAt(now: number): readonly Listing[]
  /** The month that a product's continuous code ('ES') stands for: the nearest that is 5 days or more from its end. */
  frontMonth(product: string, now: number): Listing | undefined
  /** Fixed instruments and listed futures by key; the same map until a contract ends or a UTC day does. */
  instrumentsAt(now: number): ReadonlyMap<string, Instrument>
  /** `instrumentsAt` with the time in which they are these. */
  listedAt(now: number): Span & ListedInstruments
  listing(key: string, now: number): Listing | undefined
  /** A futures month by key whose trading has ended by `now`. */
  ended(key: string, now: number): Listing | undefined
  /** A futures month by key, listed or not: positions and orders outlive their contract and still need its name. */
  anyMonth(key: string): Listing | undefined
  /** Search results, best first: codes by prefix, then words of the names in both languages. */
  search(text: string, now: number, limit: number, market?: Market): readonly Listing[]
}

type ListedInstruments = {
  readonly listings: ReadonlyMap<string, Listing>
  readonly instruments: ReadonlyMap<string, Instrument>
}

/** A continuous code moves to the next month this long before the end of a contract (market model §6). */
const rollMilliseconds = 5 * dayMilliseconds

/** Reads the tables of `directory` (by default the project's `data/`). Throws `BadTable` when they are inconsistent. */
export function openCatalogue(directory = join(import.meta.dirname, '..', '..', 'data')): Catalogue {
  const calendars = readCalendars(join(directory, 'calendars'))
  const sectors = readSectors(directory)
  const currencies = readCurrencies(directory)
  const tickTables = readTicks(directory)
  const ticksOn = (market: ShareMarket, day: DayNumber): TickTable => {
    const table = tickTables[market].findLast(({ from }) => from <= day) ?? tickTables[market][0]
    return present(table, `a tick table of ${market}`)
  }
  const fixedOn = fixedListings({ directory, sectors, currencies, ticksOn })
  const fixed = fixedOn(Infinity)
  const products = readProducts(directory, fixed)
  const months = openMonths(products, calendars)
  const anyMonth = (key: string): Listing | undefined => {
    const contract = key.startsWith('FUT:') ? parseContractCode(key.slice(4)) : undefined
    const product = contract === undefined ? undefined : products.get(contract.product)
    if (contract === undefined || product === undefined) return undefined
    return product.months.includes(contract.month) ? months.listing(product, contract) : undefined
  }
  const at = keepSnapshots((now) => takeSnapshot(fixedOn, months, products, now))
  return {
    calendars,
    fixed,
    fixedOn,
    products,
    sectors,
    currencies,
    issuerNames: readIssuerNames(directory),
    ticksOn: (market, day) => ticksOn(market, day).bands,
    interest: new Map(
      [...currencies].flatMap(([code, { interest }]) => (interest === undefined ? [] : [[code, interest] as const])),
    ),
    futuresListedAt: (now) => at(now).futures,
    frontMonth: (product, now) => {
      const listed = at(now).futures.filter(({ instrument }) => instrument.contract?.product === product)
      return (
        listed.find(({ instrument }) => (instrument.contract?.lastTrade ?? 0) - now > rollMilliseconds) ?? listed[0]
      )
    },
    instrumentsAt: (now) => at(now).instruments,
    listedAt: at,
    listing: (key, now) => at(now).listings.get(key),
    ended: (key, now) => {
      const month = anyMonth(key)
      return (month?.instrument.contract?.lastTrade ?? Infinity) <= now ? month : undefined
    },
    anyMonth,
    search: (text, now, limit, market) => find(at(now).index(), text, limit, market),
  }
}

/** The listings from one change to the next: the end of a contract, or of a UTC day, when tick tables may change. */
type Snapshot = Span &
  ListedInstruments & {
    readonly futures: readonly Listing[]
    readonly index: () => SearchIndex
  }

function takeSnapshot(
  fixedOn: Catalogue['fixedOn'],
  months: Months,
  products: ReadonlyMap<string, FutureProduct>,
  now: number,
): Snapshot {
  const listed = Array.from(products.values(), (product) => months.listedAt(product, now))
  const futures = listed.flatMap(({ months: each }) => each)
  const fixed = fixedOn(utcDay(now))
  const listings = new Map([...fixed, ...futures.map((listing) => [listing.instrument.key, listing] as const)])
  const ends = futures.map(({ instrument }) => instrument.contract?.lastTrade ?? Infinity)
  const today = utcDay(now) * dayMilliseconds
  let index: SearchIndex | undefined
  return {
    from: Math.max(today, ...listed.map(({ since }) => since)),
    until: Math.min(today + dayMilliseconds, ...ends),
    futures,
    listings,
    instruments: new Map(Array.from(listings, ([key, { instrument }]) => [key, instrument])),
    index: () => (index ??= searchIndex(listings.values())),
  }
}

type FixedTables = Pick<Catalogue, 'sectors' | 'currencies'> & {
  readonly directory: string
  readonly ticksOn: (market: ShareMarket, day: DayNumber) => TickTable
}

function fixedListings({ directory, sectors, currencies, ticksOn }: FixedTables): Catalogue['fixedOn'] {
  const indices = readIndices(directory)
  const others = [...indices, ...readPairs(directory, currencies), ...readCrypto(directory)]
  const eras = new Map<string, ReadonlyMap<string, Listing>>()
  return (day) => {
    const tables = shareMarkets.map((market) => ticksOn(market, day))
    const era = tables.map(({ from }) => from).join()
    const known = eras.get(era)
    if (known !== undefined) return known
    const shares = shareMarkets.flatMap((market, position) => {
      const { bands } = present(tables[position], 'a tick table for each market')
      const facts = { ticks: bands, sectors }
      return [...readShares(directory, market, facts), ...readFunds(directory, market, { ...facts, indices })]
    })
    const listings = new Map<string, Listing>()
    for (const listing of [...shares, ...others]) {
      const { key } = listing.instrument
      if (listings.has(key)) throw new BadTable(directory, `${key} is listed twice`)
      listings.set(key, listing)
    }
    eras.set(era, listings)
    return listings
  }
}

const futureGroups = ['index', 'metal', 'energy', 'agricultural'] as const

function readProducts(directory: string, fixed: ReadonlyMap<string, Listing>): ReadonlyMap<string, FutureProduct> {
  const columns = ['code', 'en', 'zh', 'group', 'exchange', 'session', 'multiplier', 'tick', 'months', 'listed']
  const more = ['last_trade', 'leverage_cap', 'volume', 'underlying', 'price']
  const rows = readTable(directory, 'instruments/futures.csv', [...columns, ...more])
  return new Map(
    rows.map((row) => {
      const underlying = filledIn(row, 'underlying')
      const months = monthsOf(row.cell('months'))
      if (months === undefined) throw new BadTable(row.place, `months "${row.cell('months')}" are not known`)
      const product: FutureProduct = {
        code: filledIn(row, 'code'),
        name: nameIn(row),
        group: wordIn(row, 'group', futureGroups),
        venue: filledIn(row, 'exchange'),
        session: wordIn(row, 'session', sessionNames),
        multiplier: rateIn(row, 'multiplier'),
        ticks: [{ below: undefined, tick: priceIn(row, 'tick') }],
        leverageCap: numberIn(row, 'leverage_cap'),
        averageVolume: quantityIn(row, 'volume'),
        underlying,
        basePrice: fixed.get(underlying)?.basePrice ?? priceIn(row, 'price'),
        months,
        listed: numberIn(row, 'listed'),
        lastTrade: wordIn(row, 'last_trade', lastTradeRules),
      }
      return [product.code, product]
    }),
  )
}

type Months = {
  listing(product: FutureProduct, month: ContractMonth): Listing
  /** The listed months, and since when they are these: the last end of a month by `now`. */
  listedAt(product: FutureProduct, now: number): { readonly months: readonly Listing[]; readonly since: number }
}

/** A cache of contract months: one contract is one object while the process runs. */
function openMonths(
  products: ReadonlyMap<string, FutureProduct>,
  calendars: ReadonlyMap<SessionName, Calendar>,
): Months {
  const made = new Map<string, Listing>()
  const listing = (product: FutureProduct, month: ContractMonth): Listing => {
    const code = contractCode(product.code, month)
    const found = made.get(code)
    if (found !== undefined) return found
    const calendar = present(calendars.get(product.session), `the calendar of ${product.code}`)
    const fresh = futureListing(product, month, lastTradeInstant(product, calendar, month))
    // A year has about 150 contracts of all products. The limit stops invented codes from filling the memory.
    if (made.size > products.size * 1000) made.clear()
    made.set(code, fresh)
    return fresh
  }
  const listedAt: Months['listedAt'] = (product, now) => {
    const listed: Listing[] = []
    let since = -Infinity
    for (const month of monthsFrom(product.months, now)) {
      const candidate = listing(product, month)
      const lastTrade = candidate.instrument.contract?.lastTrade ?? 0
      if (lastTrade > now) listed.push(candidate)
      else since = Math.max(since, lastTrade)
      if (listed.length === product.listed) break
    }
    return { months: listed, since }
  }
  return { listing, listedAt }
}

const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

function futureListing(product: FutureProduct, month: ContractMonth, lastTrade: number): Listing {
  const instrument = completeInstrument({
    code: contractCode(product.code, month),
    market: 'FUT',
    venue: product.venue,
    name: {
      en: `${product.name.en} ${monthNames[month.month - 1]} ${month.year}`,
      zh: `${product.name.zh} ${month.year}年${month.month}月`,
    },
    session: product.session,
    ticks: product.ticks,
    multiplier: product.multiplier,
    leverageCap: product.leverageCap,
    averageVolume: product.averageVolume,
    contract: {
      product: product.code,
      productName: product.name,
      group: product.group,
      month: firstOfMonth(month),
      lastTrade,
    },
  })
  return {
    instrument,
    basePrice: product.basePrice,
    origin: { kind: 'future', underlying: product.underlying, group: product.group },
    group: product.group,
    profile: {
      en: `${product.name.en} future for ${monthNames[month.month - 1]} ${month.year}, settled in cash. Trading here is practice.`,
      zh: `${month.year}年${month.month}月${product.name.zh}期货，现金结算。这里只是练习交易。`,
    },
    aliases: [],
  }
}
