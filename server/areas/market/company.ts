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
import { percent, type Percent } from '@mex/core/trading/positions.ts'

/** Invented figures of a company, constant and equal for all users; the page says that they are invented. */
export type CompanyFigures = {
  /** In cents of the instrument's currency. */
  readonly marketCap: Money
  readonly priceToEarnings: Rate
  readonly earningsPerShare: Price
  readonly dividendYield: Percent
}

/**
 * Figures of a practice company, from its code alone: as many shares as 60 to 250 days of average volume, earnings of
 * an 8th to a 40th of the price at which it is listed, and dividends of at most 6 % of that price, none for a third.
 * Ratios then move with the price as those of real companies do.
 */
export function companyFigures(
  { code, market, averageVolume }: Pick<Instrument, 'code' | 'market' | 'averageVolume'>,
  listedAt: Price,
  last: Price,
): CompanyFigures | undefined {
  if (listedAt <= 0n || last <= 0n) return undefined
  const draws = createHash('sha256').update(`company|${market}:${code}`).digest()
  const days = 60n + BigInt(draws.readUInt16LE(0) % 191)
  // In tenths: a price of 8.0 to 40.0 times the earnings.
  const multiple = 80n + BigInt(draws.readUInt16LE(2) % 321)
  // In hundredths of a percent of the price at listing.
  const payout = draws.readUInt16LE(4) % 3 === 0 ? 0n : BigInt(draws.readUInt16LE(6) % 601)
  const cent = 1_000_000n
  const earnings = price(divide(listedAt * 10n, multiple * cent, 'near') * cent)
  const shares = quantity(averageVolume * days)
  if (earnings <= 0n) return undefined
  return {
    marketCap: convert(valueOf(last, shares, one), one, 'near'),
    priceToEarnings: ratio(last, earnings),
    earningsPerShare: earnings,
    dividendYield: percent(divide(listedAt * payout, last, 'near')),
  }
}

const ratio = (last: Price, earnings: Price): Rate => rate(divide(last * 100n, earnings, 'near') * 10n ** 10n)
