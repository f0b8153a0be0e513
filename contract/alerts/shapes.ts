import { alertKinds, alertStates } from '@mex/core/alerts/price-alert.ts'
import * as z from 'zod/mini'

import { classifyField, marketField, sourceField } from '#market/shapes.ts'
import { flag, named, orNull, percent, price, shape, timestamp } from '#wire.ts'

/** A price alert, with the present price of its instrument. */
export const alert = shape({
  id: z.number(),
  kind: named('alertType', z.enum(alertKinds)),
  /** The level in the shares of now; null of a move. */
  level: named('price', orNull(price)),
  percent: orNull(percent),
  repeats: named('repeat', flag),
  inPracticeHours: named('practiceHours', flag),
  state: named('alertStatus', z.enum(alertStates)),
  createdAt: named('createTimestamp', timestamp),
  toldAt: named('toldTimestamp', orNull(timestamp)),
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  market: marketField,
  source: sourceField,
  classify: classifyField,
  last: named('price_nominal', orNull(price)),
  change: orNull(price),
  changeRatio: named('change_ratio', orNull(percent)),
  tick: price,
})

export type Alert = z.output<typeof alert>
