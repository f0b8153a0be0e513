import type { BallotApplication, Ranked } from './ballot.ts'

/** What is sure in a placing: the whole lots of a proportional part (rulebook §21). */
export const proRataPart = (lots: number, supply: number, demand: number): number =>
  demand <= supply ? lots : Number((BigInt(lots) * BigInt(supply)) / BigInt(demand))

/**
 * Who gets how many of `supply` lots of a placing (rulebook §21), by id: everybody the same share of what they asked for, in
 * whole lots; the lots that are left go one each to the largest fractions, ties by rank. `applications` are in the order of their
 * ranks. Σ = min(supply, demand); nobody gets more than they asked for.
 */
export function allotProRata(applications: readonly Ranked[], supply: number): ReadonlyMap<string, number> {
  const demand = applications.reduce((sum, { lots }) => sum + lots, 0)
  const got = new Map(applications.map(({ id, lots }) => [id, proRataPart(lots, supply, demand)]))
  if (demand <= supply) return got
  const fractions = applications.map(({ id, lots }: BallotApplication, rank) => ({
    id,
    rank,
    fraction: (BigInt(lots) * BigInt(supply)) % BigInt(demand),
  }))
  fractions.sort((one, other) =>
    one.fraction === other.fraction ? one.rank - other.rank : one.fraction > other.fraction ? -1 : 1,
  )
  const given = [...got.values()].reduce((sum, lots) => sum + lots, 0)
  for (const { id } of fractions.slice(0, supply - given)) got.set(id, got.get(id)! + 1)
  return got
}
