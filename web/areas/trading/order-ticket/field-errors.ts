import { divide, magnitude } from '@mex/core/money/decimal.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { orderRulesOf } from '@mex/core/market/products.ts'
import { one, price, type Price, type Quantity } from '@mex/core/money/money.ts'
import { tickDown, tickUp } from '@mex/core/market/ticks.ts'

import { priceText, quantityText } from '#components/figures.ts'
import { useWording } from '#components/refusal-text.ts'
import { useText } from '#text/use-text.ts'
import type { ProblemField, OrderProblem } from './order-problem.ts'

type Limited = Pick<Instrument, 'source' | 'ticks'>

/** The lowest and the highest accepted limit price at this last price (rulebook §14.1 step 8). */
export function limitRange(instrument: Limited, last: Price): { readonly low: Price; readonly high: Price } {
  const away = divide(magnitude(last) * orderRulesOf(instrument.source).limitBand, one, 'floor')
  return { low: tickUp(instrument.ticks, price(last - away)), high: tickDown(instrument.ticks, price(last + away)) }
}

type Facts = {
  readonly instrument: Limited
  readonly last: Price
  readonly tick: Price
  /** The largest accepted quantity; undefined where another text shows it. */
  readonly max: Quantity | undefined
}

/** What a field says: the refusal, which is announced, and the accepted values, which follow the price and are not. */
export type FieldProblem = { readonly error: string | undefined; readonly hint?: string }

/** The refusal at a field, with the accepted values where they help. */
export function useFieldProblem(problem: OrderProblem | undefined, facts: Facts): (at: ProblemField) => FieldProblem {
  const t = useText()
  const wording = useWording()
  return (at) => {
    if (problem?.kind !== 'refused' || problem.at !== at) return { error: undefined }
    const { refusal } = problem
    const error = wording.refusal(refusal)
    if (refusal.refused === 'price_far') {
      const { low, high } = limitRange(facts.instrument, facts.last)
      const range = { low: priceText(low, facts.tick), high: priceText(high, facts.tick) }
      return { error, hint: t('ticket.range', range) }
    }
    if (refusal.refused === 'order_too_large' && facts.max !== undefined) {
      return { error, hint: t('ticket.exceeds', { quantity: quantityText(facts.max) }) }
    }
    return { error }
  }
}
