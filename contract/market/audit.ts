import { fillRules } from '@mex/core/trading/execution.ts'
import { sideNumbers } from '@mex/core/trading/orders.ts'
import * as z from 'zod/mini'

import { get } from '#call.ts'
import { date, id } from '#fields.ts'
import { quoteId } from './fields.ts'
import { maybe, request } from '#request.ts'
import { marketField } from './shapes.ts'
import { coded, listOf, money, named, orNull, price, quantity, shape, timestamp } from '#wire.ts'

/** Totals of the ledger at the end of a day, and the hashes that prove its prices (rulebook §30). */
const anchor = shape({
  date: z.string(),
  at: named('createTimestamp', timestamp),
  /** The newest link of the journal's hash chain. */
  seal: orNull(z.object({ sequence: z.number(), hash: z.string() })),
  journals: z.number(),
  lines: z.number(),
  balances: listOf(shape({ currency: z.string(), debit: money, credit: money })),
  /** SHA-256 of the day's quotes. */
  quotesHash: orNull(z.string()),
  /** Published before the day begins: SHA-256 of its secret. */
  commitments: listOf(z.object({ date: z.string(), hash: z.string() })),
  /** Secrets of days that ended at least 48 hours before. */
  revealed: listOf(z.object({ date: z.string(), seed: z.string() })),
  /** When no prices were made. */
  gaps: listOf(shape({ from: named('startTimestamp', timestamp), to: named('endTimestamp', timestamp) })),
})

/** One level of one fill, without its user. */
const auditedFill = shape({
  price,
  side: named('direction', coded(sideNumbers)),
  /** Which rule gave the price (rulebook §15, §22). */
  rule: z.enum(fillRules),
  level: z.number(),
  /** The power of ten that the quantity lies in: '10–99'. */
  quantityBucket: z.string(),
})

const configuration = shape({
  id: z.number(),
  key: z.string(),
  value: z.unknown(),
  effectiveFrom: named('effectiveFromTimestamp', timestamp),
  author: z.string(),
  reason: z.string(),
  hash: z.string(),
})

export const audit = {
  anchor: get('/audit/anchor', {
    isAddition: true,
    who: 'anyone',
    about: 'The anchor of a day, the newest unless it is said.',
    input: request({ date: maybe(date) }),
    output: anchor,
    refusals: ['not_found'],
  }),
  seal: get('/audit/seal', {
    isAddition: true,
    who: 'anyone',
    about:
      'A link of the hash chain of the journals by its number: its hash, and that of the link before. Nothing of the journal itself.',
    input: request({ sequence: id }),
    output: shape({ sequence: z.number(), previous: named('previousHash', z.string()), hash: z.string() }),
    refusals: ['not_found'],
  }),
  fills: get('/audit/fills', {
    isAddition: true,
    who: 'anyone',
    about: 'What was filled at one quote: proof of one price for everyone.',
    input: request({ quoteId }),
    output: shape({
      quoteId: z.string(),
      market: marketField,
      code: named('stockCode', z.string()),
      at: named('timestamp', timestamp),
      bid: price,
      ask: price,
      bidSize: named('bidVolume', quantity),
      askSize: named('askVolume', quantity),
      tick: price,
      /** The price of an auction; that of a block is below it. */
      last: named('price_nominal', price),
      /** On the print of an auction: how much each user could buy, and sell, at that last price. */
      auctionVolume: orNull(quantity),
      fills: listOf(auditedFill),
    }),
    refusals: ['not_found'],
  }),
  configuration: get('/audit/config', {
    isAddition: true,
    who: 'anyone',
    about: 'Every version of the configuration, oldest first.',
    input: request({}),
    output: listOf(configuration),
  }),
}
