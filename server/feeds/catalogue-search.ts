import type { Market } from '@mex/core/market/instrument.ts'
import type { Listing } from './listing.ts'

/** A search target: any listing, and instruments that only a replay has. */
export type Searchable = Pick<Listing, 'instrument' | 'aliases'>

/** A listing with its search terms: its codes, and its English name whole and word by word. */
type Entry<Found extends Searchable> = {
  readonly listing: Found
  readonly codes: readonly string[]
  readonly words: readonly string[]
}
export type SearchIndex<Found extends Searchable = Listing> = readonly Entry<Found>[]

/** Lower case without accents: 'América Móvil' is found as 'america movil'. */
const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

export function searchIndex<Found extends Searchable>(listings: Iterable<Found>): SearchIndex<Found> {
  return Array.from(listings, (listing) => {
    const { code, name, contract } = listing.instrument
    // Hong Kong codes are padded with zeros that users do not type.
    const codes = [code, code.replace(/^0+/, ''), ...listing.aliases, contract?.product ?? code].map(plain)
    const en = plain(name.en)
    return { listing, codes, words: [en, ...en.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')] }
  })
}

/** 0 is the best rank; undefined means no match. */
function rank(
  { listing, codes, words }: Entry<Searchable>,
  wanted: string,
  parts: readonly string[],
): number | undefined {
  const { zh } = listing.instrument.name
  if (codes[0] === wanted) return 0
  if (codes.includes(wanted)) return 1
  if (codes.some((code) => code.startsWith(wanted))) return 2
  if (words[1] === wanted || plain(zh) === wanted) return 3
  if (words[0]?.startsWith(wanted) === true || plain(zh).startsWith(wanted)) return 4
  if (parts.every((part) => words.some((word) => word.startsWith(part)))) return 5
  return plain(zh).includes(wanted) ? 6 : undefined
}

/** Listings that match a text, best rank first; equal ranks in the order of the catalogue, near futures first. */
export function find<Found extends Searchable>(
  index: SearchIndex<Found>,
  text: string,
  limit: number,
  market: Market | undefined,
): readonly Found[] {
  const wanted = plain(text.trim())
  if (wanted === '') return []
  const parts = wanted.split(/\s+/)
  return index
    .filter(({ listing }) => market === undefined || listing.instrument.market === market)
    .map((entry) => ({ listing: entry.listing, rank: rank(entry, wanted, parts) }))
    .filter((hit): hit is { listing: Found; rank: number } => hit.rank !== undefined)
    .sort((left, right) => left.rank - right.rank)
    .slice(0, limit)
    .map(({ listing }) => listing)
}
