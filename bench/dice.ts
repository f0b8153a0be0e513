/** Whole numbers from 0 up to, not including, `sides`: the same row of numbers for the same seed. */
export type Dice = (sides: number) => number

/** A xorshift generator of 32 bits: quick enough not to be what is measured. */
export function openDice(seed: number): Dice {
  let state = (seed | 0) === 0 ? 1 : seed | 0
  return (sides) => {
    state ^= state << 13
    state ^= state >>> 17
    state ^= state << 5
    return (state >>> 0) % sides
  }
}
