import type { Path } from './path.ts'

/**
 * A peg. What the path draws has no limits; its level is pressed into the band, and moves the less the nearer it is to
 * the edge. At the edge it stands almost still. So nobody can live on its way back, as on that of a price that is
 * turned around at the edge (P. Krugman, "Target Zones and Exchange Rate Dynamics", 1991).
 */

/** Share of the band that the ends of minutes keep to; the rest is for the ticks between them. */
const minuteShare = 0.97
/** No tick lies further beyond the ends of its minute than this many deviations (`TickTree.bound`). */
export const tickReach = 4

/** The level for a drawn one: strictly inside the band, rising with it. */
export function levelInBand({ band }: Path, drawn: number): number {
  const share = drawn / (band * minuteShare)
  return Math.floor(drawn / Math.sqrt(1 + share * share) + 0.5)
}

/** By how much a move at a level is less than the drawn one: 1 in the middle of the band, 0 at its edge. */
export function slopeInBand({ band }: Path, level: number): number {
  if (band === Infinity) return 1
  const share = level / (band * minuteShare)
  const square = 1 - share * share
  return square * Math.sqrt(square)
}

/** The deviation of a minute whose ticks must not leave the band. */
export function deviationInBand(path: Path, level: number, drawn: number): number {
  return Math.min(drawn * slopeInBand(path, level), (path.band * (1 - minuteShare)) / tickReach)
}
