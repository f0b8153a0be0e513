import { divide } from '#money/decimal.ts'
import type { Price } from '#money/money.ts'
import type { Side } from './campaign.ts'

/** Closes of some instruments, oldest first, in the shares of the last: all that a rule sees. */
export type Closes = ReadonlyMap<string, readonly Price[]>

/** What a rule would buy or sell next; undefined when it finds nothing. */
export type Choice = { readonly instrument: string; readonly side: Side }

/** A published rule: closes in, choice out, and nothing else. `sessions` is how many closes it needs. */
export type AgencyRule = { readonly sessions: number; readonly choose: (closes: Closes) => Choice | undefined }

/** Growth from one price to another in millionths. */
const growth = (from: Price, to: Price): bigint => divide((to - from) * 1_000_000n, from, 'near')

type Score = { readonly instrument: string; readonly score: bigint }

/** The scores of the instruments with enough closes, highest first; equal ones by their key. */
function ranked(
  closes: Closes,
  sessions: number,
  scoreOf: (own: readonly Price[]) => bigint | undefined,
): readonly Score[] {
  const scores = [...closes].flatMap(([instrument, all]) => {
    const own = all.slice(-sessions)
    const score = own.length < sessions ? undefined : scoreOf(own)
    return score === undefined ? [] : [{ instrument, score }]
  })
  return scores.toSorted((one, other) =>
    one.score === other.score ? (one.instrument < other.instrument ? -1 : 1) : one.score > other.score ? -1 : 1,
  )
}

const first = (scores: readonly Score[], side: Side): Choice | undefined =>
  scores[0] === undefined ? undefined : { instrument: scores[0].instrument, side }

const growthOf = (own: readonly Price[]): bigint | undefined => {
  const [from, to] = [own[0], own.at(-1)]
  return from === undefined || to === undefined ? undefined : growth(from, to)
}

/** Buys what has risen most over so many sessions. */
export const momentum = (sessions: number): AgencyRule => ({
  sessions: sessions + 1,
  choose: (closes) => first(ranked(closes, sessions + 1, growthOf), 'long'),
})

/** Sells what has risen most over so many sessions. */
export const contrarian = (sessions: number): AgencyRule => ({
  sessions: sessions + 1,
  choose: (closes) => first(ranked(closes, sessions + 1, growthOf), 'short'),
})

/** Buys what has moved least: the lowest sum of squared daily moves. */
export const lowVolatility = (sessions: number): AgencyRule => ({
  sessions: sessions + 1,
  choose: (closes) =>
    first(
      ranked(closes, sessions + 1, (own) =>
        own.slice(1).reduce((sum, price, index) => sum - growth(own[index] ?? price, price) ** 2n, 0n),
      ),
      'long',
    ),
})

/** The part of rises in all moves of so many sessions, in millionths: the relative strength index without smoothing. */
export function relativeStrength(own: readonly Price[]): bigint | undefined {
  let [risen, moved] = [0n, 0n]
  for (const [index, price] of own.entries()) {
    const before = own[index - 1]
    if (before === undefined) continue
    const move = growth(before, price)
    if (move > 0n) risen += move
    moved += move > 0n ? move : -move
  }
  return moved === 0n ? undefined : divide(risen * 1_000_000n, moved, 'near')
}

/** Buys what is most oversold: the lowest relative strength, if it is below a bound. */
export const reversal = (sessions: number, below: bigint): AgencyRule => ({
  sessions: sessions + 1,
  choose: (closes) => {
    const weakest = ranked(closes, sessions + 1, relativeStrength).at(-1)
    return weakest === undefined || weakest.score >= below
      ? undefined
      : { instrument: weakest.instrument, side: 'long' }
  },
})

/** Where the last close lies between the lowest and the highest of the sessions before it, in millionths; outside beyond 0 and 1. */
function placeInRange(own: readonly Price[]): bigint | undefined {
  const before = own.slice(0, -1)
  const [lowest, highest] = [before.reduce((a, b) => (b < a ? b : a)), before.reduce((a, b) => (b > a ? b : a))]
  const last = own.at(-1)
  return last === undefined || highest === lowest
    ? undefined
    : divide((last - lowest) * 1_000_000n, highest - lowest, 'near')
}

/** Buys what stands farthest above its range of so many sessions, or sells what stands farthest below, whichever is farther. */
export const breakout = (sessions: number): AgencyRule => ({
  sessions: sessions + 1,
  choose: (closes) => {
    const all = ranked(closes, sessions + 1, placeInRange)
    const [top, bottom] = [all[0], all.at(-1)]
    if (top === undefined || bottom === undefined) return undefined
    return top.score - 1_000_000n >= -bottom.score
      ? { instrument: top.instrument, side: 'long' }
      : { instrument: bottom.instrument, side: 'short' }
  },
})

/** Follows the longest distance from the average of so many sessions: buys above it, sells below it. */
export const trend = (sessions: number): AgencyRule => ({
  sessions,
  choose: (closes) => {
    const all = ranked(closes, sessions, (own) => {
      const sum = own.reduce<bigint>((so, price) => so + price, 0n)
      const last = own.at(-1)
      return last === undefined ? undefined : divide(last * BigInt(own.length) * 1_000_000n, sum, 'near') - 1_000_000n
    })
    const [top, bottom] = [all[0], all.at(-1)]
    if (top === undefined || bottom === undefined) return undefined
    return top.score >= -bottom.score
      ? { instrument: top.instrument, side: 'long' }
      : { instrument: bottom.instrument, side: 'short' }
  },
})
