/**
 * The allotment of an offer that more people want than there are shares (rulebook §20.4). It uses whole numbers alone, so that
 * every machine gives the same result, and one keyed function, HMAC-SHA-256, that the caller provides.
 */

/** An application in a draw: `id` is what its tickets are named by. */
export type BallotApplication = { readonly id: string; readonly lots: number }

/** HMAC-SHA-256 of a UTF-8 text under the key of one draw, as lower-case hexadecimal. */
export type Keyed = (message: string) => string

/** What a draw was made of; together they give its key. */
export type DrawInputs = {
  /** SHA-256 of the book, hexadecimal. */
  readonly bookHash: string
  readonly offer: number
  /** The public randomness, hexadecimal. */
  readonly beacon: string
}

/** The message whose HMAC under the seed is the key of a draw. */
export const keyMessage = ({ bookHash, offer, beacon }: DrawInputs): string => `${bookHash}|${offer}|${beacon}`

/** The text whose SHA-256 is the hash of a book: a line of each application, in published order. */
export const bookText = (book: readonly BallotApplication[]): string =>
  book.map(({ id, lots }) => `${id}:${lots}\n`).join('')

/** The most lots of each class of applications, and the tickets that one of the class has. */
export const ticketClasses = [
  { lotsMax: 1, tickets: 1 },
  { lotsMax: 5, tickets: 2 },
  { lotsMax: 10, tickets: 3 },
  { lotsMax: 50, tickets: 5 },
  { lotsMax: Infinity, tickets: 8 },
] as const

/** The class of an application: 0 for one lot. */
export const ticketClassOf = (lots: number): number => ticketClasses.findIndex(({ lotsMax }) => lots <= lotsMax)

/** Larger applications have more tickets, but not in proportion. */
export const ticketsOf = (lots: number): number => ticketClasses[ticketClassOf(lots)]!.tickets

/** The best ticket of an application: the smallest of their hashes. The number of the ticket is that of the hash. */
export function bestTicket(
  keyed: Keyed,
  { id, lots }: BallotApplication,
): { readonly ticket: number; readonly hash: string } {
  let best = { ticket: 0, hash: keyed(`${id}:0`) }
  for (let ticket = 1; ticket < ticketsOf(lots); ticket += 1) {
    const hash = keyed(`${id}:${ticket}`)
    if (hash < best.hash) best = { ticket, hash }
  }
  return best
}

/** How the lots that are left after one for everybody are shared: by what more an application asked for. */
export type Weight = (lots: bigint) => bigint

/** Pool A: by the square root, so that small applications get more of what they asked for. */
export const taperedWeight: Weight = (lots) => squareRoot(lots * 1_000_000n) + 1n
/** Pool B, and offers with a single pool: in proportion. */
export const linearWeight: Weight = (lots) => lots + 1n

/** The largest integer whose square is at most `value` (Newton's method). */
function squareRoot(value: bigint): bigint {
  let found = value
  let next = (found + 1n) / 2n
  while (next < found) {
    found = next
    next = (found + value / found) / 2n
  }
  return found
}

/** An application with its best ticket. */
export type Ranked = BallotApplication & { readonly hash: string }

export const ranked = (keyed: Keyed, application: BallotApplication): Ranked => ({
  ...application,
  hash: bestTicket(keyed, application).hash,
})

export const byRank = (one: Ranked, other: Ranked): number => (one.hash < other.hash ? -1 : 1)

/**
 * Who gets how many of `supply` lots (rulebook §20.4-6), by id. `applications` are in the order of their ranks. Σ = min(supply,
 * demand); nobody gets more than they asked for; everybody gets one lot where there are as many lots as applications.
 */
export function allotPool(
  applications: readonly Ranked[],
  supply: number,
  weight: Weight,
): ReadonlyMap<string, number> {
  const demand = applications.reduce((sum, { lots }) => sum + lots, 0)
  if (demand <= supply) return new Map(applications.map(({ id, lots }) => [id, lots]))
  const got = new Map(applications.map(({ id }, rank) => [id, rank < supply ? 1 : 0]))
  let left = supply - applications.length
  // A weight may take a square root: one for each number of lots, not one for each application and round.
  const weights = new Map<number, bigint>()
  if (left > 0) for (const { lots } of applications) if (!weights.has(lots)) weights.set(lots, weight(BigInt(lots - 1)))
  while (left > 0) {
    const shared = shareOut(applications, got, left, weights)
    left -= shared
  }
  return got
}

/** One round: every open application gets its part of `left`; where no part is a whole lot, the largest remainders get one. */
function shareOut(
  applications: readonly Ranked[],
  got: Map<string, number>,
  left: number,
  weightOf: ReadonlyMap<number, bigint>,
): number {
  const open = applications.filter(({ id, lots }) => got.get(id)! < lots)
  const weights = open.map(({ lots }) => weightOf.get(lots)!)
  const whole = weights.reduce((sum, each) => sum + each, 0n)
  let given = 0
  for (const [index, { id, lots }] of open.entries()) {
    const part = Number((BigInt(left) * weights[index]!) / whole)
    const more = Math.min(part, lots - got.get(id)!)
    got.set(id, got.get(id)! + more)
    given += more
  }
  if (given > 0) return given
  const remainders = open.map(({ id }, rank) => ({ id, rank, rest: (BigInt(left) * weights[rank]!) % whole }))
  remainders.sort((one, other) => (one.rest === other.rest ? one.rank - other.rank : one.rest > other.rest ? -1 : 1))
  const served = remainders.slice(0, left)
  for (const { id } of served) got.set(id, got.get(id)! + 1)
  return served.length
}
