import type { Component } from './blend.ts'
import { commodityPart } from './commodities.ts'
import type { CurrencyCode, Factors, OwnPart } from './factors.ts'

type ValueOf = (factors: Factors) => readonly Component[]

/**
 * The paths in the value of one unit of a currency (market model §6): its own, and those of the currencies and markets
 * that it follows. A pair is base − quote, so crosses agree with the pairs that they are made of.
 */
const values: Record<CurrencyCode, ValueOf> = {
  USD: ({ currencies }) => [[currencies.USD, 1]],
  EUR: ({ currencies }) => [[currencies.EUR, 1]],
  JPY: ({ currencies }) => [[currencies.JPY, 1]],
  GBP: ({ currencies }) => [
    [currencies.GBP, 1],
    [currencies.EUR, 0.3],
  ],
  AUD: ({ currencies, world }) => [
    [currencies.AUD, 1],
    [currencies.EUR, 0.45],
    [world, 0.15],
  ],
  CAD: ({ currencies, world }) => [
    [currencies.CAD, 1],
    [world, 0.08],
    [currencies.USD, 0.3],
  ],
  NZD: ({ currencies, world }) => [
    [currencies.NZD, 1],
    [currencies.EUR, 0.45],
    [world, 0.15],
  ],
  MXN: ({ currencies, world }) => [
    [currencies.MXN, 1],
    [world, 0.25],
  ],
  CHF: ({ currencies }) => [
    [currencies.EUR, 0.8],
    [currencies.CHF, 1],
  ],
  HKD: ({ currencies }) => [
    [currencies.USD, 1],
    [currencies.HKD, 1],
  ],
  CNY: ({ currencies }) => [
    [currencies.USD, 0.55],
    [currencies.CNY, 1],
  ],
  SGD: ({ currencies }) => [
    [currencies.USD, 0.45],
    [currencies.EUR, 0.35],
    [currencies.SGD, 1],
  ],
  TRY: ({ currencies, world }) => [
    [currencies.TRY, 1],
    [world, 0.15],
  ],
  ZAR: ({ currencies, world }) => [
    [currencies.ZAR, 1],
    [world, 0.3],
  ],
  SEK: ({ currencies, world }) => [
    [currencies.EUR, 0.85],
    [world, 0.1],
    [currencies.SEK, 1],
  ],
  NOK: ({ currencies, world, energy }) => [
    [currencies.EUR, 0.7],
    [world, 0.12],
    [energy, 0.06],
    [currencies.NOK, 1],
  ],
}

export function isSimulatedCurrency(code: string): code is CurrencyCode {
  return Object.hasOwn(values, code)
}

export function currencyValue(factors: Factors, code: CurrencyCode): readonly Component[] {
  return values[code](factors)
}

/** With these loadings the dollar price of gold has a loading of −0.6 on the dollar, that of silver none. */
export function metalValue(factors: Factors, metal: 'XAU' | 'XAG'): readonly Component[] {
  return metal === 'XAU'
    ? [
        [factors.metals, 1],
        [factors.currencies.USD, 0.4],
      ]
    : [
        [factors.metals, 1.7],
        [factors.currencies.USD, 1],
      ]
}

/** The own paths of gold and silver, beyond the path of all metals. */
export const metalOwn: Readonly<Record<'XAU' | 'XAG', OwnPart>> = {
  XAU: commodityPart(0.06, false),
  XAG: commodityPart(0.22, false),
}

/** base − quote with each path once, without paths that cancel out (the dollar, for a peg against it). */
export function difference(base: readonly Component[], quote: readonly Component[]): readonly Component[] {
  const loadings = new Map(base)
  for (const [path, loading] of quote) loadings.set(path, (loadings.get(path) ?? 0) - loading)
  return [...loadings].filter(([, loading]) => loading !== 0)
}
