import type { SessionName } from '@mex/core/market/instrument.ts'
import { dayMilliseconds, minuteMilliseconds, offsetMinutes, weekday } from '@mex/core/time-zone.ts'

/** From (inclusive) and until (exclusive), in minutes after 00:00 UTC of a day; below 0 or above 1440 outside of it. */
export type MinuteRange = readonly [from: number, until: number]

/** The official trading minutes of an exchange on a trading day; undefined when it is closed. */
export type DaySessions = (session: SessionName, day: number) => readonly MinuteRange[] | undefined

/** A path is generated in half-hour blocks (market model §1). */
export const blocksPerDay = 48
export const minutesPerBlock = 30

/** New York's offset from UTC at noon UTC of a day, in minutes: variance follows New York's clock. */
export function newYorkOffset(day: number): number {
  return offsetMinutes('America/New_York', day * dayMilliseconds + 720 * minuteMilliseconds)
}

/** The distribution of variance over the minutes of a block: even, falling after an open, rising before a close. */
export const blockShapes = { even: 0, opening: 1, closing: 2 } as const

/** The distribution of variance over a UTC day: a standard deviation for each block (a trading day sums to about 1). */
export type Profile = {
  readonly deviations: Float64Array
  readonly shapes: Uint8Array
}

type ExchangeRule = {
  readonly session: SessionName
  /** Shares of a day's variance inside and outside of the session (measured: market model §4). */
  readonly inside: number
  readonly outside: number
  /** Relative standard deviation of each hour outside of the session; default: a rise before the open, a fall after. */
  readonly hours?: readonly number[]
  /** Position in the session of the first block after lunch. */
  readonly afterLunch?: number
}
type ClockRule = { readonly hours: readonly number[]; readonly weekend: 'closed' | 'quiet' }

// Relative standard deviations of the 24 hours of UTC, measured in 5-minute bars; 0 means the default weight.
const worldHours = [
  4.4, 4.6, 4.2, 3.6, 3.2, 3.6, 3.4, 3.6, 3.9, 3.7, 3.4, 4.2, 4.4, 5, 0, 0, 0, 0, 0, 0, 3, 2.2, 2.6, 2.5,
]
const currencyHours = [
  1.1, 1.2, 0.9, 0.9, 0.8, 1, 1.6, 1.6, 1.7, 1.4, 1.4, 1.5, 1.9, 2, 2.3, 1.7, 1.3, 1.2, 1.3, 1.2, 0.8, 0.8, 0.7, 0.7,
]
const commodityHours = [
  3, 3.2, 2.8, 2.4, 2.2, 2.6, 3, 3.4, 3.8, 3.6, 3.6, 4, 5.5, 7.5, 7.5, 6.2, 5, 5, 5, 4, 2.5, 2, 2.4, 2.4,
]
const cryptoHours = [
  5, 4.6, 4.2, 4, 4, 4.2, 4.2, 4.6, 4.8, 4.8, 4.8, 5, 5.6, 6.4, 6.8, 6.4, 6, 5.6, 5.4, 5.4, 5.2, 4.8, 4.6, 4.6,
]

const rules = {
  world: { session: 'us-equity', inside: 0.64, outside: 0.36, hours: worldHours },
  us: { session: 'us-equity', inside: 0.81, outside: 0.15 },
  hongKong: { session: 'hk-equity', inside: 0.86, outside: 0.12, afterLunch: 5 },
  mexico: { session: 'mx-equity', inside: 0.86, outside: 0.08 },
  europe: { session: 'europe', inside: 0.84, outside: 0.13 },
  asia: { session: 'tokyo', inside: 0.84, outside: 0.13 },
  currency: { hours: currencyHours, weekend: 'closed' },
  commodity: { hours: commodityHours, weekend: 'closed' },
  crypto: { hours: cryptoHours, weekend: 'quiet' },
} as const satisfies Record<string, ExchangeRule | ClockRule>

export type ProfileName = keyof typeof rules

/** Standard deviations of the first blocks of a session relative to its middle: the U shape of activity. */
const openingBlocks = [2.75, 1.75, 1.35, 1.12]
const closingBlock = 1.05
const afterLunchBlock = 1.25
const holidayVariance = 0.1
const weekendVariance = 0.04

export type Profiles = (name: ProfileName, day: number) => Profile

/** The profiles of every day, cached by session, New York offset and kind of weekday, because few differ. */
export function openProfiles(sessions: DaySessions): Profiles {
  const byVariant = new Map<string, Profile>()
  const byDay = new Map<ProfileName, Profile[]>()
  return (name, day) => {
    let days = byDay.get(name)
    if (days === undefined) {
      days = []
      byDay.set(name, days)
    }
    const known = days[day]
    if (known !== undefined) return known
    const rule: ExchangeRule | ClockRule = rules[name]
    const ranges = 'session' in rule ? (sessions(rule.session, day) ?? []) : []
    const dayOfWeek = weekday(day)
    const kindOfDay = dayOfWeek === 0 || dayOfWeek >= 5 ? dayOfWeek : 1
    const variant = `${name}|${newYorkOffset(day)}|${ranges.join(';')}|${kindOfDay}`
    let profile = byVariant.get(variant)
    if (profile === undefined) {
      profile = 'session' in rule ? exchangeProfile(rule, ranges, dayOfWeek) : clockProfile(rule, day)
      byVariant.set(variant, profile)
    }
    days[day] = profile
    return profile
  }
}

/** Most variance is in the session, falling from the open; the rest rises before the open, falls after the close. */
function exchangeProfile(rule: ExchangeRule, ranges: readonly MinuteRange[], dayOfWeek: number): Profile {
  const variances = new Float64Array(blocksPerDay)
  const shapes = new Uint8Array(blocksPerDay)
  const session: number[] = []
  for (const [from, until] of ranges) {
    for (let minute = from; minute < until; minute += minutesPerBlock) session.push(blockAt(minute))
  }
  const last = session.length - 1
  for (const [position, block] of session.entries()) {
    const deviation =
      openingBlocks[position] ?? (position === last ? closingBlock : position === rule.afterLunch ? afterLunchBlock : 1)
    variances[block] = deviation * deviation
    shapes[block] = position === 0 ? blockShapes.opening : position === last ? blockShapes.closing : blockShapes.even
  }
  let total = 0
  for (const block of session) total += variances[block]!
  // A half day has fewer blocks and proportionally less variance.
  const length = session.length > 9 ? 1 : session.length / 10 + 0.1
  for (const block of session) variances[block]! *= (rule.inside / total) * length
  const weekend = dayOfWeek === 0 || dayOfWeek === 6
  const outside = session.length > 0 ? rule.outside : weekend ? weekendVariance : holidayVariance
  addOutside(variances, outsideWeights(rule, variances, session), outside)
  return { deviations: variances.map(Math.sqrt), shapes }
}

function outsideWeights(rule: ExchangeRule, variances: Float64Array, session: readonly number[]): Float64Array {
  const weights = new Float64Array(blocksPerDay)
  const first = session[0]
  const last = session.at(-1)
  for (let block = 0; block < blocksPerDay; block += 1) {
    if (variances[block] !== 0) continue
    let weight = 0.4
    if (rule.hours !== undefined) {
      const hour = rule.hours[block >> 1]!
      weight = hour === 0 ? 4 : hour * hour
    } else if (first !== undefined && last !== undefined) {
      const before = (first - block + blocksPerDay) % blocksPerDay
      const after = (block - last + blocksPerDay) % blocksPerDay
      if (before <= 8) weight = 2.2 - 0.18 * before
      else if (after <= 6) weight = 1.6 - 0.2 * after
    }
    weights[block] = weight
  }
  return weights
}

function addOutside(variances: Float64Array, weights: Float64Array, outside: number): void {
  let total = 0
  for (const weight of weights) total += weight
  for (let block = 0; block < blocksPerDay; block += 1) {
    if (variances[block] === 0) variances[block] = (weights[block]! * outside) / total
  }
}

/** Variance by the hour for a market that trades around the clock; nearly none on a closed weekend. */
function clockProfile(rule: ClockRule, day: number): Profile {
  const variances = new Float64Array(blocksPerDay)
  const dayOfWeek = weekday(day)
  const closing = (1020 - newYorkOffset(day)) / minutesPerBlock
  let total = 0
  for (let block = 0; block < blocksPerDay; block += 1) {
    const hour = rule.hours[block >> 1]!
    variances[block] = hour * hour
    total += variances[block]!
  }
  for (let block = 0; block < blocksPerDay; block += 1) {
    variances[block]! /= total
    if (rule.weekend === 'quiet') {
      variances[block]! *= dayOfWeek === 0 || dayOfWeek === 6 ? 0.55 : 1.18
    } else if (dayOfWeek === 6 || (dayOfWeek === 5 && block >= closing) || (dayOfWeek === 0 && block < closing)) {
      variances[block]! *= 0.03
    }
  }
  return { deviations: variances.map(Math.sqrt), shapes: new Uint8Array(blocksPerDay) }
}

function blockAt(minute: number): number {
  return (Math.floor(minute / minutesPerBlock) + blocksPerDay) % blocksPerDay
}
