import type { ShareMarket } from '@mex/core/market/instrument.ts'
import type { Component } from './blend.ts'
import { exponential } from './exponential.ts'
import type { Factors, OwnPart, Recipe, SectorKey } from './factors.ts'
import { hashBell, hashDraw } from './hash-draw.ts'

/**
 * Shares and indices (market model §6): β × world equity, region and sector, and an own part with jumps and four
 * results days a year. β, the sector loading and the own volatility come from a hash of the code, so they are public
 * and constant.
 */

/** The recipe of a share: ('US', 'AAPL', 'technology'). */
export function shareRecipe(factors: Factors, market: ShareMarket, code: string, sector: SectorKey): Recipe {
  return shareRecipes[market](factors, code, sector)
}

/** A share has no pull, which would make its direction predictable; far from its anchor it moves less instead. */
const ofShares = { fairIn: 'price', calmDistance: 1.2 } as const

const shareRecipes: Record<ShareMarket, (factors: Factors, code: string, sector: SectorKey) => Recipe> = {
  US({ world, sectors }, code, sector) {
    const beta = 0.35 + 1.05 * hashDraw(`${code}b`)
    const deviation = 0.19 * exponential(0.38 * hashBell(code))
    return {
      components: [
        [world, beta],
        [sectors[sector], 0.6 + 0.9 * hashDraw(`${code}s`)],
      ],
      own: {
        deviation,
        profile: 'us',
        volatilityParent: { path: world, load: 0.35 },
        slowVolatility: 0.16,
        fastVolatility: 0.26,
        jumpChance: 0.014,
        jumpDeviation: (0.034 * deviation) / 0.18,
        jumpSession: 'us-equity',
        resultsDay: resultsDay(code),
        resultsDeviation: (0.04 * deviation) / 0.18,
        growth: 0.04,
        ...ofShares,
      },
    }
  },
  HK({ world, regions, sectors }, code, sector) {
    const beta = 0.5 + 1.1 * hashDraw(`${code}b`)
    const deviation = 0.25 * exponential(0.42 * hashBell(code))
    return {
      components: [
        [world, 0.42 * beta],
        [regions.HK, beta],
        [sectors[sector], 0.6],
      ],
      own: {
        deviation,
        profile: 'hongKong',
        volatilityParent: { path: regions.HK, load: 0.4 },
        slowVolatility: 0.26,
        fastVolatility: 0.34,
        jumpChance: 0.016,
        jumpDeviation: (0.045 * deviation) / 0.25,
        jumpSession: 'hk-equity',
        resultsDay: resultsDay(code),
        resultsDeviation: 0.05,
        growth: 0.04,
        ...ofShares,
      },
    }
  },
  MX({ world, regions }, code) {
    const beta = 0.35 + 0.8 * hashDraw(`${code}b`)
    const deviation = 0.235 * exponential(0.25 * hashBell(code))
    return {
      components: [
        [world, 0.5 * beta],
        [regions.MX, beta],
      ],
      own: {
        deviation,
        profile: 'mexico',
        volatilityParent: { path: regions.MX, load: 0.3 },
        slowVolatility: 0.2,
        fastVolatility: 0.28,
        jumpChance: 0.014,
        jumpDeviation: 0.04,
        jumpSession: 'mx-equity',
        resultsDay: resultsDay(code),
        resultsDeviation: 0.04,
        growth: 0.04,
        ...ofShares,
      },
    }
  },
}

function resultsDay(code: string): number {
  return Math.floor(91 * hashDraw(`${code}e`))
}

export type IndexRegion = 'US' | 'HK' | 'MX' | 'EU' | 'ASIA'

const indexProfiles = { US: 'us', HK: 'hongKong', MX: 'mexico', EU: 'europe', ASIA: 'asia' } as const

type IndexShape = { readonly components: (factors: Factors) => readonly Component[]; readonly deviation: number }

/** An index is a sum of factors and a small own part, not a recomputed basket. */
const indexShapes: Readonly<Record<string, IndexShape>> = {
  SPX: { components: ({ world }) => [[world, 1]], deviation: 0.012 },
  NDX: {
    components: ({ world, sectors }) => [
      [world, 1.12],
      [sectors.technology, 0.8],
    ],
    deviation: 0.035,
  },
  DJI: {
    components: ({ world, sectors }) => [
      [world, 0.94],
      [sectors.industrial, 0.3],
    ],
    deviation: 0.025,
  },
  RUT: {
    components: ({ world, sectors }) => [
      [world, 1.15],
      [sectors.financial, 0.4],
    ],
    deviation: 0.075,
  },
  HSI: {
    components: ({ world, regions }) => [
      [world, 0.42],
      [regions.HK, 1],
    ],
    deviation: 0.015,
  },
  HSTECH: {
    components: ({ world, regions, sectors }) => [
      [world, 0.5],
      [regions.HK, 1.25],
      [sectors.technology, 0.6],
    ],
    deviation: 0.07,
  },
  IPC: {
    components: ({ world, regions }) => [
      [world, 0.5],
      [regions.MX, 1],
    ],
    deviation: 0.012,
  },
}

/** Regional shapes of all other indices. Indices of one region differ by their own paths. */
const regionShapes: Record<IndexRegion, IndexShape> = {
  US: { components: ({ world }) => [[world, 1]], deviation: 0.05 },
  HK: {
    components: ({ world, regions }) => [
      [world, 0.42],
      [regions.HK, 1],
    ],
    deviation: 0.05,
  },
  MX: {
    components: ({ world, regions }) => [
      [world, 0.5],
      [regions.MX, 1],
    ],
    deviation: 0.04,
  },
  EU: {
    components: ({ world, regions }) => [
      [world, 0.7],
      [regions.EU, 1],
    ],
    deviation: 0.045,
  },
  ASIA: {
    components: ({ world, regions }) => [
      [world, 0.4],
      [regions.ASIA, 1],
    ],
    deviation: 0.08,
  },
}

/** Yearly dividend yield of an index, which lowers the carry of its futures and is paid by its funds. */
export const indexYields: Readonly<Record<string, number>> = {
  'GLOBAL:SPX': 0.013,
  'GLOBAL:NDX': 0.007,
  'GLOBAL:DJI': 0.016,
  'GLOBAL:RUT': 0.013,
  'GLOBAL:HSI': 0.032,
  'GLOBAL:HSCEI': 0.03,
  'GLOBAL:HSTECH': 0.009,
  'GLOBAL:IPC': 0.034,
}

export function indexRecipe(factors: Factors, region: IndexRegion, code: string): Recipe {
  const { components, deviation } = indexShapes[code] ?? regionShapes[region]
  const own: OwnPart = {
    deviation,
    profile: indexProfiles[region],
    slowVolatility: 0.1,
    fastVolatility: 0.1,
    volatilityParent: { path: factors.world, load: 1 },
    growth: 0.04,
    fairIn: 'price',
  }
  return { components: components(factors), own }
}
