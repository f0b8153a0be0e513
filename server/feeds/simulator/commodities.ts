import type { Component } from './blend.ts'
import type { Factors, OwnPart } from './factors.ts'

/** Rate per year at which the short part of a commodity fades with the time to delivery and reverts to 0. */
export const shortPartFading = 1.5

/**
 * A simulated commodity (market model §6). Energy and agriculture have two parts: a long one that all delivery months
 * share, and a short one with the loading exp(−1.5 τ). The short part's pull is the same 1.5 a year, so that the price
 * of a delivery month has no drift to trade on.
 */
export type Commodity = {
  readonly long: readonly Component[]
  readonly own: OwnPart
  /** Whether `own` fades with the time to delivery. */
  readonly fades: boolean
  /** Log price difference to the delivery month a year later: storage and interest less convenience yield. */
  readonly carry: number
  /** Log premium of each delivery month, January first. */
  readonly seasons: readonly number[]
}

const noSeasons: readonly number[] = Array.from({ length: 12 }, () => 0)

/** The own path of a commodity or a metal. The one of a metal does not fade. */
export function commodityPart(deviation: number, fades: boolean): OwnPart {
  return {
    deviation,
    profile: 'commodity',
    slowVolatility: 0.24,
    fastVolatility: 0.34,
    jumpChance: 0.015,
    jumpDeviation: deviation / 5.5,
    ...(fades && { pull: shortPartFading / 365 }),
  }
}

type Shape = {
  readonly long: (factors: Factors) => readonly Component[]
  readonly deviation: number
  readonly fades: boolean
  readonly carry: number
  readonly seasons?: readonly number[]
}

const crop = (loading: number, deviation: number, seasons?: readonly number[]): Shape => ({
  long: ({ agriculture }) => [[agriculture, loading]],
  deviation,
  fades: true,
  carry: 0.02,
  ...(seasons !== undefined && { seasons }),
})
const fuel = (energyShare: number, worldShare: number, deviation: number, seasons?: readonly number[]): Shape => ({
  long: ({ energy, world }) =>
    worldShare === 0
      ? [[energy, energyShare]]
      : [
          [energy, energyShare],
          [world, worldShare],
        ],
  deviation,
  fades: true,
  carry: -0.02,
  ...(seasons !== undefined && { seasons }),
})

const shapes: Readonly<Record<string, Shape>> = {
  HG: {
    long: ({ metals, world }) => [
      [metals, 0.6],
      [world, 0.5],
    ],
    deviation: 0.19,
    fades: false,
    carry: 0.02,
  },
  CL: fuel(1, 0.4, 0.2),
  NG: fuel(0.4, 0, 0.66, [0.12, 0.1, 0.03, -0.06, -0.08, -0.06, -0.03, -0.03, -0.04, 0, 0.05, 0.1]),
  RB: fuel(1, 0.3, 0.22, [-0.04, -0.03, 0.01, 0.05, 0.06, 0.05, 0.04, 0.03, 0, -0.04, -0.06, -0.06]),
  ZC: crop(1, 0.19, [0, 0.01, 0.015, 0.02, 0.025, 0.02, 0.01, -0.01, -0.03, -0.03, -0.02, -0.01]),
  ZW: crop(1, 0.25, [0.015, 0.015, 0.01, 0, -0.01, -0.02, -0.025, -0.02, -0.01, 0, 0.01, 0.015]),
  ZS: crop(0.9, 0.15, [0, 0.005, 0.01, 0.015, 0.02, 0.02, 0.015, 0, -0.02, -0.025, -0.02, -0.01]),
  LE: crop(0.1, 0.19, [0.01, 0.015, 0.02, 0.02, 0, -0.02, -0.025, -0.02, -0.01, 0, 0.005, 0.01]),
  KC: crop(0.3, 0.33),
  SB: crop(0.3, 0.28),
}

/** The recipe of 'CL', 'ZC' …; undefined for a product that is not simulated by itself. */
export function commodityOf(factors: Factors, product: string): Commodity | undefined {
  const shape = shapes[product]
  if (shape === undefined) return undefined
  return {
    long: shape.long(factors),
    own: commodityPart(shape.deviation, shape.fades),
    fades: shape.fades,
    carry: shape.carry,
    seasons: shape.seasons ?? noSeasons,
  }
}
