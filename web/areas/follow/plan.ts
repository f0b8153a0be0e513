import type { Campaign } from '@mex/contract/follow/shapes.ts'
import { followMax, followMin } from '@mex/core/follow/campaign.ts'
import { money, subtractMoney, type Money } from '@mex/core/money/money.ts'

/** What somebody has entered, and what is wrong with it. */
export type Plan = {
  readonly amount: Money | undefined
  readonly left: Money | undefined
  readonly fault: 'nothing' | 'below' | 'above' | 'over_left' | 'over_money' | undefined
}

/** An amount field in cents; undefined for what is no amount. */
function amountOf(text: string): Money | undefined {
  const match = /^(\d{1,9})(?:\.(\d{0,2}))?$/.exec(text)
  return match === null ? undefined : money(BigInt(`${match[1]}${(match[2] ?? '').padEnd(2, '0')}`))
}

/** An amount that is entered for a campaign, and what it leaves in the follow account. */
export function planOf({ remaining }: Pick<Campaign, 'remaining'>, text: string, available: Money | undefined): Plan {
  const amount = amountOf(text)
  const left = amount === undefined || available === undefined ? undefined : subtractMoney(available, amount)
  const fault =
    amount === undefined || amount === 0n
      ? 'nothing'
      : amount < followMin
        ? 'below'
        : amount > followMax
          ? 'above'
          : amount > remaining
            ? 'over_left'
            : left !== undefined && left < 0n
              ? 'over_money'
              : undefined
  return { amount, left, fault }
}
