import { amountIn, isBetween, isDividend, sharesSince, type CorporateAction } from '#market/corporate-actions.ts'
import { divide } from '#money/decimal.ts'
import { price, type Price, type Rate } from '#money/money.ts'

/**
 * What one share of the first strike has become, with 18 decimals: splits make more of it, and dividends, less what is withheld from them,
 * buy more of it. Published prices times this are comparable from strike to strike, and no later action changes an earlier one.
 */
export type Shares = bigint & { readonly brand: 'shares' }

const scale = 10n ** 18n
const rateUnit = 10n ** 12n

export const oneShare = scale as Shares

/**
 * The shares after the actions that took effect after the last strike and by this one. Dividends buy at the price of this strike
 * (`quoted`, in the shares of this strike); rounded down.
 */
export function sharesAfter(
  shares: Shares,
  actions: readonly CorporateAction[],
  { from, until }: { readonly from: number; readonly until: number },
  { quoted, withheld }: { readonly quoted: Price; readonly withheld: Rate },
): Shares {
  const ratio = sharesSince(actions, from, until)
  let paid = 0n
  for (const action of actions)
    if (isDividend(action) && isBetween(action, from, until)) paid += amountIn(actions, action, until)
  const net = paid * (rateUnit - withheld)
  return divide(shares * ratio.to * (quoted * rateUnit + net), ratio.from * quoted * rateUnit, 'floor') as Shares
}

/** A published price as that of one share of the first strike; 8 decimals, to the nearest. */
export const comparablePrice = (quoted: Price, shares: Shares): Price => price(divide(quoted * shares, scale, 'near'))
