import { divide } from '#money/decimal.ts'
import { isFirstOfMonth } from '#strategies/strike.ts'
import type { Strategy } from '#strategies/strategy.ts'

/** Large companies of eight sectors. */
const shares = ['AAPL', 'MSFT', 'NVDA', 'AMZN', 'GOOGL', 'META', 'TSLA', 'JPM', 'V', 'UNH', 'JNJ', 'LLY', 'XOM', 'CVX']
const others = ['WMT', 'KO', 'PG', 'HD', 'CAT', 'NEE']
const universe = [...shares, ...others].map((code) => `US:${code}`)
const days = 90
const count = 5

/** The prices of the last strikes by code, oldest first. */
type State = ReadonlyMap<string, readonly bigint[]>

/** What a price has become of the oldest one that is known, in billionths. */
const growthOf = (recent: readonly bigint[]): bigint => divide(recent.at(-1)! * 10n ** 9n, recent[0]!, 'floor')

/**
 * Momentum: a fifth in each of the five shares that have risen most in 90 strikes, chosen at the first strike of each month. Of equal ones the
 * first in the alphabet.
 */
export const momentum: Strategy<State> = {
  id: 'momentum',
  universe,
  start: () => new Map(),
  decide(before, { date, prices }) {
    const state = new Map(
      [...prices].map(([code, price]) => [code, [...(before.get(code) ?? []), price].slice(-days - 1)]),
    )
    const known = [...state].filter(([, recent]) => recent.length === days + 1)
    if (!isFirstOfMonth(date) || known.length < count) return { state, targets: undefined }
    const ranked = known
      .map(([code, recent]) => ({ code, growth: growthOf(recent) }))
      .toSorted((one, other) => compare(other.growth, one.growth) || (one.code < other.code ? -1 : 1))
    return { state, targets: new Map(ranked.slice(0, count).map(({ code }) => [code, 10_000n / BigInt(count)])) }
  },
}

const compare = (one: bigint, other: bigint): number => (one < other ? -1 : one > other ? 1 : 0)
