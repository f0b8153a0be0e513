import { shareMarkets, type SessionName, type ShareMarket } from '@mex/core/market/instrument.ts'
import { dayNumber } from '@mex/core/time-zone.ts'
import { type Blend, type Component, constantBlend } from './blend.ts'
import { commodityPart } from './commodities.ts'
import { cryptoRecipe } from './crypto.ts'
import { currencyValue } from './currencies.ts'
import { openDaySecrets, type ModelVersion } from './day-secrets.ts'
import { type Engine, openEngine } from './engine.ts'
import { indexRecipe, shareRecipe } from './equities.ts'
import { exponential } from './exponential.ts'
import { type CurrencyCode, defineFactors, type Factors, type OwnPart } from './factors.ts'
import { sectorKeys } from './factors.ts'
import { hashDraw } from './hash-draw.ts'
import { logOfPrice } from './log-price.ts'
import { definePath } from './path.ts'
import type { DaySessions } from './profile.ts'

export type CalibrationInstrument = {
  readonly code: string
  readonly kind: string
  readonly session: SessionName
  readonly blend: Blend
  readonly base: number
  readonly components: readonly Component[]
}

export type CalibrationWorld = {
  readonly engine: Engine
  readonly sessions: DaySessions
  readonly instruments: readonly CalibrationInstrument[]
  readonly byCode: ReadonlyMap<string, CalibrationInstrument>
}

export type CalibrationOptions = {
  readonly master: string
  readonly epoch: string
  readonly sessions: DaySessions
  readonly modelVersion: ModelVersion
  readonly counts?: Readonly<Record<ShareMarket, number>>
  readonly keptPathDays?: number
}

type Sketch = Pick<CalibrationInstrument, 'code' | 'kind' | 'session'> & { readonly price: number }
type Add = (sketch: Sketch, components: readonly Component[], own?: OwnPart) => CalibrationInstrument

/**
 * The world of invented instruments on which the model was calibrated and for which its test vectors were computed
 * (market model §7, §10): the product's factors and recipes under other codes. Its order and prices never change, so a
 * change of the engine or of a constant changes the vectors.
 */
export function openCalibrationWorld(options: CalibrationOptions): CalibrationWorld {
  const { master, modelVersion, sessions, keptPathDays = 3000, counts = { US: 60, HK: 30, MX: 20 } } = options
  const keys = openDaySecrets(Buffer.from(master), modelVersion)
  const engine = openEngine({ keys, modelVersion, epoch: dayNumber(options.epoch), sessions, keptPathDays })
  const instruments: CalibrationInstrument[] = []
  let nextId = 1000
  const add: Add = ({ code, kind, session, price }, components, own) => {
    const all = [...components]
    if (own !== undefined) {
      all.push([definePath({ id: nextId, ...own }), 1])
      nextId += 1
    }
    const base = logOfPrice(price)
    const instrument = { code, kind, session, base, components: all, blend: constantBlend(base, all) }
    instruments.push(instrument)
    return instrument
  }
  const factors = defineFactors()
  const standard = addIndices(add, factors)
  addShares(add, factors, counts)
  for (const pair of pairs) addPair(add, factors, 'forex', pair)
  addCrypto(add, factors)
  add({ code: 'ES', kind: 'index future', session: 'cme', price: 5850 }, standard.components)
  addCommodities(add, factors)
  addPair(add, factors, 'peg', ['USD', 'HKD', 7.8])
  return { engine, sessions, instruments, byCode: new Map(instruments.map((one) => [one.code, one])) }
}

function addIndices(add: Add, factors: Factors): CalibrationInstrument {
  const index = (code: string, region: ShareMarket, session: SessionName, price: number): CalibrationInstrument => {
    const { components, own } = indexRecipe(factors, region, code)
    return add({ code, kind: 'index', session, price }, components, own)
  }
  const standard = index('SPX', 'US', 'us-equity', 5800)
  index('NDX', 'US', 'us-equity', 20000)
  index('HSI', 'HK', 'hk-equity', 20000)
  index('IPC', 'MX', 'mx-equity', 52000)
  return standard
}

const shareFacts = {
  US: { kind: 'US share', session: 'us-equity', cheapest: 20, spread: 3 },
  HK: { kind: 'HK share', session: 'hk-equity', cheapest: 3, spread: 4.5 },
  MX: { kind: 'MX share', session: 'mx-equity', cheapest: 10, spread: 3 },
} as const

function addShares(add: Add, factors: Factors, counts: Readonly<Record<ShareMarket, number>>): void {
  for (const market of shareMarkets) {
    const { kind, session, cheapest, spread } = shareFacts[market]
    for (let number = 0; number < counts[market]; number += 1) {
      const code = `${market}${number}`
      const price = cheapest * exponential(spread * hashDraw(`${code}p`))
      const { components, own } = shareRecipe(factors, market, code, sectorKeys[number % sectorKeys.length]!)
      add({ code, kind, session, price }, components, own)
    }
  }
}

const pairs: readonly (readonly [base: CurrencyCode, quote: CurrencyCode, price: number])[] = [
  ['EUR', 'USD', 1.12],
  ['GBP', 'USD', 1.3],
  ['USD', 'JPY', 148],
  ['EUR', 'JPY', 165.76],
  ['GBP', 'JPY', 192],
  ['USD', 'CHF', 0.85],
  ['AUD', 'USD', 0.66],
  ['USD', 'CAD', 1.37],
  ['USD', 'MXN', 18.5],
  ['USD', 'CNY', 7.15],
  ['NZD', 'USD', 0.6],
  ['EUR', 'GBP', 0.86],
]

type Pair = (typeof pairs)[number]

/** Keeps a path that both currencies share twice; the product merges the two. */
function addPair(add: Add, factors: Factors, kind: string, [base, quote, price]: Pair): void {
  const paid = currencyValue(factors, quote).map(([path, loading]): Component => [path, -loading])
  const components = [...currencyValue(factors, base), ...paid]
  add({ code: `${base}${quote}`, kind, session: 'forex', price }, components)
}

function addCrypto(add: Add, factors: Factors): void {
  const coins = { BTC: 60000, ETH: 3000, BNB: 500, XRP: 0.6, ADA: 0.5, DOGE: 0.12, SOL: 150, LTC: 90, AVAX: 30, DOT: 6 }
  for (const [code, price] of Object.entries(coins)) {
    const { components, own } = cryptoRecipe(factors, code)
    add({ code, kind: 'crypto', session: 'crypto', price }, components, own)
  }
}

function addCommodities(add: Add, factors: Factors): void {
  const { world, energy, metals, agriculture, currencies } = factors
  const future = (sketch: Sketch, components: readonly Component[], deviation: number): void => {
    add(sketch, components, commodityPart(deviation, sketch.kind !== 'metal'))
  }
  const fuel = (code: string, price: number, components: readonly Component[], deviation: number): void =>
    future({ code, kind: 'energy', session: 'cme', price }, components, deviation)
  const oil = (share: number): readonly Component[] => [
    [energy, 1],
    [world, share],
  ]
  fuel('CL', 75, oil(0.4), 0.2)
  fuel('NG', 3.2, [[energy, 0.4]], 0.66)
  fuel('RB', 2.2, oil(0.3), 0.22)
  fuel('HO', 2.4, oil(0.3), 0.18)
  const gold: readonly Component[] = [
    [metals, 1],
    [currencies.USD, -0.6],
  ]
  const copper: readonly Component[] = [
    [metals, 0.6],
    [world, 0.5],
  ]
  future({ code: 'GC', kind: 'metal', session: 'cme', price: 2600 }, gold, 0.06)
  future({ code: 'SI', kind: 'metal', session: 'cme', price: 31 }, [[metals, 1.7]], 0.22)
  future({ code: 'HG', kind: 'metal', session: 'cme', price: 4.3 }, copper, 0.19)
  const crops = [
    ['ZC', 440, 1, 0.19],
    ['ZW', 560, 1, 0.25],
    ['ZS', 1020, 0.9, 0.15],
    ['LE', 185, 0.1, 0.19],
    ['KC', 250, 0.3, 0.33],
    ['SB', 20, 0.3, 0.28],
  ] as const
  for (const [code, price, share, deviation] of crops) {
    future({ code, kind: 'agriculture', session: 'grains', price }, [[agriculture, share]], deviation)
  }
}
