import { priceOf, type Price } from '#money/money.ts'
import { strikeOf } from './strike.ts'
import type { StrategyDay } from './strategy.ts'

/** Days from 2026-01-01 on with the given prices of some codes; an empty text is a day without a quote. */
export function daysOf(prices: Readonly<Record<string, readonly string[]>>): readonly StrategyDay[] {
  const count = Math.max(...Object.values(prices).map((each) => each.length))
  return Array.from({ length: count }, (_, index) => {
    const quoted = new Map<string, Price>()
    for (const [code, texts] of Object.entries(prices)) {
      const text = texts[index]
      if (text) quoted.set(code, priceOf(text))
    }
    return { ...strikeOf(20_454 + index), prices: quoted }
  })
}

/** A market that moves up and down by up to 3 % a day, the same for the same seed. */
export function wanderingDays(codes: readonly string[], count: number, seed: number): readonly StrategyDay[] {
  let state = seed
  const draw = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const levels = new Map(codes.map((code, index) => [code, 50_00000000n * BigInt(index + 1)]))
  return Array.from({ length: count }, (_, index) => {
    for (const [code, level] of levels)
      levels.set(code, (level * BigInt(10_000 + Math.floor(draw() * 601) - 300)) / 10_000n)
    return { ...strikeOf(20_454 + index), prices: new Map([...levels].map(([code, level]) => [code, level as Price])) }
  })
}
