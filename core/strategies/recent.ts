import { assert } from '#assert.ts'
import { divide } from '#money/decimal.ts'

/** The newest values, oldest first, at most so many. */
export const addRecent = (before: readonly bigint[], value: bigint, most: number): readonly bigint[] =>
  [...before, value].slice(-most)

/** Their mean, rounded down. */
export function meanOf(values: readonly bigint[]): bigint {
  assert(values.length > 0, 'a mean is of something')
  return divide(
    values.reduce((sum, value) => sum + value, 0n),
    BigInt(values.length),
    'floor',
  )
}
