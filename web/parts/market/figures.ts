import type { Market } from '@mex/core/instrument.ts'
import { priceScale, quantityScale, type Price, type Quantity } from '@mex/core/money.ts'
import type { Percent } from '@mex/core/positions.ts'

import {
  decimalsOfTick,
  formatChange,
  formatChangePercent,
  formatCompact,
  formatPrice,
  formatQuantity,
  type ChangeText,
} from '#text/format.ts'
import type { Language } from '#text/language.ts'

/** The branded integers of the contract as the formatters of `text/` take them. */

const asPrice = (raw: Price) => ({ raw, scale: priceScale })
const asQuantity = (raw: Quantity) => ({ raw, scale: quantityScale })
const asPercent = (raw: Percent) => ({ raw, scale: 2 })

type Priced = { readonly market: Market; readonly tick?: Price | undefined; readonly last?: Price | undefined }

/** A row without a tick: pairs have five decimals (three where one unit is many), everything else at least two. */
function guessedDecimals({ market, last }: Priced): number {
  const own = last === undefined ? 2 : decimalsOfTick(asPrice(last))
  const usual = market !== 'FX' ? 2 : last !== undefined && last > 20n * 10n ** BigInt(priceScale) ? 3 : 5
  return Math.max(usual, own)
}

/** With how many decimals the prices of an instrument are written. */
export const decimalsOf = (priced: Priced): number =>
  priced.tick === undefined ? guessedDecimals(priced) : decimalsOfTick(asPrice(priced.tick))

export const priceText = (price: Price | undefined, decimals: number): string =>
  formatPrice(price === undefined ? undefined : asPrice(price), decimals)

export const changeText = (change: Price | undefined, decimals: number): ChangeText | undefined =>
  formatChange(change === undefined ? undefined : asPrice(change), decimals)

export const ratioText = (ratio: Percent | undefined): ChangeText | undefined =>
  formatChangePercent(ratio === undefined ? undefined : asPercent(ratio))

export const volumeText = (volume: Quantity | undefined, language: Language): string =>
  formatCompact(volume === undefined ? undefined : asQuantity(volume), language)

export const quantityText = (quantity: Quantity | undefined): string =>
  formatQuantity(quantity === undefined ? undefined : asQuantity(quantity))

/** For drawing only: lines and areas need proportions, not exactness. */
export const drawn = (price: Price): number => Number(price) / 10 ** priceScale
