import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import { id, name } from '#fields.ts'
import { classify, code, market, source } from '#market/fields.ts'
import { maybe, request } from '#request.ts'
import { watch } from './shapes.ts'
import { listOf, named } from '#wire.ts'

export const watchlist = {
  list: get('/userSelfSecurity/selectSelfSelectionStocksData', {
    who: 'user',
    about: 'What the person watches, newest first.',
    input: request({ classify: maybe(classify) }),
    output: listOf(watch),
    refusals: ['not_tradable'],
  }),
  save: post('/userSelfSecurity/save', {
    who: 'user',
    idempotency: 'natural',
    about: 'Watches an instrument; one that is watched already keeps its id. At most 200.',
    input: request({
      classify,
      source: named('assettype', source('not_tradable')),
      name: named('securityName', maybe(name)),
      code: named('secuCode', code),
      market: market('not_tradable'),
    }),
    output: z.object({ id: z.number() }),
    refusals: ['unknown_instrument', 'not_tradable', 'text_too_long', 'wrong_state'],
  }),
  remove: post('/userSelfSecurity/delete/{id}', {
    who: 'user',
    idempotency: 'natural',
    about: 'Stops watching one row.',
    input: request({ id }),
    output: z.null(),
    refusals: ['not_found'],
  }),
  removeCode: post('/userSelfSecurity/deleteByStockCode/{stockCode}', {
    who: 'user',
    idempotency: 'natural',
    about: 'Stops watching an instrument.',
    input: request({ code: named('stockCode', code), market: maybe(market('unknown_instrument')) }),
    output: z.object({ deleted: z.number() }),
    refusals: ['unknown_instrument'],
  }),
}
