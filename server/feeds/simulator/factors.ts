import type { Component } from './blend.ts'
import { definePath, type Path, type PathParameters } from './path.ts'

/** The parameters of an own part, before it is given its permanent id. */
export type OwnPart = Omit<PathParameters, 'id'>
/** The parts of a log price besides its base: shared paths and an own path. */
export type Recipe = { readonly components: readonly Component[]; readonly own: OwnPart }

export const sectorKeys = [
  'technology',
  'communication',
  'consumer-cyclical',
  'consumer-defensive',
  'health',
  'financial',
  'energy',
  'industrial',
  'materials',
  'real-estate',
  'utilities',
] as const
export type SectorKey = (typeof sectorKeys)[number]

/** Yearly deviation of each currency's own path. The position in this list determines the path id: append only. */
const currencyDeviations = {
  USD: 0.046,
  EUR: 0.054,
  JPY: 0.07,
  GBP: 0.055,
  AUD: 0.055,
  CAD: 0.045,
  NZD: 0.066,
  MXN: 0.1,
  CHF: 0.042,
  HKD: 0.006,
  CNY: 0.04,
  SGD: 0.03,
  TRY: 0.13,
  ZAR: 0.12,
  SEK: 0.055,
  NOK: 0.06,
} as const
export type CurrencyCode = keyof typeof currencyDeviations

export type Factors = {
  readonly world: Path
  readonly regions: Readonly<Record<'HK' | 'MX' | 'EU' | 'ASIA', Path>>
  readonly sectors: Readonly<Record<SectorKey, Path>>
  readonly crypto: Path
  readonly currencies: Readonly<Record<CurrencyCode, Path>>
  readonly energy: Path
  readonly metals: Path
  readonly agriculture: Path
}

/** The paths that many instruments share (market model §6). Their ids, below 1000, are permanent. */
export function defineFactors(): Factors {
  const world = definePath({
    id: 1,
    fairIn: 'price',
    deviation: 0.145,
    profile: 'world',
    slowVolatility: 0.33,
    fastVolatility: 0.32,
    leverageEffect: 0.8,
    jumpChance: 0.012,
    jumpDeviation: 0.012,
    jumpSession: 'us-equity',
  })
  const crypto = definePath({
    id: 40,
    pull: 0.0008,
    deviation: 0.52,
    profile: 'crypto',
    slowVolatility: 0.26,
    fastVolatility: 0.36,
    daysPerYear: 365,
    jumpChance: 0.03,
    jumpDeviation: 0.07,
  })
  return {
    world,
    regions: defineRegions(world),
    sectors: defineSectors(world),
    crypto,
    currencies: defineCurrencies(),
    ...defineCommodities(),
  }
}

function defineRegions(world: Path): Factors['regions'] {
  const follow = (load: number) => ({ path: world, load })
  return {
    HK: definePath({
      id: 11,
      fairIn: 'price',
      deviation: 0.195,
      profile: 'hongKong',
      volatilityParent: follow(0.4),
      slowVolatility: 0.3,
      fastVolatility: 0.34,
      leverageEffect: 0.3,
      jumpChance: 0.012,
      jumpDeviation: 0.025,
      jumpSession: 'hk-equity',
    }),
    MX: definePath({
      id: 12,
      fairIn: 'price',
      deviation: 0.118,
      profile: 'mexico',
      volatilityParent: follow(0.5),
      slowVolatility: 0.16,
      fastVolatility: 0.22,
    }),
    EU: definePath({
      id: 13,
      fairIn: 'price',
      deviation: 0.1,
      profile: 'europe',
      volatilityParent: follow(0.6),
      slowVolatility: 0.16,
      fastVolatility: 0.24,
      leverageEffect: 0.3,
    }),
    ASIA: definePath({
      id: 14,
      fairIn: 'price',
      deviation: 0.12,
      profile: 'asia',
      volatilityParent: follow(0.5),
      slowVolatility: 0.2,
      fastVolatility: 0.28,
      leverageEffect: 0.3,
    }),
  }
}

function defineSectors(world: Path): Factors['sectors'] {
  const sector = (index: number): Path =>
    definePath({
      id: 20 + index,
      fairIn: 'price',
      deviation: 0.075,
      profile: 'world',
      volatilityParent: { path: world, load: 1 },
      slowVolatility: 0.05,
      fastVolatility: 0.08,
    })
  const entries = sectorKeys.map((key, index) => [key, sector(index)] as const)
  return Object.fromEntries(entries) as Record<SectorKey, Path>
}

/**
 * Half of the band of a peg, in logarithms: 7.75 to 7.85 Hong Kong dollars to the US dollar, less the widest spread, so
 * that bid and ask are inside too. The pull keeps the level from staying at an edge for years.
 */
export const pegs: Partial<Record<string, { readonly band: number; readonly pull: number }>> = {
  HKD: { band: 0.0062, pull: 0.001 },
}

/** The dollar comes first, because it is the volatility parent of every other currency. */
function defineCurrencies(): Factors['currencies'] {
  const entries: [string, Path][] = []
  for (const [index, [code, deviation]] of Object.entries(currencyDeviations).entries()) {
    const dollar = entries[0]?.[1]
    const path = definePath({
      id: 60 + index,
      deviation,
      profile: 'currency',
      daysPerYear: 260,
      ...(dollar !== undefined && { volatilityParent: { path: dollar, load: 0.6 } }),
      slowVolatility: dollar !== undefined ? 0.18 : 0.28,
      fastVolatility: dollar !== undefined ? 0.26 : 0.3,
      ...(pegs[code] ?? { jumpChance: 0.01, jumpDeviation: 0.14 * deviation }),
    })
    entries.push([code, path])
  }
  return Object.fromEntries(entries) as Record<CurrencyCode, Path>
}

function defineCommodities(): Pick<Factors, 'energy' | 'metals' | 'agriculture'> {
  const shared = { profile: 'commodity' } as const
  return {
    energy: definePath({
      ...shared,
      id: 80,
      calmDistance: 1.2,
      deviation: 0.3,
      slowVolatility: 0.28,
      fastVolatility: 0.36,
      jumpChance: 0.02,
      jumpDeviation: 0.05,
    }),
    metals: definePath({
      ...shared,
      id: 81,
      deviation: 0.14,
      slowVolatility: 0.24,
      fastVolatility: 0.33,
      jumpChance: 0.015,
      jumpDeviation: 0.016,
    }),
    agriculture: definePath({
      ...shared,
      id: 82,
      deviation: 0.17,
      slowVolatility: 0.24,
      fastVolatility: 0.32,
      jumpChance: 0.015,
      jumpDeviation: 0.025,
    }),
  }
}
