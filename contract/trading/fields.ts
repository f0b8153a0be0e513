import * as z from 'zod/mini'
import type { Price, Quantity } from '@mex/core/money/money.ts'
import {
  directionNumbers,
  leverageSteps,
  orderTypeNumbers,
  purposeNumbers,
  sideNumbers,
} from '@mex/core/trading/orders.ts'

import { words } from '#fields.ts'
import { coded, price as anyPrice, quantity as anyQuantity, refusalWord } from '#wire.ts'

/** What orders say in requests (specification, calls H and Q). */

export const side = coded(sideNumbers)
export const direction = coded(directionNumbers)
export const orderType = coded(orderTypeNumbers)
/** Whether an order opens a position or closes one. */
export const purpose = coded(purposeNumbers)

/**
 * One of the steps, or 0 for whatever is none of them. It is not refused here: the refusal names the instrument's own
 * maximum, which the order check alone knows.
 */
export const leverage = z.codec(z.union([z.string(), z.number(), z.unknown()]), z.custom<number>(), {
  decode: (wire) => leverageSteps.find((step) => step === wire || String(step) === wire) ?? 0,
  encode: (step) => step,
})

/** Shares, contracts or lots, more than nothing; whether it is a multiple of the lot is decided by the market. */
export const quantity: z.ZodMiniType<Quantity> = anyQuantity.check(
  z.refine((given) => given > 0n, { error: refusalWord('quantity_missing') }),
)
export const limit: z.ZodMiniType<Price> = anyPrice.check(
  z.refine((given) => given > 0n, { error: refusalWord('invalid_parameter') }),
)

/** How much of a position or of the money: half of it or all. */
export const portion = words(['half', 'full'])
