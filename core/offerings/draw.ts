import {
  allotPool,
  bestTicket,
  byRank,
  ranked,
  ticketClassOf,
  ticketClasses,
  type BallotApplication,
  type Keyed,
  type Ranked,
} from './ballot.ts'
import { lotsAsked, poolLots, poolOf, publicLots, weightOf, type Pool, type PublicOffer } from './pools.ts'
import { allotProRata } from './pro-rata.ts'

/** The book of an offer with the tickets of all its applications: what every draw of the offer shares. */
export type RankedBook = {
  readonly offer: PublicOffer
  /** Lots for the public. */
  readonly supply: number
  /** Each in the order of the ranks. */
  readonly pools: Readonly<Record<Pool, readonly Ranked[]>>
  readonly asked: Readonly<Record<Pool, number>>
}

/** Ranks the book, in steps of about a hundred tickets, so that a caller can pause between them. */
export function* rankBook(
  offer: PublicOffer,
  book: readonly BallotApplication[],
  keyed: Keyed,
): Generator<void, RankedBook> {
  const all: Ranked[] = []
  for (const [index, application] of book.entries()) {
    all.push(ranked(keyed, application))
    if (index % 50 === 49) yield
  }
  const of = (pool: Pool): readonly Ranked[] => all.filter(({ lots }) => poolOf(offer, lots) === pool).sort(byRank)
  const pools = { A: of('A'), B: of('B') }
  const asked = { A: lotsAsked(pools.A), B: lotsAsked(pools.B) }
  return { offer, supply: publicLots(offer, asked.A + asked.B), pools, asked }
}

/** Ranks the book at once. */
export function rankWholeBook(offer: PublicOffer, book: readonly BallotApplication[], keyed: Keyed): RankedBook {
  const steps = rankBook(offer, book, keyed)
  for (;;) {
    const step = steps.next()
    if (step.done === true) return step.value
  }
}

/** The result of one application. */
export type DrawnApplication = {
  readonly lots: number
  readonly pool: Pool
  /** From 1, among all applications of the pool, itself included. */
  readonly rank: number
  readonly ofApplications: number
  readonly poolLots: number
  readonly ticket: number
  readonly hash: string
}

/**
 * Draws one application against the book alone (rulebook §20.4-1): what anybody else applied for changes nothing. Its id is named
 * by the caller and must not be in the book.
 */
export function drawApplication(book: RankedBook, application: BallotApplication, keyed: Keyed): DrawnApplication {
  const { offer, pools, asked, supply } = book
  const pool = poolOf(offer, application.lots)
  const { ticket, hash } = bestTicket(keyed, application)
  const own: Ranked = { ...application, hash }
  const others = pools[pool]
  const before = others.findIndex((other) => byRank(own, other) < 0)
  const place = before === -1 ? others.length : before
  const lots = poolLots(offer, supply, { ...asked, [pool]: asked[pool] + own.lots })[pool]
  const applications = others.toSpliced(place, 0, own)
  const got = allot(offer, pool, applications, lots)
  return {
    lots: got.get(own.id)!,
    pool,
    rank: place + 1,
    ofApplications: applications.length,
    poolLots: lots,
    ticket,
    hash,
  }
}

/** What the applications of the book alone get, by id. */
export function drawBook({ offer, pools, asked, supply }: RankedBook): ReadonlyMap<string, number> {
  const lots = poolLots(offer, supply, asked)
  return new Map([...allot(offer, 'A', pools.A, lots.A), ...allot(offer, 'B', pools.B, lots.B)])
}

/** The lots of a pool: a placing shares them in proportion, everything else by the ballot. */
const allot = (
  { mechanism }: PublicOffer,
  pool: Pool,
  applications: readonly Ranked[],
  lots: number,
): ReadonlyMap<string, number> =>
  mechanism === 'pro_rata' ? allotProRata(applications, lots) : allotPool(applications, lots, weightOf[pool])

/** One line of a basis of allotment: the applications for so many lots and what they got. */
export type BasisRow = {
  readonly lots: number
  readonly applications: number
  /** Those that got at least one lot. */
  readonly served: number
  readonly allotted: number
}

/** The basis of allotment of the book (rulebook §20.4-7), by the lots that were applied for. */
export function basisOf(book: RankedBook): readonly BasisRow[] {
  const drawn = drawBook(book)
  const rows = new Map<number, { lots: number; applications: number; served: number; allotted: number }>()
  for (const { id, lots } of [...book.pools.A, ...book.pools.B]) {
    const row = rows.get(lots) ?? { lots, applications: 0, served: 0, allotted: 0 }
    const got = drawn.get(id)!
    row.applications += 1
    row.served += got > 0 ? 1 : 0
    row.allotted += got
    rows.set(lots, row)
  }
  return [...rows.values()].sort((one, other) => one.lots - other.lots)
}

/** The basis by class of tickets: how many of those that asked for so much got something. */
export function basisByClass(basis: readonly BasisRow[]): readonly (BasisRow & { readonly lotsMax: number })[] {
  return ticketClasses.flatMap(({ lotsMax }, index) => {
    const rows = basis.filter(({ lots }) => ticketClassOf(lots) === index)
    const sum = (count: (row: BasisRow) => number): number => rows.reduce((total, row) => total + count(row), 0)
    if (rows.length === 0) return []
    const counts = { applications: sum((row) => row.applications), served: sum((row) => row.served) }
    return [{ lotsMax, lots: rows[0]!.lots, ...counts, allotted: sum((row) => row.allotted) }]
  })
}
