import type { Followed, Origin } from '#feeds/listing.ts'
import type { Component } from './blend.ts'
import { indexYields } from './equities.ts'
import { sectorKeys, type Factors, type SectorKey } from './factors.ts'
import { present } from '@mex/core/assert.ts'

/**
 * Exchange-traded funds have no draw of their own. The price of one is that of its index, or what the shares of a sector
 * have in common when there are so many that their own parts cancel out. Its yearly fee is taken from the dividends of
 * what it follows; the rest is paid out, so its price keeps to its index and no pair of instruments earns more than the
 * base rate ([50](../../../docs/decisions/050-funds-follow.md)).
 */
type Fund = Extract<Origin, { readonly kind: 'fund' }>

/** The loadings of a sector of the US, and the yearly dividends of its shares by their price. */
const sectorShapes: Record<SectorKey, { readonly world: number; readonly sector: number; readonly dividends: number }> =
  {
    technology: { world: 1.12, sector: 1.1, dividends: 0.006 },
    communication: { world: 0.98, sector: 1.1, dividends: 0.008 },
    'consumer-cyclical': { world: 1.08, sector: 1.1, dividends: 0.008 },
    'consumer-defensive': { world: 0.55, sector: 1, dividends: 0.025 },
    health: { world: 0.65, sector: 1, dividends: 0.016 },
    financial: { world: 0.95, sector: 1.1, dividends: 0.015 },
    energy: { world: 0.85, sector: 1.4, dividends: 0.032 },
    industrial: { world: 0.97, sector: 1, dividends: 0.014 },
    materials: { world: 0.92, sector: 1.1, dividends: 0.018 },
    'real-estate': { world: 0.78, sector: 1.1, dividends: 0.034 },
    utilities: { world: 0.5, sector: 1.1, dividends: 0.028 },
  }

/** Yearly drift of a sector: that of every share (`equities.ts`). */
export const sectorGrowth = 0.04

const shapeOf = (sector: string) =>
  sectorShapes[
    present(
      sectorKeys.find((key) => key === sector),
      `the sector ${sector} among the model's`,
    )
  ]

export function sectorBasket({ world, sectors }: Factors, sector: string): readonly Component[] {
  const shape = shapeOf(sector)
  const path = present(Object.entries(sectors).find(([key]) => key === sector)?.[1], `the path of ${sector}`)
  return [
    [world, shape.world],
    [path, shape.sector],
  ]
}

const dividendsOf = (follows: Followed): number =>
  follows.kind === 'index' ? (indexYields[follows.key] ?? 0) : shapeOf(follows.sector).dividends

/** The yearly dividends of what a fund follows, less its fee, by its price; below zero where the fee is more. */
export const netYield = ({ follows, fee }: Fund): number => dividendsOf(follows) - Number(fee) / 1e12
