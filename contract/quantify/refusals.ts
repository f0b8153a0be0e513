import type { QuantifyRefusal } from '@mex/core/quantify/refusals.ts'

import { refusal, type RefusalText } from '#text.ts'

/** The numbers and texts of refusals about quantitative products (specification, calls B). */
export const quantifyRefusals: Readonly<Record<QuantifyRefusal, RefusalText>> = {
  amount_outside: refusal(2500, 'Amount must be between {min} and {max}', '金额须在 {min} 与 {max} 之间'),
  product_not_open: refusal(2501, 'Product not open', '产品未开放'),
  quantify_full: refusal(2502, 'Capacity reached', '额度已满'),
}
