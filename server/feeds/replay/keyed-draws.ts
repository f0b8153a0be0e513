import { createHash } from 'node:crypto'
import { utcDay } from '@mex/core/time-zone.ts'
import { chachaBlock, levels } from '#feeds/simulator/chacha.ts'
import type { DayKeys } from '#feeds/simulator/day-secrets.ts'

/** Fills 16 words with the random numbers of a place in one day or bar; one place always gives the same words. */
export type Draws = (place: number, words: Uint32Array) => void

export const wordsPerDraw = 16

/**
 * The random numbers of one instrument in the session or bar that starts at an instant: ChaCha20 under the secret of
 * the UTC date of that instant. A session ends long before the secret of its opening date is revealed.
 */
export function openDraws(keys: DayKeys, instrument: string, start: number): Draws {
  const key = keys.keyOf(utcDay(start))
  const name = createHash('sha256').update(`${instrument} ${start}`).digest()
  const [first, second] = [name.readUInt32LE(0), name.readUInt32LE(4)]
  return (place, words) => chachaBlock(key, place, levels.replay, first, second, words)
}

/** The sum of four uniform bytes less their mean: approximately normal, with a variance of `bellVariance`. */
export function bell(word: number): number {
  return (word & 255) + ((word >>> 8) & 255) + ((word >>> 16) & 255) + (word >>> 24) - 510
}

export const bellVariance = 21_845

/** `count` draws of `bell` from the places from `place` on. */
export function bells(draws: Draws, place: number, count: number): Float64Array {
  const values = new Float64Array(count)
  const words = new Uint32Array(wordsPerDraw)
  for (let index = 0; index < count; index += 1) {
    if (index % wordsPerDraw === 0) draws(place + index / wordsPerDraw, words)
    values[index] = bell(words[index % wordsPerDraw]!)
  }
  return values
}
