import { applicationFeeRate } from '@mex/core/offerings/application-cost.ts'
import type { BallotApplication } from '@mex/core/offerings/ballot.ts'
import { lotsMax } from '@mex/core/offerings/new-issue.ts'
import type { BallotMechanism } from '@mex/core/offerings/pools.ts'
import type { ShareMarket, TickBand } from '@mex/core/market/instrument.ts'
import { tickNear } from '@mex/core/market/ticks.ts'
import { price, quantity, rateOf, type Price, type Quantity, type Rate } from '@mex/core/money/money.ts'
import type { Draws } from './draws.ts'
import { between, bookHashOf, drawBook } from './offer-book.ts'

/** The figures of a new issue, drawn under the secret of the day of its publication (rulebook §20.1). */
export type IssueTerms = {
  readonly mechanism: BallotMechanism
  readonly lot: Quantity
  readonly totalShares: Quantity
  readonly publicPerMille: number
  readonly low: Price
  readonly high: Price
  readonly feeRate: Rate
  readonly prefunded: Rate
  readonly book: readonly BallotApplication[]
  readonly bookHash: string
}

type Habits = {
  /** Least and most of the price. */
  readonly price: readonly [number, number]
  /** Lots that are usual, and what one of them costs about, in the currency of the market. */
  readonly lots: readonly number[]
  readonly lotValue: readonly [number, number]
  /** Least and most times that the public covers what it is offered at first. */
  readonly coverage: readonly [number, number]
}

const habits: Readonly<Record<ShareMarket, Habits>> = {
  US: { price: [8, 40], lots: [5, 10, 20, 50], lotValue: [150, 500], coverage: [0.6, 15] },
  HK: { price: [2, 30], lots: [100, 200, 500, 1000, 2000], lotValue: [2000, 6000], coverage: [0.6, 130] },
  MX: { price: [15, 90], lots: [20, 50, 100, 200], lotValue: [1500, 5000], coverage: [0.6, 12] },
}

/** Lots of an application on average, about. */
const usualLots = 16
const applicationsMin = 700
const applicationsMax = 2200

export function drawTerms(draws: Draws, market: ShareMarket, ticks: readonly TickBand[]): IssueTerms {
  const habit = habits[market]
  const middle = between(draws, habit.price)
  const isRange = market === 'HK'
  const onGrid = (at: number): Price => tickNear(ticks, price(BigInt(Math.round(at * 100)) * 1_000_000n))
  const spread = isRange ? 0.04 + 0.06 * draws.next() : 0
  const [low, high] = [onGrid(middle * (1 - spread)), onGrid(middle * (1 + spread))]
  const lotValue = between(draws, habit.lotValue)
  const lot = habit.lots.find((each) => each * middle >= lotValue) ?? habit.lots.at(-1)!
  const mechanism: BallotMechanism = isRange ? (draws.next() < 0.7 ? 'A' : 'B') : 'single'
  const publicPerMille = mechanism === 'A' ? 50 : draws.pick(mechanism === 'B' ? [100, 200, 300] : [20, 30, 40])
  const prefunded = isRange || draws.next() < 0.5 ? rateOf('1') : rateOf('0.5')
  const applications = Math.floor(between(draws, [applicationsMin, applicationsMax]))
  const coverage = between(draws, habit.coverage)
  const publicLots = Math.max(40, Math.round((applications * usualLots) / coverage))
  // A multiple of 20, so that every part of the offer that the rules name is whole lots.
  const totalLots = Math.ceil((publicLots * 1000) / publicPerMille / 20) * 20
  const shares = (count: number): Quantity => quantity(BigInt(count) * 10n ** 8n)
  const offer = { mechanism, lot: shares(lot), totalShares: shares(totalLots * lot), publicPerMille, high }
  const book = drawBook(draws, applications, lotsMax(offer))
  return {
    ...offer,
    low,
    feeRate: applicationFeeRate(mechanism),
    prefunded,
    book,
    bookHash: bookHashOf(book),
  }
}
