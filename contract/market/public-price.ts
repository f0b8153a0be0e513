import { phases, quoteDoubts } from '@mex/core/market/quote.ts'
import * as z from 'zod/mini'

import { named, orNull, shape, timestamp } from '#wire.ts'

const fields = shape({
  /** When the price was made. */
  quotedAt: named('quoteTimestamp', timestamp),
  /** Seconds by which its exchange lags, as the source says. */
  delaySeconds: named('delaySec', z.number()),
  phase: named('session', z.enum(phases)),
  /** Why nothing fills at this price although it is shown; null when nothing speaks against it. */
  doubt: orNull(z.enum(quoteDoubts)),
})
export type PublicPrice = z.output<typeof fields>

/** How old a price of a public source is and what speaks against it. The other markets have no such field: their prices are never late. */
export const publicPrice = z.optional(fields)
