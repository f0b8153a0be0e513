import { present } from '#assert.ts'
import { moneyOf, priceOf } from '#money/money.ts'
import { strikeOf } from '#strategies/strike.ts'
import type { QuantifyOrder } from './order.ts'
import { quantifyProduct } from './products.ts'

/** 20,000.00 in the first strategy for 30 days, put in an hour before a strike. */
export const savedAt = strikeOf(20_500).instant - 3_600_000
export const product = present(quantifyProduct(1030), 'a product')
export const order: QuantifyOrder = {
  id: 7,
  user: 1,
  product: product.id,
  termDays: 30,
  amount: moneyOf('20000'),
  status: 'waiting',
  savedAt,
  start: undefined,
  result: undefined,
  changedAt: savedAt,
}
export const navs = (first: string, last: string) => (date: number) =>
  date === 20_500 ? priceOf(first) : date === 20_530 ? priceOf(last) : undefined
