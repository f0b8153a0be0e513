import { linearWeight, taperedWeight, type BallotApplication, type Weight } from './ballot.ts'
import { divide } from '#money/decimal.ts'
import { moneyOf, one, quantity, valueOf, type Price, type Quantity } from '#money/money.ts'

/**
 * How an offer is divided (rulebook §20.4-2): in Hong Kong mechanism A gives the public more where more is asked for, B a fixed
 * part; elsewhere everybody is in one pool. A placing has one pool too, and shares it in proportion without a ballot (§21).
 */
export type BallotMechanism = 'A' | 'B' | 'single'
export type Mechanism = BallotMechanism | 'pro_rata'

const hasOnePool = (mechanism: Mechanism): boolean => mechanism === 'single' || mechanism === 'pro_rata'

/** What is offered to the public. Lots are whole. */
export type PublicOffer = {
  readonly mechanism: Mechanism
  readonly lot: Quantity
  readonly totalShares: Quantity
  /** Per mille of all shares that the public is offered at first. */
  readonly publicPerMille: number
  /** Highest price of an application. */
  readonly high: Price
}

/** Mechanism A: at so many times covered, so many per mille of all shares are for the public (rulebook §20.4-2). */
const clawback = [
  { coverage: 100n, perMille: 350 },
  { coverage: 50n, perMille: 250 },
  { coverage: 15n, perMille: 150 },
] as const

const lotsOfShares = ({ lot, totalShares }: PublicOffer, perMille: number): number =>
  Number((totalShares * BigInt(perMille)) / 1000n / lot)

/** The lots that the public is offered at first: what coverage counts from. */
export const initialLots = (offer: PublicOffer): number => lotsOfShares(offer, offer.publicPerMille)

/** How many times the offer to the public is covered, cut to hundredths, as it is published: 250n is 2.5 times. */
export const coverageOf = (offer: PublicOffer, demand: number): bigint =>
  (BigInt(demand) * 100n) / BigInt(initialLots(offer))

/** Lots for the public once the demand of the book is known. */
export function publicLots(offer: PublicOffer, demand: number): number {
  if (offer.mechanism !== 'A') return initialLots(offer)
  const step = clawback.find(({ coverage }) => BigInt(demand) >= coverage * BigInt(initialLots(offer)))
  return step === undefined ? initialLots(offer) : lotsOfShares(offer, step.perMille)
}

/** Applications up to this value are in pool A (rulebook §20.4-3), in cents of the offer's currency. */
const smallApplicationMax = moneyOf('5000000')

export type Pool = 'A' | 'B'

/** The most lots that pool B can have; an offer with one pool has no such limit. */
export const poolBMax = (offer: PublicOffer): number =>
  hasOnePool(offer.mechanism) ? Infinity : poolLots(offer, initialLots(offer), { A: Infinity, B: Infinity }).B

/** The pool of an application; an offer with one pool calls it B. */
export function poolOf({ mechanism, lot, high }: PublicOffer, lots: number): Pool {
  if (hasOnePool(mechanism)) return 'B'
  const asked = valueOf(high, quantity(lot * BigInt(lots)), one)
  return divide(asked, 1_000_000n, 'ceil') <= smallApplicationMax ? 'A' : 'B'
}

export const weightOf: Readonly<Record<Pool, Weight>> = { A: taperedWeight, B: linearWeight }

/**
 * The lots of each pool, by what both ask for: half each, the odd lot is A's; a pool that asks for less gives the rest to the other.
 */
export function poolLots(
  { mechanism }: PublicOffer,
  supply: number,
  asked: Readonly<Record<Pool, number>>,
): Readonly<Record<Pool, number>> {
  if (hasOnePool(mechanism)) return { A: 0, B: supply }
  const half = { A: Math.ceil(supply / 2), B: Math.floor(supply / 2) }
  const rest = { A: Math.max(0, half.A - asked.A), B: Math.max(0, half.B - asked.B) }
  return { A: half.A - rest.A + rest.B, B: half.B - rest.B + rest.A }
}

export const lotsAsked = (applications: Iterable<BallotApplication>): number => {
  let sum = 0
  for (const { lots } of applications) sum += lots
  return sum
}

/** The pools that have fewer lots than applications, so that nobody in them gets more than one; in the others everybody gets one. */
export function scarcePools(offer: PublicOffer, book: readonly BallotApplication[]): readonly Pool[] {
  const of = (pool: Pool): readonly BallotApplication[] => book.filter(({ lots }) => poolOf(offer, lots) === pool)
  const pools = { A: of('A'), B: of('B') }
  const asked = { A: lotsAsked(pools.A), B: lotsAsked(pools.B) }
  const lots = poolLots(offer, publicLots(offer, asked.A + asked.B), asked)
  return (['A', 'B'] as const).filter((pool) => lots[pool] < pools[pool].length)
}
