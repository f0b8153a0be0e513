import type { Factors, Recipe } from './factors.ts'

/** Older coins, whose own deviation is smaller than that of younger ones (market model §6). */
const early = new Set(['ETH', 'BNB'])

export function cryptoRecipe(factors: Factors, code: string): Recipe {
  const first = code === 'BTC'
  return {
    components: [[factors.crypto, first ? 0.95 : 1.1]],
    own: {
      deviation: first ? 0.24 : early.has(code) ? 0.34 : 0.52,
      profile: 'crypto',
      daysPerYear: 365,
      volatilityParent: { path: factors.crypto, load: 0.5 },
      slowVolatility: 0.18,
      fastVolatility: 0.38,
      jumpChance: 0.016,
      jumpDeviation: first ? 0.03 : early.has(code) ? 0.06 : 0.12,
      pull: 0.0008,
    },
  }
}
