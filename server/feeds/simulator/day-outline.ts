import { drawChance, levels } from './chacha.ts'
import { exponential } from './exponential.ts'
import { logUnits } from './log-price.ts'
import { normal256, normal65536 } from './normal-tables.ts'
import { calmAt, resultsEvery, type Path, type PathState } from './path.ts'
import { blocksPerDay, type DaySessions, type Profile } from './profile.ts'

/** A sudden move at the start of a minute of its day, in log units. */
export type Jump = { readonly minute: number; readonly size: number; readonly cause: 'news' | 'results' }

/** The blocks of a path's day before they are filled with minutes (market model §4); a buffer of `outline`. */
export type DayOutline = {
  /** Move since the start of the day at the 49 edges of the blocks, without jumps. Integers. */
  readonly edges: Float64Array
  /** Standard deviation of each block, in log units. */
  readonly deviations: Float64Array
  /** Standard deviation of the day, before the profile is applied. */
  scale: number
  jumps: readonly Jump[] | undefined
  /** Level at the end of the day, jumps included. */
  end: number
  /** The day's diffusion in its own standard deviations. */
  standardised: number
}

export function newOutline(): DayOutline {
  return {
    edges: new Float64Array(blocksPerDay + 1),
    deviations: new Float64Array(blocksPerDay),
    scale: 0,
    jumps: undefined,
    end: 0,
    standardised: 0,
  }
}

/** The positions of the draws of level 0 in its 96 words of 16 bits and 192 bytes (market model §3). */
const words = { slow: 48, fast: 49, jumpChance: 50, jumpMinute: 51, jumpSize: 52, resultsMinute: 53 } as const
const blockVolatilityWord = 54
const resultsSizeWord = 55
const volumeWord = 56
const blockVolatilityByte = 128

const blockVolatilityDeviation = 0.52
const blockVolatilityMemory = 0.85
const blockVolatilityNews = Math.sqrt(1 - blockVolatilityMemory * blockVolatilityMemory)

/** exp(0.52 u − 0.52²) for u in steps of 1/64 from −4 to 4: the factor of a block's deviation. */
const blockFactors = Float64Array.from({ length: 513 }, (_, index) =>
  exponential((blockVolatilityDeviation * (index - 256)) / 64 - blockVolatilityDeviation * blockVolatilityDeviation),
)

/** The random bytes of one path and day at level 0, as words and as bytes. */
export type DayChance = { readonly words: Uint16Array; readonly bytes: Uint8Array }

const chanceWords = new Uint32Array(48)
const chanceThirds = [chanceWords.subarray(0, 16), chanceWords.subarray(16, 32), chanceWords.subarray(32, 48)] as const
const chance: DayChance = { words: new Uint16Array(chanceWords.buffer), bytes: new Uint8Array(chanceWords.buffer) }

/** Draws level 0 of a path's day into a shared buffer, which is valid until the next call. */
export function drawDay(key: Uint32Array, path: Path): DayChance {
  drawChance(key, levels.day, path.id, 0, chanceThirds[0])
  drawChance(key, levels.day, path.id, 1, chanceThirds[1])
  drawChance(key, levels.day, path.id, 2, chanceThirds[2])
  return chance
}

const slowMemory = 0.985
const fastMemory = 0.87
const slowNews = Math.sqrt(1 - slowMemory * slowMemory)
const fastNews = Math.sqrt(1 - fastMemory * fastMemory)

/** Slow and fast volatility of a day from those of the day before; on the first day from the draws alone. */
export function nextVolatility(
  path: Path,
  before: PathState | undefined,
  draws: DayChance,
): { readonly slow: number; readonly fast: number } {
  const slowDraw = normal65536[draws.words[words.slow]!]!
  const fastDraw = normal65536[draws.words[words.fast]!]!
  if (before === undefined) return { slow: slowDraw, fast: fastDraw }
  const move = before.standardised > 4 ? 4 : before.standardised < -4 ? -4 : before.standardised
  const effect = path.leverageEffect
  const fast = effect === 0 ? fastDraw : -effect * move + Math.sqrt(1 - effect * effect) * fastDraw
  return { slow: slowMemory * before.slow + slowNews * slowDraw, fast: fastMemory * before.fast + fastNews * fast }
}

/** The normal draw of a path's day for its log-normal volume. */
export function volumeDraw(draws: DayChance): number {
  return normal65536[draws.words[volumeWord]!]!
}

/** Volatility factor of a half-hour block from its walk u: exp(0.52 u − 0.52²). */
function blockFactor(walk: number): number {
  const position = walk * 64 + 256
  return blockFactors[position < 0 ? 0 : position > 512 ? 512 : position | 0]!
}

/**
 * Outlines one day of a path into `into`. Forward only: each block adds its own draw to the blocks before it, so no
 * early block depends on the close. The pull towards the anchor is known at the start of the day and spread evenly.
 */
export function outline(
  path: Path,
  day: number,
  daysSinceEpoch: number,
  level: number,
  volatility: number,
  draws: DayChance,
  profile: Profile,
  sessions: DaySessions,
  into: DayOutline,
): void {
  const { edges, deviations } = into
  const anchor = path.dailyGrowth * daysSinceEpoch
  const pull = Math.floor(path.dailyGrowth - path.pull * (level - anchor) + 0.5)
  const calm = calmAt(path, level - anchor)
  const dayDeviation = path.dailyDeviation * volatility * calm
  into.scale = dayDeviation
  const { words: chances, bytes } = draws
  const drag = dragOf(path)
  let walk = normal65536[chances[blockVolatilityWord]!]!
  let move = 0
  edges[0] = 0
  for (let block = 0; block < blocksPerDay; block += 1) {
    const deviation = dayDeviation * profile.deviations[block]! * blockFactor(walk)
    deviations[block] = deviation
    move += fairMove(drag, deviation, normal65536[chances[block]!]!)
    edges[block + 1] = move + Math.floor((pull * (block + 1)) / blocksPerDay)
    walk = blockVolatilityMemory * walk + blockVolatilityNews * normal256[bytes[blockVolatilityByte + block]!]!
  }
  into.jumps = jumpsOf(path, day, { volatility, calm }, draws, sessions)
  let jumped = 0
  if (into.jumps !== undefined) for (const jump of into.jumps) jumped += jump.size
  into.standardised = move / dayDeviation
  into.end = level + edges[blocksPerDay]! + jumped
}

/** How much of the variance of a move a path loses to be fair in its price: half of it; nothing where it is fair in the logarithm. */
const dragOf = ({ fairIn }: Path): number => (fairIn === 'price' ? 1 / (2 * logUnits) : 0)

/** A move in whole log units with mean 0 (a martingale), in the logarithm or in the price. */
const fairMove = (drag: number, deviation: number, normal: number): number =>
  Math.floor(deviation * normal - deviation * deviation * drag + 0.5)

/** News jumps come at any time around the session; results (four times a year) a few minutes after the close. */
function jumpsOf(
  path: Path,
  day: number,
  { volatility, calm }: { readonly volatility: number; readonly calm: number },
  draws: DayChance,
  sessions: DaySessions,
): readonly Jump[] | undefined {
  const news = path.jumpChance > 0 && draws.words[words.jumpChance]! < path.jumpChance * 65536
  const resultsDue = path.resultsDay !== undefined && day % resultsEvery === path.resultsDay
  if (!news && !resultsDue) return undefined
  const ranges = path.jumpSession && sessions(path.jumpSession, day)
  const opening = ranges?.[0]?.[0]
  const closing = ranges?.at(-1)?.[1]
  const jumps: Jump[] = []
  if (news) {
    const from = opening === undefined ? 60 : Math.max(1, opening - 180)
    const until = closing === undefined ? 1380 : Math.min(1438, closing + 60)
    const minute = from + Math.floor(((until - from) * draws.words[words.jumpMinute]!) / 65536)
    const size = fairMove(dragOf(path), path.jumpSize * volatility * calm, normal65536[draws.words[words.jumpSize]!]!)
    jumps.push({ minute, size, cause: 'news' })
  }
  if (resultsDue && closing !== undefined) {
    const minute = Math.min(1435, closing + 5 + (draws.words[words.resultsMinute]! & 15))
    const size = fairMove(dragOf(path), path.resultsSize * calm, normal65536[draws.words[resultsSizeWord]!]!)
    jumps.push({ minute, size, cause: 'results' })
    jumps.sort((left, right) => left.minute - right.minute)
  }
  return jumps.length > 0 ? jumps : undefined
}
