import type { OfferTerms } from './new-issue.ts'
import { applicationLevyRate } from './application-cost.ts'
import type { ShareMarket, sources } from '#market/instrument.ts'
import { rate, rateOf, type Price, type Rate } from '#money/money.ts'

/** A placing: new shares of a listed company at one price below the last close, which cannot be sold for some days (rulebook §21). */
export type Placing = OfferTerms & {
  readonly source: typeof sources.placingStock
  readonly mechanism: 'pro_rata'
  /** The last official close before the publication, and the share of it that was drawn to be taken off. */
  readonly lastClose: Price
  readonly discount: Rate
  readonly lockDays: number
  /** The end of the lock-up: allotted shares can be sold from then on. */
  readonly unlocksAt: number
}

/** The commission of a placing (rulebook §18). */
const commission = rateOf('0.001')

/** What an application costs besides the shares: 0.10 %, and in Hong Kong the levies of 0.0085 % (rulebook §18). */
export const placingFeeRate = (market: ShareMarket): Rate =>
  market === 'HK' ? rate(commission + applicationLevyRate) : commission

export const isOpenAt = ({ startsAt, endsAt }: Pick<Placing, 'startsAt' | 'endsAt'>, now: number): boolean =>
  now >= startsAt && now < endsAt

/** From its publication to the end of its lock-up an offer keeps new shorts out of its stock (rulebook §21). */
export const isUnderWay = (
  { publishedAt, unlocksAt }: Pick<Placing, 'publishedAt' | 'unlocksAt'>,
  now: number,
): boolean => now >= publishedAt && now < unlocksAt
