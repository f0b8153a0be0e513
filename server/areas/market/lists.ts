import type { SortColumn } from '@mex/contract/market/fields.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn, type Text, type Traditional } from '@mex/contract/text.ts'
import type { Page } from '@mex/contract/wire.ts'
import { shareMarkets, type Instrument, type Market, type ShareMarket } from '@mex/core/market/instrument.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { Listings } from './listings.ts'
import type { QuoteBoard, Row } from './quote-board.ts'

/** Common fields of all list requests (specification, calls F). */
export type ListInput = {
  readonly keyword?: string | undefined
  readonly sort?: SortColumn | undefined
  readonly order?: 'asc' | 'desc' | undefined
}
export type PageInput = { readonly pageNum: number; readonly pageSize: number }
export type OptionalPage = { readonly pageNum?: number | undefined; readonly pageSize?: number | undefined }

/** Maximum rows of an unpaged list, and the default page size. */
const rowsMax = 200
const usualPageSize = 10

/** The input of all lists at an instant. */
export type Source = {
  readonly listings: Listings
  readonly board: QuoteBoard
  readonly now: number
  readonly language: Language
  readonly traditional: Traditional
}

/** The rows of a list, computed lazily: a page computes only its own rows unless sorting needs all. */
export type Chosen = { readonly total: number; slice(start: number, end: number): readonly Row[] }

const chosenRows = (rows: readonly Row[]): Chosen => ({
  total: rows.length,
  slice: (start, end) => rows.slice(start, end),
})

/** The instruments that match the keyword, in the requested order. */
export function pick(source: Source, instruments: readonly Instrument[], input: ListInput): Chosen {
  const { listings, board, now } = source
  const keyword = input.keyword?.trim() ?? ''
  const matching = keyword === '' ? instruments : matchingOf(listings.search(keyword), instruments)
  if (input.sort !== undefined) return chosenRows(sortRows(source, board.rows(matching, now), input))
  return { total: matching.length, slice: (start, end) => board.rows(matching.slice(start, end), now) }
}

/** The same for selected rows: they keep their order unless another is requested. */
export function narrow(source: Source, rows: readonly Row[], input: ListInput): Chosen {
  const keyword = input.keyword?.trim() ?? ''
  const found = keyword === '' ? undefined : new Set(source.listings.search(keyword))
  const matching = found === undefined ? rows : rows.filter(({ instrument }) => found.has(instrument))
  return chosenRows(sortRows(source, matching, input))
}

function matchingOf(found: readonly Instrument[], instruments: readonly Instrument[]): readonly Instrument[] {
  const wanted = new Set(instruments)
  return found.filter((instrument) => wanted.has(instrument))
}

const compare = (left: bigint, right: bigint): number => (left < right ? -1 : left > right ? 1 : 0)
const collators = new Map<Language, Intl.Collator>()

function collatorOf(language: Language): Intl.Collator {
  const collator = collators.get(language) ?? new Intl.Collator(language, { numeric: true })
  collators.set(language, collator)
  return collator
}

/** By default names sort ascending and numbers descending; the sort is stable. */
function sortRows(
  { language, traditional }: Source,
  rows: readonly Row[],
  { sort, order = sort === 'name' ? 'asc' : 'desc' }: ListInput,
): readonly Row[] {
  if (sort === undefined) return rows
  const sign = order === 'asc' ? 1 : -1
  const { compare: compareNames } = collatorOf(language)
  const name = ({ instrument }: Row): string => textIn(instrument.name, language, traditional)
  const by: Readonly<Record<SortColumn, (left: Row, right: Row) => number>> = {
    name: (left, right) => compareNames(name(left), name(right)),
    last: (left, right) => compare(left.quote.last, right.quote.last),
    volume: (left, right) => compare(left.day.volume, right.day.volume),
    changeRatio: (left, right) => compare(left.changeRatio, right.changeRatio),
  }
  return rows.toSorted((left, right) => sign * by[sort](left, right))
}

/** One page; empty after the end. */
export function page(chosen: Chosen, { pageNum, pageSize }: PageInput): Page<Row> {
  const start = (pageNum - 1) * pageSize
  return { total: chosen.total, pageNum, pageSize, rows: chosen.slice(start, start + pageSize) }
}

/** The whole list up to 200 rows, or the requested page. */
export function whole(chosen: Chosen, { pageNum, pageSize }: OptionalPage): readonly Row[] {
  if (pageNum === undefined && pageSize === undefined) return chosen.slice(0, rowsMax)
  const size = pageSize ?? usualPageSize
  const start = ((pageNum ?? 1) - 1) * size
  return chosen.slice(start, start + size)
}

export const topTypes = ['gainers', 'losers', 'active'] as const
export type TopType = (typeof topTypes)[number]

/** By turnover, descending; rows without a turnover come last. */
function byTurnover({ board, now }: Source, rows: readonly Row[]): readonly Row[] {
  return rows
    .map((row) => ({ row, turnover: board.turnover(row, now) ?? -1n }))
    .toSorted((left, right) => compare(right.turnover, left.turnover))
    .map(({ row }) => row)
}

/** The largest gains, losses or turnovers of a stock market; an unchanged share is in neither list of gains and losses. */
export function top(source: Source, market: ShareMarket, type: TopType, limit: number): readonly Row[] {
  const rows = source.board.rows(source.listings.companies(market), source.now)
  if (type === 'active') return byTurnover(source, rows).slice(0, limit)
  const sign = type === 'gainers' ? 1n : -1n
  return rows
    .filter(({ change }) => change * sign > 0n)
    .toSorted((left, right) => compare(right.changeRatio * sign, left.changeRatio * sign))
    .slice(0, limit)
}

/** The most traded shares by money, of one market or of all three. */
export function hot(source: Source, market: Market | undefined, limit: number): readonly Row[] {
  const markets = market === undefined ? shareMarkets : [market]
  const instruments = markets.flatMap((each) => source.listings.companies(each))
  return byTurnover(source, source.board.rows(instruments, source.now)).slice(0, limit)
}

/** The group of an instrument that is no share: from the catalogue, else from the contract. */
export function groupOf(catalogue: Catalogue, instrument: Instrument, now: number): string | undefined {
  return catalogue.listing(instrument.key, now)?.group ?? instrument.contract?.group
}

/** Currency pairs and spot metals, of one group or of all. */
export function forexOf({ listings, now }: Source, catalogue: Catalogue, group?: string): readonly Instrument[] {
  const pairs = listings.ofMarket('FX')
  return group === undefined ? pairs : pairs.filter((pair) => groupOf(catalogue, pair, now) === group)
}

/** A block of the home page: title and rows. */
export type Block = { readonly type: string; readonly title: Text; readonly rows: readonly Row[] }

const blockRows = 6

/** The blocks of the home page: indices first, then movers. Empty blocks are left out. */
export function homeBlocks(source: Source, catalogue: Catalogue): readonly Block[] {
  const { listings, board, now } = source
  const first = (instruments: readonly Instrument[]): readonly Row[] => board.rows(instruments.slice(0, blockRows), now)
  const blocks: readonly Block[] = [
    { type: 'index', title: { en: 'Indices', zh: '指数' }, rows: first(oneIndexEach(source, catalogue)) },
    { type: 'US', title: { en: 'US stocks', zh: '美股' }, rows: top(source, 'US', 'active', blockRows) },
    { type: 'HK', title: { en: 'Hong Kong stocks', zh: '港股' }, rows: top(source, 'HK', 'active', blockRows) },
    { type: 'MX', title: { en: 'Mexican stocks', zh: '墨西哥股票' }, rows: top(source, 'MX', 'active', blockRows) },
    { type: 'future', title: { en: 'Futures', zh: '期货' }, rows: byTurnoverOf(source, listings.fronts()) },
    { type: 'forex', title: { en: 'Forex', zh: '外汇' }, rows: first(forexOf(source, catalogue, 'major')) },
    { type: 'metal', title: { en: 'Metals', zh: '贵金属' }, rows: first(forexOf(source, catalogue, 'metal')) },
  ]
  return blocks.filter(({ rows }) => rows.length > 0)
}

const byTurnoverOf = (source: Source, instruments: readonly Instrument[]): readonly Row[] =>
  byTurnover(source, source.board.rows(instruments, source.now)).slice(0, blockRows)

/** The first index of every region, then the others: a strip shows the world before it shows one country's four. */
function oneIndexEach({ listings, now }: Source, catalogue: Catalogue): readonly Instrument[] {
  const seen = new Set<string>()
  const [heads, others]: [Instrument[], Instrument[]] = [[], []]
  for (const instrument of listings.ofMarket('GLOBAL')) {
    const region = regionOf(catalogue, instrument, now) ?? ''
    const isFirst = region !== '' && !seen.has(region)
    seen.add(region)
    if (isFirst) heads.push(instrument)
    else others.push(instrument)
  }
  return [...heads, ...others]
}

export function regionOf(catalogue: Catalogue, instrument: Instrument, now: number): string | undefined {
  const origin = catalogue.listing(instrument.key, now)?.origin
  return origin?.kind === 'index' ? origin.region : undefined
}
