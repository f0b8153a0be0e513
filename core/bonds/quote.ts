import { bondRules, type Bond } from './bond.ts'
import { cleanPrice } from './pricing.ts'
import { price, type Price, type Rate } from '#money/money.ts'
import type { DayNumber } from '#time-zone.ts'

/** Whether bonds of a country can be traded at an instant (rulebook §13.4, §13.5). */
export type BondPhase = 'open' | 'practice' | 'closed'

/** What a bond is bought and sold for at an instant: the same for everybody. */
export type BondQuote = {
  /** When the curve was drawn on which it rests, epoch milliseconds. */
  readonly at: number
  readonly phase: BondPhase
  readonly settles: DayNumber
  readonly yield: Rate
  /** Clean, like ask and bid: for 100 of face, 10 of Cetes. */
  readonly price: Price
  readonly ask: Price
  readonly bid: Price
}

/** In practice hours the spread is twice as wide (rulebook §13.4). */
const practiceSpread = 2n

/** The quote of a bond at a yield; while the market is closed it is that of its open hours. */
export function bondQuote(bond: Bond, given: Pick<BondQuote, 'at' | 'phase' | 'settles' | 'yield'>): BondQuote {
  const { halfSpread } = bondRules[bond.kind]
  const half = given.phase === 'practice' ? halfSpread * practiceSpread : halfSpread
  const middle = cleanPrice(bond, given.settles, given.yield)
  return { ...given, price: middle, ask: price(middle + half), bid: price(middle - half) }
}
