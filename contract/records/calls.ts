import { directionNumbers, purposeNumbers, sideNumbers } from '@mex/core/trading/orders.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { ownPassword } from '#account/fields.ts'
import { id, month, paging, timeZone } from '#fields.ts'
import { walletOrOverview } from '#wallet/fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { marketField, sourceField } from '#market/shapes.ts'
import { walletName } from '#wallet/shapes.ts'
import {
  averagePrice,
  coded,
  integer,
  listOf,
  money,
  named,
  orNull,
  pageOf,
  price,
  quantity,
  rate,
  shape,
  timestamp,
  value,
} from '#wire.ts'

/** A file that the page saves. */
const fileFields = { name: z.string(), type: z.string(), content: z.string() }

const confirmed = { password: maybe(ownPassword) }
/** Refusals of a confirmation by password. */
const unconfirmed = ['missing_field', 'wrong_password', 'too_many_attempts'] as const

/** A list as a file for spreadsheets; one of very many rows ends with the newest `rows` of `total`. */
const listFile = shape({ ...fileFields, rows: z.number(), total: z.number() })

/** One level of a fill (rulebook §15): its price can be recomputed from the quote that it names. */
const execution = shape({
  id: z.number(),
  orderId: z.number(),
  positionId: z.number(),
  source: sourceField,
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  market: marketField,
  side: named('direction', coded(sideNumbers)),
  purpose: named('openClose', coded(purposeNumbers)),
  price,
  quantity,
  /** Price × quantity × multiplier, in the currency of the instrument. */
  value: named('notional', value),
  currency: z.string(),
  tick: price,
  multiplier: rate,
  wallet: named('walletType', walletName),
  quoteId: z.string(),
  at: named('createTimeTimestamp', timestamp),
})

/** The free and reserved money of a wallet over a month, in its currency. */
const statementWallet = shape({
  wallet: named('walletType', walletName),
  currency: z.string(),
  opening: money,
  closing: money,
  movements: listOf(shape({ type: named('billType', z.number()), memo: z.string(), count: z.number(), amount: money })),
  /** What closings of the month won or lost after fees. */
  realised: named('sellProfit', money),
  /** Current net worth, as the account shows it; null for a month that has ended. */
  equity: orNull(money),
})

const statementPosition = shape({
  id: z.number(),
  source: sourceField,
  code: named('stockCode', z.string()),
  name: named('stockName', z.string()),
  market: marketField,
  direction: coded(directionNumbers),
  leverage: z.number(),
  quantity: named('positionNum', quantity),
  openPrice: averagePrice,
  /** Where no price is known, there is none and no profit. */
  markPrice: orNull(price),
  profit: orNull(money),
  wallet: named('walletType', walletName),
  currency: z.string(),
  tick: price,
})

const ofMonth = { month: maybe(month), timeZone: orElse(timeZone, 'UTC') }

export const records = {
  billFile: post('/wallet/billFile', {
    isAddition: true,
    who: 'user',
    rate: 'history',
    about: 'Movements of money as a file for spreadsheets, of one wallet or all, of a month or of all time.',
    input: request({
      ...ofMonth,
      wallet: named('walletType', orElse(walletOrOverview, 'OVERVIEW')),
      type: named('billType', maybe(integer())),
    }),
    output: listFile,
    refusals: ['unknown_wallet'],
  }),
  executions: post('/position/executions', {
    isAddition: true,
    who: 'user',
    about: 'What was bought and sold, one row per price level of a fill, newest first.',
    input: request({ ...ofMonth, ...paging }),
    output: pageOf(execution),
  }),
  executionFile: post('/position/executionFile', {
    isAddition: true,
    who: 'user',
    rate: 'history',
    about: 'The same as a file for spreadsheets.',
    input: request(ofMonth),
    output: listFile,
  }),
  statement: post('/wallet/statement', {
    isAddition: true,
    who: 'user',
    about: 'A month of the account: what each wallet had, what moved by kind, what it has, and the open positions.',
    input: request({ month, timeZone: orElse(timeZone, 'UTC') }),
    output: shape({
      month: z.string(),
      from: named('startTimestamp', timestamp),
      until: named('endTimestamp', timestamp),
      /** False for the current month, whose end is now. */
      isOver: named('complete', z.boolean()),
      wallets: named('list', listOf(statementWallet)),
      positions: listOf(statementPosition),
    }),
  }),
  ownData: post('/userCenter/ownData', {
    isAddition: true,
    who: 'user',
    about: 'Whether the practice may start again, and since when it does.',
    input: request({}),
    output: shape({
      /** From when on; null when it may now. */
      nextResetAt: named('nextResetTimestamp', orNull(timestamp)),
      /** Positions are still being closed for a requested reset. */
      isResetting: named('resetting', z.boolean()),
    }),
  }),
  requestExport: post('/userCenter/export', {
    isAddition: true,
    who: 'user',
    idempotency: 'key',
    about: 'Confirms by the password that the person wants a copy of everything that is stored about them.',
    input: request(confirmed),
    output: shape({ id: named('jobId', z.number()) }),
    refusals: ['wrong_state', ...unconfirmed],
  }),
  exportFile: post('/userCenter/exportFile', {
    isAddition: true,
    who: 'user',
    about: 'The copy as a file, for a quarter of an hour; with very many journals in several files.',
    input: request({ id: named('jobId', id), after: orElse(integer(), 0) }),
    output: shape({ ...fileFields, next: orNull(z.number()) }),
    refusals: ['not_found'],
  }),
  closeAccount: post('/userCenter/closeAccount', {
    isAddition: true,
    who: 'user',
    idempotency: 'key',
    addsData: false,
    about: 'Closes the account for good, when nothing is open any more.',
    input: request(confirmed),
    output: z.null(),
    refusals: ['wrong_state', ...unconfirmed],
  }),
  resetPractice: post('/userCenter/reset', {
    isAddition: true,
    who: 'user',
    idempotency: 'key',
    about: 'Closes all positions and starts again with the simulated money of a new account, at most once in 30 days.',
    input: request(confirmed),
    output: z.null(),
    refusals: ['wrong_state', ...unconfirmed],
  }),
}

export type ExecutionRow = z.output<typeof execution>
export type Statement = z.output<typeof records.statement.output>
