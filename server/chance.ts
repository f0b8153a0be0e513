import { randomBytes, randomInt } from 'node:crypto'

/** The only source of randomness, for tokens, codes and secrets. Prices never use it. */
export type Chance = {
  bytes(count: number): Buffer
  /** A uniform integer from 0 to `below` - 1. */
  below(below: number): number
}

export const systemChance: Chance = { bytes: (count) => randomBytes(count), below: (below) => randomInt(below) }
