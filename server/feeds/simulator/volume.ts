import { drawChance, levels } from './chacha.ts'
import { drawDay, volumeDraw } from './day-outline.ts'
import { exponential, logarithm } from './exponential.ts'
import { normal256 } from './normal-tables.ts'
import { clockOf, type PathDay } from './path-day.ts'
import { blocksPerDay, type MinuteRange, minutesPerBlock, type Profile } from './profile.ts'
import { minutesPerDay } from './time-grid.ts'

/**
 * How much is traded (market model §6). It follows the day's volatility and the clocks of blocks and minutes, never the
 * sign or size of a move, and is drawn forward like prices: no minute's volume knows a later block.
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
/** The last half hour trades more than its variance says. */
const closingRise = 1.7
/** Exchange days of fewer blocks are half days (see `profile.ts`). */
const fullDayBlocks = 9
/** Minutes. What trades for longer has no closing hour. */
const longestExchangeDay = 420

const minuteFactors = normal256.map((normal) =>
  exponential(minuteDeviation * normal - (minuteDeviation * minuteDeviation) / 2),
)

/** Where a session's volume comes from: the mark path's days and what is public about them. */
export type VolumeSource = {
  dayOf(day: number): PathDay
  volatilityOf(day: number): number
  profileOf(day: number): Profile
}

/** The volume of one session, computed as far as somebody has asked. */
export type SessionVolume = {
  /**
   * Lots traded before the minute with this number from the opening on: whole numbers that never fall, so that the parts
   * of a session add up to it exactly. The number may be the count of minutes: the whole session.
   */
  lotsBefore(number: number): number
}

export function openSessionVolume(
  shape: VolumeShape,
  day: number,
  ranges: readonly MinuteRange[],
  source: VolumeSource,
): SessionVolume {
  const minutes = minutesOf(ranges)
  const lots = new Float64Array(minutes.length + 1)
  if (shape.lotsPerDay === 0) return { lotsBefore: () => 0 }
  const blocks = Math.ceil(minutes.length / minutesPerBlock)
  const length = blocks > fullDayBlocks || !shape.auctions ? 1 : blocks / 10 + 0.1
  const shares = blockShares(day, minutes, source)
  const words = new Uint32Array(16)
  const bytes = new Uint8Array(words.buffer)
  let count = 0
  let total = 0
  let currentPlace = -1
  let currentDay = NaN
  let perDay = 0
  let perMinute = 0
  let pathDay: PathDay | undefined

  /** What is the same for all minutes of a half hour. Each UTC day has its own factor: an evening must not know the next. */
  function enterBlock(place: number, utcDay: number, pathDay: PathDay): void {
    const block = place % blocksPerDay
    currentPlace = place
    if (utcDay !== currentDay) {
      currentDay = utcDay
      perDay = shape.lotsPerDay * length * dayFactor(pathDay, source.volatilityOf(utcDay))
    }
    const continuous = shape.auctions ? perDay * (1 - openingShare - closingShare) : perDay
    perMinute = continuous * shares[place]! * busyness(pathDay, block)
    drawChance(pathDay.key, levels.volumes, pathDay.path!.id, block, words)
  }

  function addMinute(): void {
    const minute = minutes[count]!
    const place = Math.floor((minute + minutesPerDay) / minutesPerBlock)
    const utcDay = day - 1 + Math.floor(place / blocksPerDay)
    const inDay = minute - (utcDay - day) * minutesPerDay
    if (!pathDay || place !== currentPlace) pathDay = source.dayOf(utcDay)
    if (place !== currentPlace) enterBlock(place, utcDay, pathDay)
    const clock = clockOf(pathDay, inDay)
    total += perMinute * clock * clock * minuteFactors[bytes[inDay % minutesPerBlock]!]!
    if (shape.auctions && count === 0) total += perDay * openingShare
    if (shape.auctions && count === minutes.length - 1) total += perDay * closingShare
    count += 1
    lots[count] = Math.floor(total)
  }

  return {
    lotsBefore(number) {
      // Between two questions the path's day may have been recycled, so it is asked for again.
      pathDay = undefined
      while (count < number) addMinute()
      return lots[number]!
    },
  }
}

function minutesOf(ranges: readonly MinuteRange[]): Int32Array {
  const minutes: number[] = []
  for (const [from, until] of ranges) for (let minute = from; minute < until; minute += 1) minutes.push(minute)
  return Int32Array.from(minutes)
}

/** Log-normal, and rising with the day's volatility. */
function dayFactor(pathDay: PathDay, volatility: number): number {
  const normal = volumeDraw(drawDay(pathDay.key, pathDay.path!))
  return exponential(dayDeviation * normal - (dayDeviation * dayDeviation) / 2 + 0.7 * logarithm(volatility))
}

/**
 * The share of the session's volume that a minute of each block has on average: deviations to the power of ¾, because
 * volume is flatter over the day than variance. Indexed in half hours from the UTC day before the session's.
 */
function blockShares(day: number, minutes: Int32Array, source: VolumeSource): Float64Array {
  const counts = new Float64Array(3 * blocksPerDay)
  for (const minute of minutes) counts[Math.floor((minute + minutesPerDay) / minutesPerBlock)]! += 1
  const last = Math.floor((minutes.at(-1)! + minutesPerDay) / minutesPerBlock)
  const shares = new Float64Array(counts.length)
  let sum = 0
  for (const [place, count] of counts.entries()) {
    if (count === 0) continue
    const profile = source.profileOf(day - 1 + Math.floor(place / blocksPerDay))
    const root = Math.sqrt(Math.sqrt(profile.deviations[place % blocksPerDay]!))
    const rise = place === last && minutes.length <= longestExchangeDay ? closingRise : 1
    shares[place] = root * root * root * rise
    sum += shares[place]! * count
  }
  return shares.map((share) => share / sum)
}

/** The block's deviation over the usual one at that time of such a day. */
function busyness(pathDay: PathDay, block: number): number {
  return pathDay.outline.deviations[block]! / (pathDay.profile!.deviations[block]! * pathDay.scale)
}
