import type { Path } from './path.ts'

/** What the parts of a blend count for on one UTC day; slopes are per minute, for carry and for what ages. */
export type Terms = {
  /** Log price at 00:00 UTC without any path, in log units. */
  readonly base: number
  readonly baseSlope: number
  /** One for each path of the blend. */
  readonly loadings: Float64Array
  readonly loadingSlopes: Float64Array
}

/** Everything that has a price: log price = base + Σ loading × path (market model §1). */
export type Blend = {
  readonly paths: readonly Path[]
  termsOf(day: number): Terms
}

/** A blend whose terms never change: (log base, [[path, loading], …]). */
export function constantBlend(base: number, components: readonly (readonly [path: Path, loading: number])[]): Blend {
  const terms: Terms = {
    base,
    baseSlope: 0,
    loadings: Float64Array.from(components, ([, loading]) => loading),
    loadingSlopes: new Float64Array(components.length),
  }
  return { paths: components.map(([path]) => path), termsOf: () => terms }
}
