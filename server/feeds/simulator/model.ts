import { assert, present } from '@mex/core/assert.ts'
import type { Price } from '@mex/core/money.ts'
import { dateOfDay, dayNumber, minuteMilliseconds } from '@mex/core/time-zone.ts'
import type { Catalogue, CurrencyFacts, Listing, Origin } from '#feeds/catalogue.ts'
import { type Blend, type Terms } from './blend.ts'
import { commodityOf, shortPartFading, type Commodity } from './commodities.ts'
import { cryptoRecipe } from './crypto.ts'
import { currencyValue, difference, isSimulatedCurrency, metalValue } from './currencies.ts'
import { indexRecipe, shareRecipe, type ShareMarket } from './equities.ts'
import { exponential } from './exponential.ts'
import { type Component, type CurrencyCode, defineFactors, type Recipe, type SectorKey, sectorKeys } from './factors.ts'
import { logOfPrice, logUnits } from './log-price.ts'
import { definePath, type Path } from './path.ts'
import { ownPathId } from './path-ids.ts'
import { minutesPerDay } from './time-grid.ts'

/** The UTC day on which every path is 0. With `modelVersion`, part of what a price is. */
export const marketEpoch = dayNumber('2020-01-01')
/** Catalogue prices are levels of this day: growth and carry lead through them on it. */
const priceLevelDay = dayNumber('2026-07-01')
const daysPerYear = 365

/** Something that the simulator prices. */
export type Priced = {
  readonly blend: Blend
  /** Which of the blend's paths tells how busy a minute is: for spreads, sizes and volume. */
  readonly mark: number
  /** Share of the instrument's average volume that is traded in it: distant months of a future are thin. */
  liquidity(day: number): number
}

/** Turns the catalogue into blends: which paths, how much of each, base price and carry (market model §6). */
export type Model = {
  /** Undefined for what the model does not know. The same object for mini and micro, and for the same key. */
  pricedOf(listing: Listing): Priced | undefined
  /** The value of a currency in US dollars; undefined for one that is not simulated. */
  dollarsOf(currency: string): Blend | undefined
  /** Every path with a permanent id that the catalogue uses, parents before children: for states and checkpoints. */
  paths(): readonly Path[]
}

export function openModel(catalogue: Catalogue): Model {
  const factors = defineFactors()
  const own = new Map<string, Path>()
  const known = new Map<string, Priced | undefined>()
  const dollars = new Map<string, Blend>()

  function ownPath(key: string, part: Recipe['own']): Path | undefined {
    if (!part) return undefined
    let path = own.get(key)
    if (!path) {
      path = definePath({ id: ownPathId(key), ...part })
      own.set(key, path)
    }
    return path
  }

  /** A recipe with its own part, growing through the base price on the day of the price level. */
  function fromRecipe(key: string, recipe: Recipe, basePrice: Price): Priced {
    const path = ownPath(key, recipe.own)
    const components: Component[] = path ? [...recipe.components, [path, 1]] : [...recipe.components]
    let grown = 0
    for (const [part, loading] of components) grown += loading * part.dailyGrowth * (priceLevelDay - marketEpoch)
    const base = logOfPrice(numberOf(basePrice)) - grown
    return { blend: driftingBlend(components, base, 0), mark: components.length - 1, liquidity: always }
  }

  function currencyParts(code: CurrencyCode | 'XAU' | 'XAG'): readonly Component[] {
    if (code !== 'XAU' && code !== 'XAG') return currencyValue(factors, code)
    const path = present(ownPath(`FX:${code}USD`, metalOwn[code]), 'a metal has a part of its own')
    return [...metalValue(factors, code), [path, 1]]
  }

  /** base − quote; it drifts by the difference of their interest, so that holding neither gains (rulebook §13.6). */
  function pairOf(base: string, quote: string): Priced | undefined {
    if (!isKnownValue(base) || !isKnownValue(quote)) return undefined
    const components = difference(currencyParts(base), currencyParts(quote))
    if (components.length === 0) return undefined
    const { dollars: baseDollars, interest: baseInterest } = facts(base)
    const { dollars: quoteDollars, interest: quoteInterest } = facts(quote)
    const level = logOfPrice(baseDollars) - logOfPrice(quoteDollars)
    const drift = quoteInterest - baseInterest
    const marked = base === 'USD' ? quote : base
    const markPath = currencyParts(marked).findLast(([path]) => components.some(([one]) => one === path))?.[0]
    const mark = components.findIndex(([path]) => path === markPath)
    return { blend: driftingBlend(components, level, drift), mark, liquidity: always }
  }

  const usInterest = interestOf(catalogue, 'USD', 0.04)
  function facts(code: string): { readonly dollars: number; readonly interest: number } {
    const currency = present(catalogue.currencies.get(code), `the currency ${code}`)
    return { dollars: numberOfRate(currency.dollars), interest: interestOf(catalogue, code, usInterest) }
  }

  function futureOf(listing: Listing, underlying: string): Priced | undefined {
    const contract = present(listing.instrument.contract, 'a future has a contract')
    const name = `${underlying} ${contract.month} ${contract.lastTrade}`
    if (known.has(name)) return known.get(name)
    const expiry = contract.lastTrade / minuteMilliseconds
    const liquidity = (day: number): number => liquidityBefore(expiry, day)
    const product = underlying.startsWith('COMMODITY:') ? underlying.slice('COMMODITY:'.length) : undefined
    let priced: Priced | undefined
    if (product === undefined) {
      const spot = fixedPriced(underlying)
      const carry = carryOf(underlying, usInterest)
      priced = spot && { blend: forwardBlend(spot.blend, carry, expiry), mark: spot.mark, liquidity }
    } else {
      const commodity = commodityOf(factors, product)
      const path = commodity && ownPath(underlying, commodity.own)
      if (commodity && path) {
        const { month } = dateOfDay(dayNumber(contract.month))
        const level = logOfPrice(numberOf(listing.basePrice)) + commodity.seasons[month - 1]! * logUnits
        const blend = commodityBlend(commodity, path, level, expiry)
        priced = { blend, mark: commodity.long.length, liquidity }
      }
    }
    known.set(name, priced)
    return priced
  }

  function fixedPriced(key: string): Priced | undefined {
    if (!known.has(key)) {
      const listing = catalogue.fixed.get(key)
      known.set(key, listing && describe(listing, listing.origin))
    }
    return known.get(key)
  }

  function describe(listing: Listing, origin: Origin): Priced | undefined {
    const { key, code, market } = listing.instrument
    switch (origin.kind) {
      case 'equity':
        assert(isShareMarket(market), `${key} is a share of a known market`)
        return fromRecipe(key, shareRecipe(factors, market, code, sectorOf(origin.sector)), listing.basePrice)
      case 'index':
        return fromRecipe(key, indexRecipe(factors, origin.region, code), listing.basePrice)
      case 'crypto':
        return fromRecipe(key, cryptoRecipe(factors, code), listing.basePrice)
      case 'pair':
      case 'metal':
        return pairOf(origin.base, origin.quote)
      case 'future':
        return futureOf(listing, origin.underlying)
    }
  }

  return {
    pricedOf: (listing) =>
      listing.origin.kind === 'future'
        ? futureOf(listing, listing.origin.underlying)
        : fixedPriced(listing.instrument.key),
    dollarsOf(currency) {
      let blend = dollars.get(currency)
      if (!blend && currency === 'USD') blend = driftingBlend([], 0, 0)
      blend ??= pairOf(currency, 'USD')?.blend
      if (blend) dollars.set(currency, blend)
      return blend
    },
    paths() {
      for (const key of catalogue.fixed.keys()) fixedPriced(key)
      for (const product of catalogue.products.values()) {
        const commodity = product.underlying.startsWith('COMMODITY:')
          ? commodityOf(factors, product.underlying.slice('COMMODITY:'.length))
          : undefined
        ownPath(product.underlying, commodity?.own)
      }
      const { world, regions, sectors, crypto, currencies, energy, metals, agriculture } = factors
      const groups = [regions, sectors, currencies].flatMap((group) => Object.values<Path>(group))
      return [world, ...groups, crypto, energy, metals, agriculture, ...own.values()]
    },
  }
}

const always = (): number => 1

/** Gold and silver beyond what all metals do (market model §6). */
const metalOwn = {
  XAU: metalPart(0.06),
  XAG: metalPart(0.22),
} as const

function metalPart(deviation: number) {
  return {
    deviation,
    profile: 'commodity',
    slowVolatility: 0.24,
    fastVolatility: 0.34,
    jumpChance: 0.015,
    jumpDeviation: deviation / 5.5,
    pull: 0.0012,
  } as const
}

/** Yearly dividends of the shares in an index, which its future does without. */
const indexYields: Readonly<Record<string, number>> = {
  'GLOBAL:SPX': 0.013,
  'GLOBAL:NDX': 0.007,
  'GLOBAL:DJI': 0.016,
  'GLOBAL:RUT': 0.013,
}

/** r − q of an index, r of a metal: what the future is above its spot for each year to expiry. */
function carryOf(underlying: string, interest: number): number {
  return interest - (indexYields[underlying] ?? 0)
}

/** Near months are traded most; what expires in a week has been rolled, what is a year away is hardly known. */
function liquidityBefore(expiryMinute: number, day: number): number {
  const days = Math.min(expiryMinute / minutesPerDay - day, 1000)
  if (days < 6) return 0.25
  return days <= 100 ? 1 : exponential(-(days - 100) / 70)
}

/** Components whose base moves along a straight line; drift is per year, 0 on the day of the price level. */
function driftingBlend(components: readonly Component[], level: number, drift: number): Blend {
  const loadings = Float64Array.from(components, ([, loading]) => loading)
  const loadingSlopes = new Float64Array(components.length)
  const daily = (drift / daysPerYear) * logUnits
  const baseSlope = daily / minutesPerDay
  return {
    paths: components.map(([path]) => path),
    termsOf: rememberDays((day) => ({
      base: level + daily * (day - priceLevelDay),
      baseSlope,
      loadings,
      loadingSlopes,
    })),
  }
}

/** ln F = ln S + carry × time to expiry, exact to the minute: no step at midnight, and F becomes S. */
function forwardBlend(spot: Blend, carry: number, expiryMinute: number): Blend {
  const perMinute = (carry / daysPerYear / minutesPerDay) * logUnits
  return {
    paths: spot.paths,
    termsOf: rememberDays((day) => {
      const terms = spot.termsOf(day)
      const left = expiryMinute - day * minutesPerDay
      return { ...terms, base: terms.base + perMinute * left, baseSlope: terms.baseSlope - perMinute }
    }),
  }
}

/**
 * ln F = long + short × exp(−1.5 τ) + season + carry × (delivery − day of the price level). The fading is exact at
 * midnights and straight between them. Carry sets the months apart and moves none of them, so a month drifts nowhere.
 */
function commodityBlend(commodity: Commodity, own: Path, level: number, expiryMinute: number): Blend {
  const parts: readonly Component[] = [...commodity.long, [own, 1]]
  const last = parts.length - 1
  const years = (expiryMinute / minutesPerDay - priceLevelDay) / daysPerYear
  const base = level + commodity.carry * years * logUnits
  const fading = (minutesLeft: number): number =>
    commodity.fades ? exponential((-shortPartFading * minutesLeft) / minutesPerDay / daysPerYear) : 1
  return {
    paths: parts.map(([path]) => path),
    termsOf: rememberDays((day) => {
      const left = expiryMinute - day * minutesPerDay
      const loadings = Float64Array.from(parts, ([, loading]) => loading)
      const loadingSlopes = new Float64Array(parts.length)
      loadings[last] = fading(left)
      loadingSlopes[last] = (fading(left - minutesPerDay) - loadings[last]) / minutesPerDay
      return { base, baseSlope: 0, loadings, loadingSlopes }
    }),
  }
}

/** Keeps the terms of the two days used last, one even and one odd: a session touches no more. */
function rememberDays(make: (day: number) => Terms): (day: number) => Terms {
  const days = [NaN, NaN]
  const terms: Terms[] = []
  return (day) => {
    const parity = day & 1
    if (days[parity] !== day) {
      terms[parity] = make(day)
      days[parity] = day
    }
    return terms[parity]!
  }
}

function isShareMarket(market: string): market is ShareMarket {
  return market === 'US' || market === 'HK' || market === 'MX'
}

function isKnownValue(code: string): code is CurrencyCode | 'XAU' | 'XAG' {
  return isSimulatedCurrency(code) || code === 'XAU' || code === 'XAG'
}

function sectorOf(text: string): SectorKey {
  const sector = sectorKeys.find((key) => key === text)
  return present(sector, `the sector ${text} among the model's`)
}

/** A currency without a rate is taken to earn what the dollar does: it drifts nowhere against it. */
function interestOf(catalogue: Catalogue, code: string, missing: number): number {
  const interest = catalogue.currencies.get(code)?.interest
  return interest === undefined ? missing : numberOfRate(interest)
}

/** Prices and rates of the catalogue enter the model as doubles; nothing comes out of it but integers of log units. */
const numberOf = (price: Price): number => Number(price) / 1e8
const numberOfRate = (rate: CurrencyFacts['dollars']): number => Number(rate) / 1e12
