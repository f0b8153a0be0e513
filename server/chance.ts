import { randomBytes, randomInt } from 'node:crypto'

/** The one place where chance comes from: tokens, codes and secrets. Prices never use it. */
export type Chance = {
  bytes(count: number): Buffer
  /** A whole number from 0 up to, not including, `below`. */
  below(below: number): number
}

export const systemChance: Chance = { bytes: (count) => randomBytes(count), below: (below) => randomInt(below) }
