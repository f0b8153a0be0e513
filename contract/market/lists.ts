// The declarations of this module name the types of this package (docs/decisions/025).
import * as z from 'zod/mini'

import { get, type Call } from '#call.ts'
import { paging, rowLimit, words } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { listOf, named, pageOf } from '#wire.ts'
import { anyList, code, market as marketInput, searching } from './fields.ts'
import { futureMonth, futureQuote, quote } from './shapes.ts'

const pagedList = { ...searching, ...paging }
const listMarket = marketInput('invalid_parameter')
const quotes = listOf(quote)

/** Lists of instruments with their quotes. */
export const marketLists = {
  hongKongStocks: get('/hk_st/all_stock_list', {
    who: 'anyone',
    about: 'Hong Kong shares.',
    input: request(pagedList),
    output: pageOf(quote),
    refusals: ['text_too_long'],
  }),
  stocks: get('/m_ft/stock_list', {
    who: 'anyone',
    about: 'Shares of one market.',
    input: request({ ...pagedList, market: listMarket }),
    output: pageOf(quote),
    refusals: ['text_too_long'],
  }),
  futures: get('/m_ft/futures_list', {
    who: 'anyone',
    about: 'The front month of every futures product.',
    input: request({ ...anyList, group: maybe(words(['index', 'metal', 'energy', 'agricultural'])) }),
    output: listOf(futureQuote),
    refusals: ['text_too_long'],
  }),
  futureMonths: get('/m_ft/futures_opt_list', {
    who: 'anyone',
    about: 'The listed months of one futures product; a contract stands for its product.',
    input: request({ ...anyList, product: named('goldCode', code) }),
    output: listOf(futureMonth),
    refusals: ['text_too_long', 'unknown_instrument'],
  }),
  search: get('/m_ft/all_stock_list', {
    who: 'anyone',
    about: 'Instruments of all markets by the start of the code or by words of the name, in any language.',
    input: request(pagedList),
    output: pageOf(quote),
    refusals: ['text_too_long'],
  }),
  hot: get('/m_ft/hot_stock', {
    who: 'anyone',
    about: 'The most traded shares by money.',
    input: request({ ...anyList, market: maybe(listMarket), rows: named('limit', rowLimit) }),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  forexIndices: get('/m_ft/forex_index', {
    who: 'anyone',
    about: 'Currency indices and major pairs, for the head of the forex page.',
    input: request(anyList),
    output: quotes,
    refusals: ['text_too_long'],
  }),
  forex: get('/m_ft/forex_list', {
    who: 'anyone',
    about: 'Currency pairs and spot metals.',
    input: request({ ...anyList, group: maybe(words(['major', 'minor', 'exotic', 'metal'])) }),
    output: quotes,
    refusals: ['text_too_long'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
