import type { Application } from '@mex/contract/offerings/shapes.ts'
import { subtractMoney, valueOf, one, type Money, type Value } from '@mex/core/money/money.ts'
import { affordableLots, costAt } from '@mex/core/offerings/application-cost.ts'

import { amountOf, lotsIn, paidFrom, paidIn, sharesIn, type Terms } from './figures.ts'

/** An application as it would be: the figures come from the rules that the server decides by. */
export type Plan = {
  /** What is asked for now; with a standing application, in addition to it. */
  readonly lots: number
  /** The most that may be asked for now. */
  readonly lotsMax: number
  /** Value at the highest price, in the offer's currency. */
  readonly worth: Value
  /** All of it with the fee, in pesos; undefined without a rate. */
  readonly whole: Money | undefined
  /** What is paid now. */
  readonly amount: Money | undefined
  readonly available: Money | undefined
  readonly left: Money | undefined
  readonly conversionRate: Terms['conversionRate']
  /** The rate is taken when the application is, so the amount may change by a little until then. */
  readonly isAbout: boolean
  readonly fault: 'nothing' | 'over_limit' | 'over_money' | undefined
}

export function planOf(
  issue: Terms,
  standing: Application | undefined,
  lots: number,
  available: Money | undefined,
): Plan {
  const before = standing === undefined ? 0 : lotsIn(issue, standing.quantity)
  const lotsMax = lotsIn(issue, issue.most) - before
  // The rate of an application is kept for its additions.
  const conversionRate = standing?.conversionRate ?? issue.conversionRate
  const wanted = Math.min(lots, lotsMax)
  const total = amountOf(issue, before + wanted, conversionRate)
  const amount = total === undefined ? undefined : subtractMoney(total, standing?.paid ?? (0n as Money))
  const shares = sharesIn(issue, wanted)
  const left = available === undefined || amount === undefined ? undefined : subtractMoney(available, amount)
  const fault =
    lots < 1 ? 'nothing' : lots > lotsMax ? 'over_limit' : left !== undefined && left < 0n ? 'over_money' : undefined
  return {
    lots: wanted,
    lotsMax,
    worth: valueOf(issue.high, shares, one),
    whole:
      conversionRate === undefined ? undefined : costAt(issue.high, shares, { feeRate: issue.feeRate, conversionRate }),
    amount,
    available,
    left,
    conversionRate,
    isAbout: standing === undefined && issue.currency !== paidIn,
    fault,
  }
}

/** What an application needs of the money of other accounts. */
export const purchaseOf = ({ fault, amount, isAbout }: Plan) => ({
  wallet: paidFrom,
  needed: fault === 'over_money' ? amount : undefined,
  isFixed: !isAbout,
})

/** The most lots that so much money pays for; undefined until it is known, or without a rate. */
export const payableLots = (
  issue: Terms,
  { lotsMax, conversionRate }: Plan,
  money: Money | undefined,
): number | undefined =>
  money === undefined || conversionRate === undefined
    ? undefined
    : affordableLots(issue, lotsMax, money, conversionRate)
