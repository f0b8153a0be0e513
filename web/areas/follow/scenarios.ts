import type { Campaign } from '@mex/contract/follow/shapes.ts'
import { followValue, payoutOf } from '@mex/core/follow/campaign.ts'
import { price, rate, type Money, type Rate } from '@mex/core/money/money.ts'

/** An outcome of a campaign: how far the price moved, and what an amount has become. */
export type Scenario = {
  readonly move: Rate
  readonly kind: 'move' | 'stop' | 'gap'
  readonly value: Money
  readonly fee: Money
  readonly profit: Money
}

const percent = 10n ** 10n
const whole = 10n ** 12n

/**
 * What becomes of an amount when the price moves so far, by the rule of the settlement itself: a good end, a small one, none, the stop, and
 * a gap that passes the stop. Moves are those of the price, so those of a short campaign gain when the price falls.
 */
export function scenariosOf(
  { side, leverage, stop }: Pick<Campaign, 'side' | 'leverage' | 'stop'>,
  amount: Money,
): readonly Scenario[] {
  const sign = side === 'long' ? 1n : -1n
  const gap = stop + 4n * percent
  const moves = [
    [10n * percent, 'move'],
    [3n * percent, 'move'],
    [0n, 'move'],
    [0n - stop, 'stop'],
    [0n - gap, 'gap'],
  ] as const
  return moves.map(([gain, kind]) => {
    const move = rate(gain * sign)
    const value = followValue(amount, { side, leverage }, price(whole), price(whole + move))
    const { fee, profit } = payoutOf(amount, value)
    return { move, kind, value, fee, profit }
  })
}
