import { partOfVolume } from './path.ts'
import { wordsPerDraw, type Draws } from './keyed-draws.ts'

/** The cumulative volume of a day or bar at a share of its time, 0…1. */
export type VolumeCurve = (share: number) => bigint

/** Halvings of a stretch: 256 cells. */
const halvings = 8
const cells = 2 ** halvings
/** First place of the random numbers of the volume, after those of the prices. */
const volumeFrom = 0x8000_0000
const shareScale = 1_000_000

/**
 * Spreads a volume over time by a random cascade: the first half of a stretch gets between 0.2 and 0.8 of its volume,
 * and so on for each half. The volume so far therefore predicts that of the whole day as little as in a real market.
 */
export function openVolumeCurve(whole: bigint, draws: Draws): VolumeCurve {
  const words = new Uint32Array(wordsPerDraw)
  let parts = [1]
  for (let depth = 0, drawn = 0; depth < halvings; depth += 1) {
    parts = parts.flatMap((part) => {
      if (drawn % wordsPerDraw === 0) draws(volumeFrom + drawn / wordsPerDraw, words)
      const first = 0.2 + 0.6 * (words[drawn % wordsPerDraw]! / 4_294_967_296)
      drawn += 1
      return [part * first, part * (1 - first)]
    })
  }
  const before = new Float64Array(cells + 1)
  for (let cell = 0; cell < cells; cell += 1) before[cell + 1] = before[cell]! + parts[cell]!
  return (share) => {
    if (share >= 1) return whole
    const cell = Math.floor(share * cells)
    const traded = before[cell]! + parts[cell]! * (share * cells - cell)
    return partOfVolume(whole, Math.round(traded * shareScale), shareScale)
  }
}

/** The share of a day's trading before the share x of its time: U-shaped, with the density 0.6 + 1.2·(2x − 1)². */
export function tradingBefore(x: number): number {
  const twice = 2 * x - 1
  return 0.6 * x + 0.2 * (twice * twice * twice + 1)
}
