import * as z from 'zod/mini'

import { get } from '#call.ts'
import { priceMode } from '#market/shapes.ts'
import { request } from '#request.ts'
import { listOf, money, orNull, rate, shape } from '#wire.ts'

/** One version of the product's texts in every language. */
const inEveryLanguage = z.object({ en: z.string(), 'zh-CN': z.string(), 'zh-TW': z.string() })

/**
 * A part of the handling fee (rulebook §18): `amount` × value or × quantity, kept between `least` and `most` in the
 * currency of the instrument.
 */
export const feeRate = shape({
  /** 'commission', 'stamp', 'sfc' …: the component. */
  name: z.string(),
  basis: z.enum(['value', 'quantity', 'commission']),
  amount: rate,
  least: orNull(money),
  most: orNull(money),
  /** What `most` cannot say: a cap as a share of the value. */
  mostOfValue: orNull(rate),
  sides: z.enum(['both', 'sell']),
})

/** What the product says about itself. */
export const disclosures = {
  disclosure: get('/disclosure', {
    isAddition: true,
    who: 'anyone',
    about: 'What this product is and is not, the fees in force, and the documents that registration accepts.',
    input: request({}),
    output: shape({
      text: inEveryLanguage,
      mode: priceMode,
      fees: listOf(shape({ market: z.string(), from: z.string(), rates: listOf(feeRate) })),
      configVersion: z.number(),
      documents: listOf(
        shape({
          name: z.enum(['client-agreement', 'privacy-policy', 'risk-disclosure']),
          title: z.string(),
          /** SHA-256 of the source, in hexadecimal. */
          hash: z.string(),
          text: z.string(),
        }),
      ),
    }),
  }),
}

export type FeeRate = z.output<typeof feeRate>
