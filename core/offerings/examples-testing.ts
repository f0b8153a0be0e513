import { applicationFeeRate } from './application-cost.ts'
import type { NewIssue } from './new-issue.ts'
import { priceOf, quantityOf, rateOf } from '#money/money.ts'

const hour = 3_600_000
/** The offer of the examples opens at 0. */
export const opensAt = 0
export const closesAt = 100 * hour

/** A Hong Kong offer of 100,000 lots of 500 shares, 5,000 of them for the public at first. */
export const hongKongOffer: NewIssue = {
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
