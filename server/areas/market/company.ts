import { createHash } from 'node:crypto'
import { divide } from '@mex/core/money/decimal.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import {
  convert,
  one,
  price,
  quantity,
  rate,
  valueOf,
  type Money,
  type Price,
  type Rate,
} from '@mex/core/money/money.ts'

/** Invented figures of a company, constant and equal for all users; the page says that they are invented. */
export type CompanyFigures = {
  /** In cents of the instrument's currency. */
  readonly marketCap: Money
  readonly priceToEarnings: Rate
  readonly earningsPerShare: Price
}

/**
 * Figures of a practice company, from its code alone: as many shares as 60 to 250 days of average volume, earnings of
 * an 8th to a 40th of the price at which it is listed. Ratios then move with the price as those of real companies do.
 * `shares` is how many there are now for one at its listing.
 */
export function companyFigures(
  { code, market, averageVolume }: Pick<Instrument, 'code' | 'market' | 'averageVolume'>,
  listedAt: Price,
  last: Price,
  shares: { readonly to: bigint; readonly from: bigint },
): CompanyFigures | undefined {
  if (listedAt <= 0n || last <= 0n) return undefined
  const draws = createHash('sha256').update(`company|${market}:${code}`).digest()
  const days = 60n + BigInt(draws.readUInt16LE(0) % 191)
  // In tenths: a price of 8.0 to 40.0 times the earnings.
  const multiple = 80n + BigInt(draws.readUInt16LE(2) % 321)
  const cent = 1_000_000n
  const earnings = price(divide(listedAt * 10n * shares.from, multiple * cent * shares.to, 'near') * cent)
  const issued = quantity(divide(averageVolume * days * shares.to, shares.from, 'near'))
  if (earnings <= 0n) return undefined
  return {
    marketCap: convert(valueOf(last, issued, one), one, 'near'),
    priceToEarnings: ratio(last, earnings),
    earningsPerShare: earnings,
  }
}

const ratio = (last: Price, earnings: Price): Rate => rate(divide(last * 100n, earnings, 'near') * 10n ** 10n)
