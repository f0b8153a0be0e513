import { randomBytes, randomInt } from 'node:crypto'

/** The only source of randomness, for tokens, codes and secrets. Prices never use it. */
export type Randomness = {
  bytes(count: number): Buffer
  /** A uniform integer from 0 to `below` - 1. */
  below(below: number): number
}

export const systemRandomness: Randomness = { bytes: (count) => randomBytes(count), below: (below) => randomInt(below) }
