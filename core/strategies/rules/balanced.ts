import { isFirstOfMonth } from '#strategies/strike.ts'
import type { Strategy } from '#strategies/strategy.ts'

/** An index of Treasury bonds of seven years (`bond-index.ts`). */
export const bondIndex = 'INDEX:UST7Y'
const parts = new Map([
  ['GLOBAL:SPX', 6_000n],
  [bondIndex, 4_000n],
])

/** 60/40: six tenths in shares and four in bonds, made so again at the first strike of each month. */
export const balanced: Strategy<boolean> = {
  id: 'balanced',
  universe: [...parts.keys()],
  start: () => false,
  decide(isBought, { date, prices }) {
    if (prices.size < parts.size || (isBought && !isFirstOfMonth(date))) return { state: isBought, targets: undefined }
    return { state: true, targets: parts }
  },
}
