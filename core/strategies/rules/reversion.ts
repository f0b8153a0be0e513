import { divide } from '#money/decimal.ts'
import type { Strategy } from '#strategies/strategy.ts'

const index = 'GLOBAL:NDX'
const days = 14n

/** Wilder's averages of the gains and of the losses, with 12 more decimals than a price; `strikes` counts the moves so far. */
type State = {
  readonly last: bigint | undefined
  readonly gain: bigint
  readonly loss: bigint
  readonly strikes: bigint
  readonly isIn: boolean
}
const scale = 10n ** 12n

/** The relative strength index (0 to 100), above which a price has mostly risen; 50 where it has not moved. */
const relativeStrength = ({ gain, loss }: State): bigint =>
  gain + loss === 0n ? 50n : divide(100n * gain, gain + loss, 'near')

/** Wilder's average: the first ones are means of all moves so far. */
const averaged = (before: bigint, move: bigint, strikes: bigint): bigint => {
  const over = strikes < days ? strikes : days
  return divide(before * (over - 1n) + move * scale, over, 'near')
}

/** Buys what has fallen far: all in the index from a relative strength below 35 on, and cash again once it is above 60. */
export const reversion: Strategy<State> = {
  id: 'reversion',
  universe: [index],
  start: () => ({ last: undefined, gain: 0n, loss: 0n, strikes: 0n, isIn: false }),
  decide(before, { prices }) {
    const price = prices.get(index)
    if (price === undefined || before.last === undefined)
      return { state: { ...before, last: price }, targets: undefined }
    const move = price - before.last
    const strikes = before.strikes + 1n
    const moved: State = {
      ...before,
      last: price,
      gain: averaged(before.gain, move > 0n ? move : 0n, strikes),
      loss: averaged(before.loss, move < 0n ? -move : 0n, strikes),
      strikes,
    }
    if (strikes < days) return { state: moved, targets: undefined }
    const strength = relativeStrength(moved)
    const isIn = moved.isIn ? strength <= 60n : strength < 35n
    if (isIn === before.isIn) return { state: moved, targets: undefined }
    return { state: { ...moved, isIn }, targets: new Map([[index, isIn ? 10_000n : 0n]]) }
  },
}
