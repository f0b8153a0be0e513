import { codeOfKey, isShareMarket, type Instrument, type Market, type Source } from '@mex/core/market/instrument.ts'
import { products } from '@mex/core/market/products.ts'
import { dayMilliseconds } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import { find, searchIndex, type SearchIndex, type Searchable } from '#feeds/catalogue-search.ts'
import type { Feed } from '#feeds/feed.ts'

/** The fields by which a request names an instrument. */
export type WantedInstrument = {
  readonly code: string
  readonly market?: Market | undefined
  readonly source?: Source | undefined
}

/** The listed instruments at an instant, indexed for look-ups and lists. */
export type Listings = {
  readonly all: readonly Instrument[]
  ofMarket(market: Market): readonly Instrument[]
  /** The instruments of a market without its funds: a fund moves with many companies, so it is no mover of its own. */
  companies(market: Market): readonly Instrument[]
  /**
   * The instruments that a request can mean, most likely first; a product of futures ('ES') stands for its front month.
   * A contract that ended in the past year, or a share that has left, is found by its code and is in no list.
   */
  candidates(wanted: WantedInstrument): readonly Instrument[]
  /** The key of what is listed under exactly this code, present or former; undefined for anything else. */
  keyOf(market: Market, code: string): string | undefined
  /** The month of every product that its continuous code stands for, in the order of the catalogue. */
  fronts(): readonly Instrument[]
  /** The listed months of a product, nearest first. */
  months(product: string): readonly Instrument[]
  /** Best first: codes by prefix, then words of the names in any language (rulebook §28). */
  search(text: string): readonly Instrument[]
}

/** A continuous code skips contract months this close to their end (market model §6). */
const rollMilliseconds = 5 * dayMilliseconds

/** Sources of other products for shares mean the share itself. */
const isOfSource = ({ source, market }: Instrument, wanted: Source): boolean =>
  source === wanted || (products[wanted].offerWallet !== undefined && isShareMarket(market))

/** Cached until the next contract ends or a listing changes. */
type Arranged = {
  readonly from: ReadonlyMap<string, Instrument>
  readonly all: readonly Instrument[]
  readonly byMarket: ReadonlyMap<Market, readonly Instrument[]>
  readonly companies: ReadonlyMap<Market, readonly Instrument[]>
  readonly byCode: ReadonlyMap<string, readonly Instrument[]>
  readonly byProduct: ReadonlyMap<string, readonly Instrument[]>
  readonly index: () => SearchIndex<Searchable>
}

function arrange(from: ReadonlyMap<string, Instrument>, catalogue: Catalogue, now: number): Arranged {
  const all = [...from.values()]
  const futures = all
    .filter(({ contract }) => contract !== undefined)
    .toSorted((left, right) => (left.contract?.lastTrade ?? 0) - (right.contract?.lastTrade ?? 0))
  let index: SearchIndex<Searchable> | undefined
  return {
    from,
    all,
    byMarket: Map.groupBy(all, ({ market }) => market),
    companies: Map.groupBy(
      all.filter(({ key }) => catalogue.listing(key, now)?.origin.kind !== 'fund'),
      ({ market }) => market,
    ),
    byCode: byCodeOf(all),
    byProduct: inOrder(
      Map.groupBy(futures, ({ contract }) => contract?.product ?? ''),
      [...catalogue.products.keys()],
    ),
    index: () =>
      (index ??= searchIndex(
        all.map((instrument) => ({ instrument, aliases: catalogue.listing(instrument.key, now)?.aliases ?? [] })),
      )),
  }
}

/** The products in the order of the catalogue, which names first what most people look for; others follow. */
function inOrder<Value>(byProduct: ReadonlyMap<string, Value>, order: readonly string[]): ReadonlyMap<string, Value> {
  const rankOf = (product: string): number => (order.includes(product) ? order.indexOf(product) : order.length)
  return new Map([...byProduct].toSorted(([left], [right]) => rankOf(left) - rankOf(right)))
}

const isCodeOf = (instrument: Instrument, code: string): boolean =>
  instrument.code === code || codeOfKey(instrument.key) === code

/** A share with a new code is found by that of before too: links and watchlists keep it. */
function byCodeOf(all: readonly Instrument[]): ReadonlyMap<string, readonly Instrument[]> {
  const codes = all.flatMap((instrument) => {
    const codes = new Set([instrument.code, codeOfKey(instrument.key)].map((code) => code.toUpperCase()))
    return Array.from(codes, (each) => ({ each, instrument }))
  })
  const grouped = Map.groupBy(codes, ({ each }) => each)
  return new Map(Array.from(grouped, ([code, rows]) => [code, rows.map(({ instrument }) => instrument)]))
}

/** Hong Kong codes have leading zeros that users omit. */
const padded = (code: string): string | undefined => (/^\d{1,4}$/.test(code) ? code.padStart(5, '0') : undefined)

function frontOf(months: readonly Instrument[], now: number): Instrument | undefined {
  return months.find(({ contract }) => (contract?.lastTrade ?? 0) - now > rollMilliseconds) ?? months[0]
}

/** Contracts that ended longer ago are found no more: anybody can invent a code, and each keeps some memory. */
const endedMilliseconds = 366 * dayMilliseconds

/** The share of a code that has left the market: its page and its history outlive it. */
const removedShares = (feed: Feed, code: string, now: number): readonly Instrument[] =>
  [...feed.removed(now).values()].filter((share) => isCodeOf(share, code))

/** The ended contract of a code: its page and its positions outlive it. */
function endedContracts(feed: Feed, code: string, now: number): readonly Instrument[] {
  const found = feed.ended(`FUT:${code}`, now)
  return found !== undefined && now - (found.contract?.lastTrade ?? 0) < endedMilliseconds ? [found] : []
}

/** Indexes the instruments of a feed; `now` is epoch milliseconds. */
export function openListings(feed: Feed, catalogue: Catalogue): (now: number) => Listings {
  let known: Arranged | undefined
  return (now) => {
    const instruments = feed.instruments(now)
    const arranged = known?.from === instruments ? known : arrange(instruments, catalogue, now)
    known = arranged
    const { byCode, byProduct } = arranged
    return {
      all: arranged.all,
      ofMarket: (market) => arranged.byMarket.get(market) ?? [],
      companies: (market) => arranged.companies.get(market) ?? [],
      candidates({ code, market, source }) {
        const wanted = code.toUpperCase()
        const fits = (each: Instrument): boolean =>
          (market === undefined || each.market === market) && (source === undefined || isOfSource(each, source))
        const front = frontOf(byProduct.get(wanted) ?? [], now)
        const named = [
          ...(byCode.get(wanted) ?? []),
          ...(front === undefined ? [] : [front]),
          ...(byCode.get(padded(wanted) ?? '') ?? []),
          ...endedContracts(feed, wanted, now),
          ...removedShares(feed, wanted, now),
        ]
        return [...new Set(named)].filter(fits)
      },
      keyOf: (market, code) =>
        byCode.get(code.toUpperCase())?.find((each) => each.market === market && isCodeOf(each, code))?.key,
      fronts: () => [...byProduct.values()].flatMap((months) => frontOf(months, now) ?? []),
      months: (product) => byProduct.get(product.toUpperCase()) ?? [],
      search: (text) =>
        find(arranged.index(), text, arranged.all.length, undefined).map(({ instrument }) => instrument),
    }
  }
}
