import { applicationFeeRate } from './application-cost.ts'
import { decideApplication, type ApplicationOutcome, type ApplyFacts } from './application.ts'
import type { NewIssue } from './new-issue.ts'
import type { Offer } from './offer.ts'
import { placingFeeRate, type Placing } from './placing.ts'
import { assert } from '#assert.ts'
import { sources } from '#market/instrument.ts'
import { moneyOf, priceOf, quantityOf, rateOf } from '#money/money.ts'
import { isRefusal, type Refusal } from '#refusal.ts'

const hour = 3_600_000
/** The offer of the examples opens at 0. */
export const opensAt = 0
export const closesAt = 100 * hour

/** A Hong Kong offer of 100,000 lots of 500 shares, 5,000 of them for the public at first. */
export const hongKongOffer: NewIssue = {
  source: sources.newStock,
  id: 7,
  instrument: 'HK:07001',
  code: '07001',
  market: 'HK',
  venue: 'HKEX',
  name: { en: 'Example', zh: '示例' },
  sector: { en: 'Technology', zh: '科技' },
  currency: 'HKD',
  zone: 'Asia/Hong_Kong',
  ticks: [{ below: undefined, tick: priceOf('0.01') }],
  mechanism: 'A',
  lot: quantityOf('500'),
  totalShares: quantityOf('50000000'),
  publicPerMille: 50,
  low: priceOf('12.40'),
  high: priceOf('14.20'),
  feeRate: applicationFeeRate('A'),
  prefunded: rateOf('1'),
  book: [],
  bookHash: '00'.repeat(32),
  publishedAt: opensAt - 24 * hour,
  startsAt: opensAt,
  endsAt: closesAt,
  allotsAt: closesAt + 24 * hour,
  payUntil: closesAt + 44 * hour,
  listsAt: closesAt + 46 * hour,
}

/** The same shares in one pool at one price, half of which is paid when applying. */
export const singleOffer: NewIssue = {
  ...hongKongOffer,
  id: 8,
  instrument: 'US:EXMP',
  code: 'EXMP',
  market: 'US',
  currency: 'USD',
  mechanism: 'single',
  lot: quantityOf('10'),
  totalShares: quantityOf('1000000'),
  publicPerMille: 100,
  low: priceOf('20'),
  high: priceOf('20'),
  feeRate: rateOf('0'),
  prefunded: rateOf('0.5'),
}

const { sector: _sector, payUntil: _payUntil, listsAt: _listsAt, ...terms } = hongKongOffer

/** A placing of 12,000 lots of 200 shares at 50.50, a little below the close of 52.90, locked for 14 days (the picture F1). */
export const hongKongPlacing: Placing = {
  ...terms,
  source: sources.placingStock,
  id: 9,
  instrument: 'HK:01810',
  code: '01810',
  mechanism: 'pro_rata',
  lot: quantityOf('200'),
  totalShares: quantityOf('2400000'),
  publicPerMille: 1000,
  low: priceOf('50.50'),
  high: priceOf('50.50'),
  feeRate: placingFeeRate('HK'),
  book: [{ id: 'a1', lots: 38_400 }],
  lastClose: priceOf('52.90'),
  discount: rateOf('0.045'),
  lockDays: 14,
  unlocksAt: closesAt + 24 * hour + 14 * 24 * hour,
}

/** The same of a New York share: no levies. */
export const newYorkPlacing: Placing = {
  ...hongKongPlacing,
  id: 10,
  instrument: 'US:F',
  code: 'F',
  market: 'US',
  currency: 'USD',
  lot: quantityOf('100'),
  totalShares: quantityOf('1200000'),
  low: priceOf('12.58'),
  high: priceOf('12.58'),
  feeRate: placingFeeRate('US'),
  lastClose: priceOf('13.42'),
  discount: rateOf('0.062'),
}

/** The user of the examples may apply, and has enough. */
export const user = 3
export const facts: ApplyFacts = {
  permission: undefined,
  hasApplied: false,
  isShort: false,
  available: moneyOf('250000'),
  conversionRate: rateOf('2.3585'),
}

export const apply = (
  offer: Offer,
  quantity: string | undefined,
  at = opensAt,
  more: Partial<ApplyFacts> = {},
): ApplicationOutcome | Refusal =>
  decideApplication(
    offer,
    { id: 11, user, at, quantity: quantity === undefined ? undefined : quantityOf(quantity) },
    { ...facts, ...more },
  )

/** The refusal of a decision; undefined where it was accepted. */
export const word = (outcome: ApplicationOutcome | Refusal | undefined): string | undefined =>
  outcome !== undefined && isRefusal(outcome) ? outcome.refused : undefined

export function done(outcome: ApplicationOutcome | Refusal | undefined): ApplicationOutcome {
  assert(outcome !== undefined && !isRefusal(outcome), word(outcome) ?? 'no outcome')
  return outcome
}
