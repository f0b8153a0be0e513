import { account } from '@mex/contract/account/calls.ts'
import type { Call, Input } from '@mex/contract/call.ts'
import { market } from '@mex/contract/market/calls.ts'
import { marketDetails } from '@mex/contract/market/details.ts'
import { marketLists } from '@mex/contract/market/lists.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { watchlist } from '@mex/contract/watchlist/calls.ts'
import { watchGroups } from '@mex/contract/watchlist/groups.ts'
import * as z from 'zod/mini'

import type { RouteName } from '#data/routes.ts'
import { bodyOf, urlOfCall } from '#data/send.ts'

/** A call that the page makes before the program is there, as first-paint.js reads it. */
export type FirstCall = {
  readonly method: Call['method']
  readonly path: string
  readonly type: string
  readonly body?: string
  readonly isPersonal: boolean
  /** Asked behind the files, so that a slow answer keeps none of the few connections from them. */
  readonly isLate?: true
  /** Asked whatever the parameters of the address are. */
  readonly isAlways?: true
  /** The fields that come from parameters of the address: field, parameter, and whether it is a number. */
  readonly fields?: readonly (readonly [string, string, boolean])[]
}

function firstCall<C extends Call>(call: C, input: Input<C>): FirstCall {
  const { path, rest } = urlOfCall(call, z.encode(call.input, input) as Record<string, unknown>)
  const { type, text } = bodyOf(call, rest)
  return {
    method: call.method,
    path,
    type,
    isPersonal: call.who !== 'anyone',
    ...(text === undefined ? {} : { body: text }),
  }
}

/** A call whose fields are the parameters of the same names in the address: those of the example, in its order. */
function firstCallOf<C extends Call>(call: C, example: Input<C>): FirstCall {
  const wire = z.encode(call.input, example) as Record<string, unknown>
  const names = new Map(Object.entries(example as object).map(([name, value]) => [value as unknown, name]))
  return {
    method: call.method,
    path: call.path,
    type: bodyOf(call, {}).type,
    isPersonal: call.who !== 'anyone',
    fields: Object.entries(wire).map(([field, value]) => [field, names.get(value) ?? field, typeof value === 'number']),
  }
}

const overview = firstCall(account.overview, { wallet: 'OVERVIEW' })
const quote = [firstCallOf(market.quote, { code: 'AAPL', market: 'US' })]
const ticket = [
  firstCallOf(marketDetails.orderQuote, { code: 'AAPL', market: 'US', source: 0 }),
  firstCallOf(marketDetails.conditions, { code: 'AAPL', market: 'US', source: 0 }),
]

const late = (call: FirstCall): FirstCall => ({ ...call, isLate: true })

/** What every page asks. */
export const firstCallsOfAll: readonly FirstCall[] = [late({ ...firstCall(account.version, {}), isAlways: true })]

/**
 * The first calls of the pages that are opened first. Their inputs must equal those of the page, or the request is wasted:
 * a journey compares them.
 */
export const firstCalls: Readonly<Partial<Record<RouteName, readonly FirstCall[]>>> = {
  home: [overview, late(firstCall(market.globalIndices, {}))],
  markets: [firstCall(marketLists.stocks, { market: 'US', pageNum: 1, pageSize: 50 })],
  watchlists: [firstCall(watchlist.list, {}), firstCall(watchGroups.list, {})],
  trade: [
    overview,
    firstCall(trading.positions, { pageNum: 1, pageSize: 50 }),
    firstCall(trading.orders, { pageNum: 1, pageSize: 20 }),
  ],
  account: [overview, firstCall(account.me, {})],
  stockQuote: quote,
  futureQuote: quote,
  indexQuote: quote,
  forexQuote: quote,
  hongKongQuote: quote,
  stockOrder: ticket,
  futureOrder: ticket,
  forexOrder: ticket,
}
