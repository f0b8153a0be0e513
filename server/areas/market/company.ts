import { createHash } from 'node:crypto'
import { divide, greatest } from '@mex/core/money/decimal.ts'
import type { ShareFacts } from '@mex/core/market/company-ratios.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { price, quantity, quantityOf, type Price } from '@mex/core/money/money.ts'

/** What the facts of a company follow from, beside its code. */
export type CompanyBasis = {
  /** The price at which it is listed. */
  readonly listedAt: Price
  /** How many shares there are now for one at its listing. */
  readonly shares: { readonly to: bigint; readonly from: bigint }
  /** What one share of now was paid in the last year. */
  readonly dividends: Price
}

const cent = 1_000_000n
const wholeShare = quantityOf('1')
/** Earnings by dividends, at least. */
const coverage = { to: 5n, from: 4n } as const

/**
 * Facts of a practice company, from its code, equal for all users: as many shares as 60 to 250 days of average volume, and earnings
 * of an 8th to a 40th of the price at which it is listed, or a quarter more than the dividends that it really pays. A split changes
 * all of them together. The page says that they are invented.
 */
export function companyFacts(
  { code, market, averageVolume }: Pick<Instrument, 'code' | 'market' | 'averageVolume'>,
  { listedAt, shares: { to, from }, dividends }: CompanyBasis,
): ShareFacts {
  const draws = createHash('sha256').update(`company|${market}:${code}`).digest()
  const days = 60n + BigInt(draws.readUInt16LE(0) % 191)
  // In tenths: a price of 8.0 to 40.0 times the earnings.
  const multiple = 80n + BigInt(draws.readUInt16LE(2) % 321)
  const drawn = divide(listedAt * 10n * from, multiple * cent * to, 'near')
  const covering = divide(dividends * coverage.to, coverage.from * cent, 'near')
  return {
    sharesOutstanding: quantity(divide(averageVolume * days * to, from * wholeShare, 'near') * wholeShare),
    earningsPerShare: price(greatest(drawn, covering) * cent),
    dividendPerShare: dividends,
  }
}
