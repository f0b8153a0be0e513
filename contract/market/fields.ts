import * as z from 'zod/mini'
import { classifications, markets, sources, type Market, type Source } from '@mex/core/market/instrument.ts'
import { chartPeriods } from '@mex/core/market/quote.ts'
import type { RefusalWord } from '@mex/core/refusal.ts'

import { keyword, optionalPaging, text, words } from '#fields.ts'
import { maybe } from '#request.ts'
import { named, oneOf } from '#wire.ts'

/** Instruments, and how lists of them are searched, in requests (specification, calls F and Q). */

const columns = { change_ratio: 'changeRatio', volume: 'volume', price_nominal: 'last', name: 'name' } as const
type WireColumn = keyof typeof columns
/** The column that a list of quotes is sorted by. */
export type SortColumn = (typeof columns)[WireColumn]
const wireColumns = Object.keys(columns) as WireColumn[]
const sort = z.codec(words(wireColumns), z.custom<SortColumn>(), {
  decode: (wire) => columns[wire],
  encode: (column) => wireColumns.find((wire) => columns[wire] === column) ?? 'name',
})

/** Search and sort fields of every list of quotes (specification, calls F). */
export const searching = { keyword: maybe(keyword), sort: maybe(sort), order: maybe(words(['asc', 'desc'])) }
/** The input of a list of quotes that answers whole unless a page is asked for. */
export const anyList = { ...searching, ...optionalPaging }

const codePattern = /^[A-Za-z0-9.^=_-]{1,20}$/
/** The code of an instrument; whether it is known is decided by the market. */
export const code = text({ max: 20, pattern: codePattern, wrong: 'unknown_instrument' })
/* @__NO_SIDE_EFFECTS__ */
export const market = (wrong: RefusalWord) => words(markets, wrong) as z.ZodMiniType<Market, Market>
export const classify = words(classifications, 'not_tradable')
/* @__NO_SIDE_EFFECTS__ */
export const source = (word: RefusalWord) => oneOf(Object.values(sources), word) as z.ZodMiniType<Source>

/** Identifies one instrument in reading calls. */
export const lookup = { code: named('stockCode', code), market: maybe(market('unknown_instrument')) }

/** The spec's six periods, and our minutes. */
export const chartPeriod = words(chartPeriods)
export const quoteId = text({ max: 100, pattern: /^[A-Za-z0-9.:^=_@/-]+$/, wrong: 'not_found' })
