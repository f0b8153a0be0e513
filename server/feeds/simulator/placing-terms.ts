import type { BallotApplication } from '@mex/core/offerings/ballot.ts'
import { lotsMax } from '@mex/core/offerings/new-issue.ts'
import { placingFeeRate } from '@mex/core/offerings/placing.ts'
import type { ShareMarket, TickBand } from '@mex/core/market/instrument.ts'
import { tickDown } from '@mex/core/market/ticks.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price, quantity, rate, rateOf, type Price, type Quantity, type Rate } from '@mex/core/money/money.ts'
import type { Draws } from './draws.ts'
import { between, bookHashOf, drawBook } from './offer-book.ts'

/** The figures of a placing, drawn under the secret of the day of its publication (rulebook §21). */
export type PlacingTerms = {
  readonly mechanism: 'pro_rata'
  readonly lot: Quantity
  readonly totalShares: Quantity
  readonly publicPerMille: number
  readonly low: Price
  readonly high: Price
  readonly lastClose: Price
  readonly discount: Rate
  readonly feeRate: Rate
  readonly prefunded: Rate
  readonly book: readonly BallotApplication[]
  readonly bookHash: string
}

type PlacedShares = {
  readonly market: ShareMarket
  /** In which the shares are traded. */
  readonly lot: Quantity
  readonly lastClose: Price
}

/** What a lot costs about at least, and the most that it may cost, in the currency of the market. */
const lotValues: Readonly<Record<ShareMarket, { readonly least: readonly [number, number]; readonly most: number }>> = {
  US: { least: [150, 900], most: 3000 },
  HK: { least: [1, 1], most: 50_000 },
  MX: { least: [2500, 12_000], most: 60_000 },
}
/** Shares of a lot outside of Hong Kong, where a lot is that in which the shares are traded. */
const roundLots = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000] as const

const unit = 10n ** 8n
const valueOfLot = ({ lot, lastClose }: Omit<PlacedShares, 'market'>): number =>
  (Number(lot) / 1e8) * (Number(lastClose) / 1e8)

/** Whether a lot of the shares is small enough for everybody to apply. */
export const isPlaceable = (shares: PlacedShares): boolean => valueOfLot(shares) <= lotValues[shares.market].most

/** The discount to the last close, in per mille (rulebook §31 `placing.discount`). */
const discountMin = 20
const discountMax = 80
/** Least and most times that the book covers the offer. */
const coverages = [0.7, 12] as const
const applicationsMin = 160
const applicationsMax = 420
const lotsMin = 200
/** Lots of an application on average, about: nobody asks for more than a tenth of these small offers. */
const usualLots = 9

export function drawPlacingTerms(
  draws: Draws,
  { market, lot: tradedLot, lastClose, ticks }: PlacedShares & { readonly ticks: readonly TickBand[] },
): PlacingTerms {
  const discount = discountMin + Math.floor((discountMax - discountMin + 1) * draws.next())
  const lotValue = between(draws, lotValues[market].least)
  const applications = Math.floor(between(draws, [applicationsMin, applicationsMax]))
  const coverage = between(draws, coverages)
  const lot = market === 'HK' ? tradedLot : roundLot(lastClose, lotValue)
  const at = tickDown(ticks, price(divide(lastClose * BigInt(1000 - discount), 1000n, 'floor')))
  // A multiple of 20, so that the tenth that one person may get is whole lots.
  const lots = Math.max(lotsMin, Math.ceil((applications * usualLots) / coverage / 20) * 20)
  const offer = {
    mechanism: 'pro_rata',
    lot,
    totalShares: quantity(lot * BigInt(lots)),
    publicPerMille: 1000,
    high: at,
  } as const
  const book = drawBook(draws, applications, lotsMax(offer))
  return {
    ...offer,
    low: at,
    lastClose,
    discount: rate(BigInt(discount) * 10n ** 9n),
    feeRate: placingFeeRate(market),
    prefunded: rateOf('1'),
    book,
    bookHash: bookHashOf(book),
  }
}

function roundLot(lastClose: Price, value: number): Quantity {
  const shares = roundLots.find((each) => valueOfLot({ lot: quantity(BigInt(each) * unit), lastClose }) >= value)
  return quantity(BigInt(shares ?? roundLots.at(-1)!) * unit)
}
