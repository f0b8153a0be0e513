import { createHash } from 'node:crypto'
import { bookText, type BallotApplication } from '@mex/core/offerings/ballot.ts'
import type { Draws } from './draws.ts'
import { exponential, logarithm } from './exponential.ts'

/** The book of an offer: what the invented public applies for, drawn under the secret of the day of the publication. */

/** The share of applications of each size, and the most lots of it. */
const sizes = [
  { share: 0.48, least: 1, most: 1 },
  { share: 0.27, least: 2, most: 5 },
  { share: 0.13, least: 6, most: 10 },
  { share: 0.1, least: 11, most: 50 },
  { share: 0.02, least: 51, most: 1500 },
] as const
/** Between two positive numbers, with equal chances for equal ratios. */
export const between = (draws: Draws, [least, most]: readonly [number, number]): number =>
  least * exponential(draws.next() * logarithm(most / least))

function wholeBetween(draws: Draws, least: number, most: number): number {
  return least === most ? least : Math.min(most, Math.floor(between(draws, [least, most + 1])))
}

export function drawBook(draws: Draws, count: number, lotsMax: number): readonly BallotApplication[] {
  const width = String(count).length
  return Array.from({ length: count }, (_, index) => {
    let left = draws.next()
    const size = sizes.find(({ share }) => (left -= share) < 0) ?? sizes[0]
    const lots = Math.min(lotsMax, wholeBetween(draws, size.least, size.most))
    return { id: `a${String(index + 1).padStart(width, '0')}`, lots }
  })
}

export const bookHashOf = (book: readonly BallotApplication[]): string =>
  createHash('sha256').update(bookText(book)).digest('hex')
