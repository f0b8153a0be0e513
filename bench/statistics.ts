import { present } from '@mex/core/assert.ts'

const ascending = (values: readonly number[]): number[] => values.toSorted((left, right) => left - right)

/** The percentile of values; `share` is from 0 to 1. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = ascending(values)
  return present(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))], 'at least one value')
}

export const median = (values: readonly number[]): number => percentile(values, 0.5)

/** Median of the ratios of each value to the baseline of the same round. */
export const ratioOf = (values: readonly number[], beside: readonly number[]): number =>
  median(values.map((value, round) => value / present(beside[round], 'a value of the same round')))

/**
 * Runs every contender once per round, one after the other (A B A B …), so that other load on the machine affects all
 * of them equally. Returns their results by contender and round.
 */
export async function alternate<const Name extends string>(
  rounds: number,
  contenders: Readonly<Record<Name, () => number | Promise<number>>>,
): Promise<Record<Name, number[]>> {
  const names = Object.keys(contenders) as Name[]
  const given = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round < rounds; round += 1) for (const name of names) given[name].push(await contenders[name]())
  return given
}
