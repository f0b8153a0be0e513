import type { Path } from './path.ts'

/**
 * A peg. The drawn level is unbounded; it is mapped into the band so that it moves less the nearer it is to the edge
 * and hardly at all at the edge. A move back from the edge is therefore not worth trading, unlike that of a price
 * reflected at the edge (P. Krugman, "Target Zones and Exchange Rate Dynamics", 1991).
 */

/** Share of the band that the ends of minutes can reach; the rest is for the ticks between them. */
const minuteShare = 0.97
/** A tick is at most this many deviations beyond the ends of its minute (`TickTree.bound`). */
export const tickReach = 4

/** Maps a drawn level to one strictly inside the band; monotonically increasing. */
export function levelInBand({ band }: Path, drawn: number): number {
  const share = drawn / (band * minuteShare)
  return Math.floor(drawn / Math.sqrt(1 + share * share) + 0.5)
}

/** Ratio of a move at a level to the drawn move: 1 in the middle of the band, 0 at its edge. */
export function slopeInBand({ band }: Path, level: number): number {
  if (band === Infinity) return 1
  const share = level / (band * minuteShare)
  const square = 1 - share * share
  return square * Math.sqrt(square)
}

/** The deviation of a minute, reduced so that its ticks do not leave the band. */
export function deviationInBand(path: Path, level: number, drawn: number): number {
  return Math.min(drawn * slopeInBand(path, level), (path.band * (1 - minuteShare)) / tickReach)
}
