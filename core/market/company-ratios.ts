import { divide } from '#money/decimal.ts'
import {
  convert,
  one,
  percent,
  rate,
  valueOf,
  type Money,
  type Percent,
  type Price,
  type Quantity,
  type Rate,
} from '#money/money.ts'

/** What is known of one share of now; every ratio of a company follows from these and its last price. */
export type ShareFacts = {
  readonly sharesOutstanding: Quantity | undefined
  readonly earningsPerShare: Price | undefined
  /** Paid in the last year. */
  readonly dividendPerShare: Price | undefined
}

export type CompanyRatios = {
  /** In cents of the currency of the share. */
  readonly marketCap: Money | undefined
  readonly priceToEarnings: Rate | undefined
  readonly dividendYield: Percent | undefined
}

/**
 * The figures of a company that move with its price: the server tells them and a page keeps them with the live price, so they
 * never disagree with the price beside them. Without earnings, or without a price above zero, there is no ratio.
 */
export function companyRatios(
  last: Price,
  { sharesOutstanding, earningsPerShare, dividendPerShare }: ShareFacts,
): CompanyRatios {
  const isPriced = last > 0n
  const hasEarnings = isPriced && earningsPerShare !== undefined && earningsPerShare > 0n
  return {
    marketCap:
      isPriced && sharesOutstanding !== undefined
        ? convert(valueOf(last, sharesOutstanding, one), one, 'near')
        : undefined,
    priceToEarnings: hasEarnings ? rate(divide(last * 100n, earningsPerShare, 'near') * 10n ** 10n) : undefined,
    dividendYield:
      isPriced && dividendPerShare !== undefined
        ? percent(divide(dividendPerShare * 10_000n, last, 'near'))
        : undefined,
  }
}
