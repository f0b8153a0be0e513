import * as z from 'zod/mini'

import { named, orNull, percent, price, quantity, shape, timestamp } from '#wire.ts'
import { marketField, sourceField } from './shapes.ts'

/** What happens to an instrument on a day (specification, calls C). */

const shareAction = {
  /** The first trading day without the right, YYYY-MM-DD. */
  exDate: z.string(),
  /** What was open before it takes part. */
  exAt: named('exTimestamp', timestamp),
}
/** A cash dividend on each share (rulebook §17.3). */
export const dividend = shape({
  ...shareAction,
  amount: price,
  currency: z.string(),
  status: z.enum(['declared', 'paid']),
})
/** Old shares become new ones: '4:1' are four new for each old (rulebook §17.4). */
export const split = shape({ ...shareAction, ratio: z.string(), status: z.enum(['declared', 'done']) })

/** Something that is known to come: of an instrument, or of a whole market. */
export const calendarEvent = shape({
  kind: z.enum(['dividend', 'split', 'merger', 'delisting', 'code', 'expiry', 'results', 'holiday', 'halfDay']),
  /** On the calendar of its market, YYYY-MM-DD. */
  date: z.string(),
  /** The ex instant, the last trade, or the early close. */
  at: named('timestamp', orNull(timestamp)),
  market: marketField,
  source: orNull(sourceField),
  code: named('stockCode', orNull(z.string())),
  /** Of the instrument, or of the futures whose market it is. */
  name: named('stockName', orNull(z.string())),
  /** Of a dividend: on each share. Of a share that leaves the market: what each is paid. */
  amount: orNull(price),
  currency: orNull(z.string()),
  /** Of a split: '4:1' are four new shares for each old one. */
  ratio: orNull(z.string()),
  newCode: orNull(z.string()),
  held: z.boolean(),
  watched: z.boolean(),
})

/** Something that happened to an instrument. */
export const newsItem = shape({
  kind: z.enum([
    'dividendDeclared',
    'dividendPaid',
    'splitDeclared',
    'splitDone',
    'merger',
    'delisting',
    'code',
    'results',
    'move',
    'yearHigh',
    'yearLow',
    'listed',
    'halted',
    'resumed',
    'marketHalted',
    'marketResumed',
  ]),
  /** On the calendar of its market, YYYY-MM-DD. */
  date: z.string(),
  /** Of a halt or its end: the instant. */
  at: named('timestamp', orNull(timestamp)),
  /** A dividend on each share, what each share is paid, or the price of a new high or low. */
  amount: orNull(price),
  currency: orNull(z.string()),
  ratio: orNull(z.string()),
  newCode: orNull(z.string()),
  /** Of a dividend, a split or a removal: the first day without the right. */
  exDate: orNull(z.string()),
  /** Of a large move: from the close before. */
  change: named('change_ratio', orNull(percent)),
  volume: orNull(quantity),
})
export type NewsRow = z.output<typeof newsItem>
