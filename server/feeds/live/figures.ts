import { z } from 'zod'
import { parseDecimal } from '@mex/core/money/decimal.ts'
import { price, priceScale, quantity, quantityScale, type Price, type Quantity } from '@mex/core/money/money.ts'

/** A number of the source; a text, null, NaN or an object is no number. */
export const figure = z.number().optional().catch(undefined)

/** No instrument costs so much; a greater number is an error of the source. */
const figureMax = 1e10
const volumeMax = 1e15

function scaled(said: number | undefined, scale: number, most: number): bigint | undefined {
  return said === undefined || !Number.isFinite(said) || Math.abs(said) > most
    ? undefined
    : parseDecimal(said.toFixed(scale), scale)
}

export function priceFrom(said: number | undefined): Price | undefined {
  const found = scaled(said, priceScale, figureMax)
  return found === undefined ? undefined : price(found)
}

export function volumeFrom(said: number | undefined): Quantity | undefined {
  const found = said === undefined ? undefined : scaled(Math.round(said), 0, volumeMax)
  return found === undefined || found < 0n ? undefined : quantity(found * 10n ** BigInt(quantityScale))
}

/** Seconds of the epoch to milliseconds. */
export const instantFrom = (said: number | undefined): number | undefined =>
  said === undefined || !Number.isSafeInteger(said) || said <= 0 ? undefined : said * 1000
