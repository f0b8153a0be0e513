/** A random integer from 0 up to, but not including, `limit`; the same sequence for the same seed. */
export type Random = (limit: number) => number

/** A 32-bit xorshift generator, fast enough not to distort a measurement. */
export function openRandom(seed: number): Random {
  let state = (seed | 0) === 0 ? 1 : seed | 0
  return (limit) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % limit
  }
}
