import * as z from 'zod/mini'

import { publicPrice } from '#market/public-price.ts'
import { classifyField, marketField, sourceField } from '#market/shapes.ts'
import { listOf, named, orNull, percent, price, quantity, shape } from '#wire.ts'

/** A row of the watchlist; its prices are unknown until the first quote. */
export const watch = shape({
  id: z.number(),
  name: named('f14', z.string()),
  code: named('f12', z.string()),
  change: named('f4', orNull(price)),
  changeRatio: named('f3', orNull(percent)),
  volume: named('f5', orNull(quantity)),
  last: named('f2', orNull(price)),
  source: sourceField,
  market: marketField,
  classify: classifyField,
  /** The price step, and the sparkline's points as in a quote: ours. */
  tick: orNull(price),
  closes: named('indicatorsQuoteClose', listOf(price)),
  /** False where a short is refused: ours. */
  shortable: z.boolean(),
  publicPrice,
})

export type Watch = z.output<typeof watch>
