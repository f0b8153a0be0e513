import { assert, present } from '@mex/core/assert.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import type { Price } from '@mex/core/money/money.ts'
import { type DayNumber, dateOfDay, dayNumber, minuteMilliseconds, utcDay } from '@mex/core/time-zone.ts'
import type { Catalogue } from '#feeds/catalogue.ts'
import type { CurrencyFacts, FirstPrice, Listing, Origin } from '#feeds/listing.ts'
import {
  type Blend,
  carriedBlend,
  type Component,
  constantBlend,
  deliveredBlend,
  driftingBlend,
  fadingBlend,
  forwardBlend,
} from './blend.ts'
import { commodityOf, shortPartFading } from './commodities.ts'
import { cryptoRecipe } from './crypto.ts'
import { currencyValue, difference, isSimulatedCurrency, metalOwn, metalValue } from './currencies.ts'
import { indexRecipe, indexYields, shareRecipe } from './equities.ts'
import { exponential } from './exponential.ts'
import { type CurrencyCode, defineFactors, type Factors, type OwnPart, pegs, type Recipe } from './factors.ts'
import { type SectorKey, sectorKeys } from './factors.ts'
import { netYield, sectorBasket, sectorGrowth } from './funds.ts'
import { logOfPrice, logUnits } from './log-price.ts'
import { definePath, medianMove, type Path } from './path.ts'
import { ownPathId } from './path-ids.ts'
import { minutesPerDay } from './time-grid.ts'

/** The UTC day on which every path is 0. Every price depends on it. */
export const marketEpoch = dayNumber('2020-01-01')
/** The day of the catalogue's base prices. */
export const priceLevelDay = dayNumber('2026-07-01')

/** The price model of an instrument. */
export type Priced = {
  readonly blend: Blend
  /** Index of the blend's path that determines the activity of a minute: spreads, sizes and volume. */
  readonly mark: number
  /** Share of the average volume that is traded on a day: distant months of a future are illiquid. */
  readonly liquidity: (day: DayNumber) => number
}

/** Builds the blends of the catalogue: paths, loadings, base price and carry (market model §6). */
export type Model = {
  /** Undefined for an instrument that is not simulated. One object per key, and the same one for mini and micro. */
  readonly pricedOf: (listing: Listing) => Priced | undefined
  /** The value of a currency in US dollars; undefined for one that is not simulated. */
  readonly dollarsOf: (currency: string) => Blend | undefined
  /** Every path that the catalogue uses, factors first: for states and checkpoints. */
  readonly paths: () => readonly Path[]
}

type FundOrigin = Extract<Origin, { readonly kind: 'fund' }>

/** The inputs of blends. */
type Setting = {
  readonly catalogue: Catalogue
  readonly factors: Factors
  readonly own: OwnPaths
  /** The price model of the spot of a future. */
  readonly pricedByKey: (key: string) => Priced | undefined
}
type OwnPaths = { get(key: string, part: OwnPart): Path; all(): readonly Path[] }

export function openModel(catalogue: Catalogue): Model {
  const known = new Map<string, Priced | undefined>()
  const dollars = new Map<string, Blend | undefined>()
  const memoized = (name: string, make: () => Priced | undefined): Priced | undefined => {
    if (!known.has(name)) known.set(name, make())
    return known.get(name)
  }
  const pricedByKey = (key: string): Priced | undefined =>
    memoized(key, () => {
      const listing = catalogue.fixed.get(key)
      return listing === undefined ? undefined : describe(setting, listing)
    })
  const setting: Setting = { catalogue, factors: defineFactors(), own: openOwnPaths(), pricedByKey }
  return {
    pricedOf(listing) {
      const { contract, key } = listing.instrument
      if (listing.issue !== undefined) return memoized(key, () => issued(setting, listing, listing.issue))
      if (contract === undefined || listing.origin.kind !== 'future') return pricedByKey(key)
      const { underlying } = listing.origin
      return memoized(`${underlying} ${contract.month} ${contract.lastTrade}`, () =>
        future(setting, listing, underlying),
      )
    },
    dollarsOf(currency) {
      if (!dollars.has(currency)) {
        const value = currency === 'USD' ? constantBlend(0, []) : pair(setting, currency, 'USD')?.blend
        dollars.set(currency, value)
      }
      return dollars.get(currency)
    },
    paths() {
      for (const key of catalogue.fixed.keys()) pricedByKey(key)
      for (const { underlying } of catalogue.products.values()) {
        const commodity = commodityOf(setting.factors, productOf(underlying) ?? '')
        if (commodity !== undefined) setting.own.get(underlying, commodity.own)
      }
      return [...sharedPaths(setting.factors), ...setting.own.all()]
    },
  }
}

function openOwnPaths(): OwnPaths {
  const paths = new Map<string, Path>()
  return {
    get(key, part) {
      let path = paths.get(key)
      if (path === undefined) {
        path = definePath({ id: ownPathId(key), ...part })
        paths.set(key, path)
      }
      return path
    },
    all: () => [...paths.values()],
  }
}

function sharedPaths(factors: Factors): readonly Path[] {
  const { world, regions, sectors, crypto, currencies, energy, metals, agriculture } = factors
  const groups = [regions, sectors, currencies].flatMap((group) => Object.values<Path>(group))
  return [world, ...groups, crypto, energy, metals, agriculture]
}

function describe(setting: Setting, { instrument, origin, basePrice }: Listing): Priced | undefined {
  const { factors } = setting
  const { key, code, market } = instrument
  switch (origin.kind) {
    case 'equity':
      assert(isShareMarket(market), `${key} is a share of a known market`)
      return fromRecipe(setting, key, shareRecipe(factors, market, code, sectorOf(origin.sector)), basePrice)
    case 'index':
      return fromRecipe(setting, key, indexRecipe(factors, origin.region, code), basePrice)
    case 'crypto':
      return fromRecipe(setting, key, cryptoRecipe(factors, code), basePrice)
    case 'fund':
      return fund(setting, origin, basePrice)
    case 'pair':
    case 'metal':
      return pair(setting, origin.base, origin.quote)
    case 'future':
      return undefined
  }
}

/** The shares of a new issue, without the base that gives them their first price. */
function issued(setting: Setting, { instrument, origin }: Listing, issue: FirstPrice | undefined): Priced | undefined {
  const { code, market } = instrument
  if (issue === undefined || origin.kind !== 'equity' || !isShareMarket(market)) return undefined
  const { components, own } = shareRecipe(setting.factors, market, code, sectorOf(origin.sector))
  const firstDay = utcDay(issue.listsAt) - 1
  const path = definePath({ id: issue.pathId, ...own, firstDay })
  const all: readonly Component[] = [...components, [path, 1]]
  return { blend: constantBlend(0, all), mark: all.length - 1, liquidity: always }
}

/** The median move of components from the epoch to the day of the base prices. */
function grownBy(components: readonly Component[]): number {
  let grown = 0
  for (const [path, loading] of components) grown += loading * medianMove(path, priceLevelDay - marketEpoch)
  return grown
}

/** The price model of a recipe. Its median price on the day of the base prices is the base price. */
function fromRecipe(setting: Setting, key: string, { components, own }: Recipe, basePrice: Price): Priced {
  const all: readonly Component[] = [...components, [setting.own.get(key, own), 1]]
  const level = logOfPrice(numberOf(basePrice)) - grownBy(all)
  return { blend: constantBlend(level, all), mark: all.length - 1, liquidity: always }
}

/**
 * The price of a fund: what it follows at the level of its base price. Between two payments it rises by its dividends, which
 * lower it when they are paid (`share-actions.ts`).
 */
function fund(setting: Setting, origin: FundOrigin, basePrice: Price): Priced | undefined {
  const level = logOfPrice(numberOf(basePrice))
  const drift = { yearly: netYield(origin), on: priceLevelDay }
  if (origin.follows.kind === 'sector') {
    const components = sectorBasket(setting.factors, origin.follows.sector)
    const blend = constantBlend(level - grownBy(components), components)
    const yearly = drift.yearly + sectorGrowth
    return {
      blend: driftingBlend(blend, { ...drift, shift: 0, yearly }),
      mark: components.length - 1,
      liquidity: always,
    }
  }
  const index = setting.catalogue.fixed.get(origin.follows.key)
  const priced = setting.pricedByKey(origin.follows.key)
  if (index === undefined || priced === undefined) return undefined
  const shift = level - logOfPrice(numberOf(index.basePrice))
  return { ...priced, blend: driftingBlend(priced.blend, { ...drift, shift }) }
}

/** base − quote, with the interest rate difference as its carry, so that holding gains nothing (rulebook §17.2). */
function pair(setting: Setting, base: string, quote: string): Priced | undefined {
  if (!isValued(base) || !isValued(quote)) return undefined
  const components = difference(valueParts(setting, base), valueParts(setting, quote))
  if (components.length === 0) return undefined
  const [bought, paid] = [currencyFacts(setting, base), currencyFacts(setting, quote)]
  const level = logOfPrice(bought.dollars) - logOfPrice(paid.dollars)
  const blend = carriedBlend(components, { level, on: priceLevelDay, carry: paid.interest - bought.interest })
  const marking = valueParts(setting, base === 'USD' ? quote : base).toReversed()
  const mark = marking.map(([path]) => blend.paths.indexOf(path)).find((place) => place >= 0)
  return { blend, mark: mark ?? 0, liquidity: always }
}

function valueParts({ factors, own }: Setting, code: CurrencyCode | 'XAU' | 'XAG'): readonly Component[] {
  if (code !== 'XAU' && code !== 'XAG') return currencyValue(factors, code)
  return [...metalValue(factors, code), [own.get(`FX:${code}USD`, metalOwn[code]), 1]]
}

type DollarFacts = { readonly dollars: number; readonly interest: number }

/** A currency that is pegged to the dollar or has no interest rate gets that of the dollar: it does not drift. */
function currencyFacts({ catalogue }: Setting, code: string): DollarFacts {
  const currency = present(catalogue.currencies.get(code), `the currency ${code}`)
  const interest = pegs[code] === undefined ? currency.interest : undefined
  return { dollars: numberOfRate(currency.dollars), interest: numberOfRate(interest ?? dollarInterest(catalogue)) }
}

const dollarInterest = (catalogue: Catalogue): CurrencyFacts['dollars'] =>
  present(catalogue.currencies.get('USD')?.interest, 'the interest of the dollar')

/** One delivery month: a metal by the nights left, an index by the time left, a commodity by its own paths. */
function future(setting: Setting, listing: Listing, underlying: string): Priced | undefined {
  const { month, lastTrade } = present(listing.instrument.contract, 'the contract of a future')
  const expiryMinute = lastTrade / minuteMilliseconds
  const liquidity = (day: DayNumber): number => liquidityBefore(expiryMinute, day)
  const product = productOf(underlying)
  if (product === undefined) {
    const spot = setting.pricedByKey(underlying)
    if (spot === undefined) return undefined
    const { blend, mark } = spot
    const isMetal = setting.catalogue.fixed.get(underlying)?.origin.kind === 'metal'
    if (isMetal) return { blend: deliveredBlend(blend, expiryMinute), mark, liquidity }
    const carry = numberOfRate(dollarInterest(setting.catalogue)) - (indexYields[underlying] ?? 0)
    return { blend: forwardBlend(blend, carry, expiryMinute), mark, liquidity }
  }
  const commodity = commodityOf(setting.factors, product)
  if (commodity === undefined) return undefined
  const { long, own, fades, carry, seasons } = commodity
  const years = (expiryMinute / minutesPerDay - priceLevelDay) / 365
  const season = seasons[dateOfDay(dayNumber(month)).month - 1]!
  const base = logOfPrice(numberOf(listing.basePrice)) + (season + carry * years) * logUnits
  const fading = fades ? shortPartFading : 0
  const blend = fadingBlend(base, long, setting.own.get(underlying, own), { fading, expiryMinute })
  return { blend, mark: long.length, liquidity }
}

/** 'CL' of 'COMMODITY:CL'; undefined for an underlying that is an instrument. */
function productOf(underlying: string): string | undefined {
  return underlying.startsWith('COMMODITY:') ? underlying.slice('COMMODITY:'.length) : undefined
}

const always = (): number => 1

/** Near months are traded most, except in their last week, when positions are rolled; distant months hardly. */
function liquidityBefore(expiryMinute: number, day: DayNumber): number {
  const days = Math.min(expiryMinute / minutesPerDay - day, 1000)
  if (days < 6) return 0.25
  return days <= 100 ? 1 : exponential(-(days - 100) / 70)
}

function isValued(code: string): code is CurrencyCode | 'XAU' | 'XAG' {
  return isSimulatedCurrency(code) || code === 'XAU' || code === 'XAG'
}

function sectorOf(text: string): SectorKey {
  const sector = sectorKeys.find((key) => key === text)
  return present(sector, `the sector ${text} among the model's`)
}

/** Prices and rates of the catalogue enter the model as doubles; its results are integers of log units. */
const numberOf = (price: Price): number => Number(price) / 1e8
const numberOfRate = (rate: CurrencyFacts['dollars']): number => Number(rate) / 1e12
