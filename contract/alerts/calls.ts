import { alertKinds } from '@mex/core/alerts/price-alert.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { id, words } from '#fields.ts'
import { code, market } from '#market/fields.ts'
import { maybe, orElse, request, type Fault, type RequestFields } from '#request.ts'
import { flag, listOf, named, percent as anyPercent, price, refusalWord } from '#wire.ts'
import { alert } from './shapes.ts'

/** From 0.10 % to 100 %: less would be told for the noise of any hour. */
export const alertPercent = anyPercent.check(
  z.refine((given) => given >= 10n && given <= 10_000n, { error: refusalWord('invalid_parameter') }),
)

const created = {
  code: named('stockCode', code),
  market: market('unknown_instrument'),
  kind: named('alertType', words(alertKinds)),
  level: named('price', maybe(price)),
  percent: maybe(alertPercent),
  repeats: named('repeat', orElse(flag, false)),
  inPracticeHours: named('practiceHours', orElse(flag, false)),
}

/** A level for above and below, a percentage for a move. */
function faultOf({
  kind,
  level,
  percent,
}: Pick<RequestFields<typeof created>, 'kind' | 'level' | 'percent'>): Fault | undefined {
  if (kind === 'move') return percent === undefined ? { field: 'percent', word: 'invalid_parameter' } : undefined
  return level === undefined ? { field: 'price', word: 'invalid_parameter' } : undefined
}

export const alerts = {
  list: post('/alert/list', {
    who: 'user',
    isAddition: true,
    about: 'The price alerts of the person, newest first, or those on one instrument; those that are over too.',
    input: request({ code: named('stockCode', maybe(code)), market: maybe(market('unknown_instrument')) }),
    output: listOf(alert),
    refusals: ['unknown_instrument'],
  }),
  create: post('/alert/create', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    addsData: true,
    about:
      'Sets a price alert: one message when the last price is at a level or beyond it, or when the change of the day reaches a percentage. The same alert again keeps its id and takes the new switches.',
    input: request(created, faultOf),
    output: z.object({ id: z.number() }),
    refusals: ['unknown_instrument', 'quote_unavailable', 'price_step', 'alert_passed', 'too_many_alerts'],
  }),
  remove: post('/alert/delete', {
    who: 'user',
    idempotency: 'natural',
    isAddition: true,
    about: 'Deletes a price alert. One that is not there is deleted already.',
    input: request({ id }),
    output: z.null(),
    refusals: ['not_found'],
  }),
}
