import { drawChance, levels } from './chacha.ts'
import { drawDay, volumeDraw } from './day-outline.ts'
import { exponential, logarithm } from './exponential.ts'
import { normal256 } from './normal-tables.ts'
import { clockOf, type PathDay } from './path-day.ts'
import { blocksPerDay, type MinuteRange, minutesPerBlock, type Profile } from './profile.ts'
import { minutesPerDay } from './time-grid.ts'

/**
 * The trading volume of an instrument (market model §6). It depends on the day's volatility and the clocks of blocks
 * and minutes, never on the sign or size of a move, and is drawn forward like prices: no minute depends on a later
 * block.
 */
export type VolumeShape = {
  /** Average of a full day, in lots. */
  readonly lotsPerDay: number
  /** Whether the opening and the closing print are auctions with a volume of their own. */
  readonly auctions: boolean
}

const dayDeviation = 0.35
const minuteDeviation = 0.5
const openingShare = 0.06
const closingShare = 0.08
/** The last half hour has more volume than its variance implies. */
const closingRise = 1.7
/** Exchange days of fewer blocks are half days (see `profile.ts`). */
const fullDayBlocks = 9
/** Minutes. A longer session has no rise of volume before its close. */
const longestExchangeDay = 420

/** Volume from a close to the next open as a share of a day's volume. It is shown, but belongs to no session. */
const quietShare = 0.04

/** The volume outside of the regular hours. */
export const quietShape = ({ lotsPerDay }: VolumeShape): VolumeShape => ({
  lotsPerDay: lotsPerDay * quietShare,
  auctions: false,
})

const minuteFactors = normal256.map((normal) =>
  exponential(minuteDeviation * normal - (minuteDeviation * minuteDeviation) / 2),
)

/** The inputs of a session's volume: the days of the mark path, with their volatility and profile. */
export type VolumeSource = {
  dayOf(day: number): PathDay
  volatilityOf(day: number): number
  profileOf(day: number): Profile
}

/** The volume of one session, computed on demand. */
export type SessionVolume = {
  /**
   * Cumulative lots before the minute with this number, counted from the open: non-decreasing integers, so that parts
   * of a session add up exactly. The count of minutes as the number gives the whole session.
   */
  lotsBefore(number: number): number
  /** Lots of the opening auction, which are part of the first minute. */
  openingLots(): number
}

export function openSessionVolume(
  shape: VolumeShape,
  day: number,
  ranges: readonly MinuteRange[],
  source: VolumeSource,
): SessionVolume {
  if (shape.lotsPerDay === 0) return { lotsBefore: () => 0, openingLots: () => 0 }
  const pieces = piecesOf(ranges)
  const shares = sharesOf(day, pieces, source)
  const count = pieces.reduce((sum, piece) => sum + piece.count, 0)
  const lots = new Float64Array(count + 1)
  const blocks = Math.ceil(count / minutesPerBlock)
  const length = blocks > fullDayBlocks || !shape.auctions ? 1 : blocks / 10 + 0.1
  const continuous = shape.auctions ? 1 - openingShare - closingShare : 1
  let nextPiece = 0
  let known = 0
  let total = 0
  let dayWithFactor = NaN
  let perDay = 0

  const lotsOn = (utcDay: number): number =>
    shape.lotsPerDay * length * dayFactor(source.dayOf(utcDay), source.volatilityOf(utcDay))

  function addPiece(): void {
    const piece = pieces[nextPiece]!
    const utcDay = day + piece.shift
    const pathDay = source.dayOf(utcDay)
    if (utcDay !== dayWithFactor) {
      // Each UTC day has its own factor: the evening before must not know the next day's draws.
      perDay = lotsOn(utcDay)
      dayWithFactor = utcDay
    }
    if (shape.auctions && nextPiece === 0) total += perDay * openingShare
    const perMinute = perDay * continuous * shares[nextPiece]! * busyness(pathDay, piece.block)
    drawChance(pathDay.key, levels.volumes, pathDay.path!.id, piece.block, words)
    for (let index = 0; index < piece.count; index += 1) {
      const minute = piece.minute + index
      const clock = clockOf(pathDay, minute)
      total += perMinute * clock * clock * minuteFactors[bytes[minute % minutesPerBlock]!]!
      known += 1
      if (shape.auctions && known === count) total += perDay * closingShare
      lots[known] = Math.floor(total)
    }
    nextPiece += 1
  }

  return {
    lotsBefore(number) {
      while (known < number) addPiece()
      return lots[number]!
    },
    openingLots: () => (shape.auctions ? Math.floor(lotsOn(day + pieces[0]!.shift) * openingShare) : 0),
  }
}

const words = new Uint32Array(16)
const bytes = new Uint8Array(words.buffer)

/** The minutes of a session in one block of one UTC day, `shift` days after the session's day. */
type Piece = { readonly shift: number; readonly block: number; readonly minute: number; readonly count: number }

function piecesOf(ranges: readonly MinuteRange[]): readonly Piece[] {
  const pieces: Piece[] = []
  for (const [from, until] of ranges) {
    let start = from
    while (start < until) {
      const place = Math.floor(start / minutesPerBlock)
      const end = Math.min(until, (place + 1) * minutesPerBlock)
      const shift = Math.floor(place / blocksPerDay)
      const minute = start - shift * minutesPerDay
      pieces.push({ shift, block: place - shift * blocksPerDay, minute, count: end - start })
      start = end
    }
  }
  return pieces
}

/** The day's volume relative to the average: log-normal and increasing with the day's volatility. */
function dayFactor(pathDay: PathDay, volatility: number): number {
  const normal = volumeDraw(drawDay(pathDay.key, pathDay.path!))
  return exponential(dayDeviation * normal - (dayDeviation * dayDeviation) / 2 + 0.7 * logarithm(volatility))
}

/**
 * The average share of the session's volume in a minute of each piece: deviations to the power of ¾, because volume is
 * flatter over the day than variance.
 */
function sharesOf(day: number, pieces: readonly Piece[], source: VolumeSource): Float64Array {
  const shares = new Float64Array(pieces.length)
  const count = pieces.reduce((minutes, piece) => minutes + piece.count, 0)
  let sum = 0
  for (const [index, piece] of pieces.entries()) {
    const root = Math.sqrt(Math.sqrt(source.profileOf(day + piece.shift).deviations[piece.block]!))
    const rise = index === pieces.length - 1 && count <= longestExchangeDay ? closingRise : 1
    shares[index] = root * root * root * rise
    sum += shares[index]! * piece.count
  }
  for (let index = 0; index < shares.length; index += 1) shares[index]! /= sum
  return shares
}

/** The block's deviation relative to the profile's at that time of day. */
function busyness(pathDay: PathDay, block: number): number {
  const { deviations, scale } = pathDay.outline
  return deviations[block]! / (pathDay.profile!.deviations[block]! * scale)
}
