import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import { id, language } from '#fields.ts'
import { walletOrOverview } from '#wallet/fields.ts'
import { priceMode } from '#market/shapes.ts'
import { maybe, orElse, request } from '#request.ts'
import { walletBalance } from '#wallet/shapes.ts'
import { user, userWithToken } from './shapes.ts'
import { listOf, money, named, orNull, rate, shape, timestamp } from '#wire.ts'

const nothing = z.null()

/** One version of the product's texts in every language. */
const inEveryLanguage = z.object({ en: z.string(), 'zh-CN': z.string(), 'zh-TW': z.string() })

/**
 * A part of the handling fee (rulebook §18): `amount` × value or × quantity, kept between `least` and `most` in the
 * currency of the instrument.
 */
export const feeRate = shape({
  /** 'commission', 'stamp', 'sfc' …: the component. */
  name: z.string(),
  basis: z.enum(['value', 'quantity', 'commission']),
  amount: rate,
  least: orNull(money),
  most: orNull(money),
  /** What `most` cannot say: a cap as a share of the value. */
  mostOfValue: orNull(rate),
  sides: z.enum(['both', 'sell']),
})

const session = shape({
  id: z.number(),
  createdAt: named('createTimeTimestamp', timestamp),
  lastSeenAt: named('lastSeenTimestamp', timestamp),
  agent: z.string(),
  isCurrent: named('current', z.boolean()),
})

export const account = {
  guest: post('/guest', {
    isAddition: true,
    who: 'anyone',
    idempotency: 'key',
    answersToken: true,
    rate: 'authentication',
    about: 'Opens an account without e-mail, so that anyone can try at once; registering with its token keeps it.',
    input: request({ language: named('lang', maybe(language)) }),
    output: userWithToken,
  }),
  logout: post('/logout', {
    isAddition: true,
    who: 'user',
    idempotency: 'natural',
    about: 'Ends this session.',
    input: request({}),
    output: nothing,
  }),
  me: post('/api/user/info', {
    who: 'user',
    about: 'The signed-in person.',
    input: request({}),
    output: user,
  }),
  sessions: get('/session/list', {
    isAddition: true,
    who: 'user',
    about: 'Where the person is signed in.',
    input: request({}),
    output: listOf(session),
  }),
  revokeSession: post('/session/revoke', {
    isAddition: true,
    who: 'user',
    idempotency: 'natural',
    about: 'Ends one of the own sessions.',
    input: request({ id }),
    output: nothing,
    refusals: ['not_found'],
  }),
  overview: post('/userCenter/getFundingOverview', {
    who: 'user',
    about: 'What the person has in all wallets, in MXN at mid rates.',
    input: request({ wallet: named('walletType', orElse(walletOrOverview, 'OVERVIEW')) }),
    output: shape({
      currency: z.literal('MXN'),
      total: money,
      available: money,
      used: money,
      /** Net worth: the total with what open positions have gained, less what they owe (rulebook §7.3). */
      equity: money,
      /** Floating. */
      profit: money,
      todayProfit: money,
      /** Of the Hong Kong wallet, in HKD. */
      hongKongTodayProfit: named('hkTodayProfit', money),
      /** Of lists of the Trade tab: the applications, and the bonds, that are not over. */
      counts: shape({ subscriptions: z.number(), follow: z.number(), bonds: z.number() }),
      wallets: named('list', listOf(walletBalance)),
    }),
    refusals: ['unknown_wallet', 'quote_unavailable'],
  }),
  version: get('/appVersion/getPublishAppVersion', {
    who: 'anyone',
    about: 'Which version this is, what it is called and where its prices come from.',
    input: request({}),
    output: z.object({
      version: z.string(),
      minVersion: z.string(),
      notes: z.string(),
      downloadUrl: z.string(),
      mode: priceMode,
      simulated: z.literal(true),
      /** 1: the title of a card on the Trade tab opens its detail page. */
      detailMode: z.union([z.literal(0), z.literal(1)]),
      title: z.string(),
      /** Which new passwords are accepted (rulebook §34-12). */
      passwordPolicy: z.enum(['spec', 'strict']),
      /** True when the market's seed is known, so that its prices can be. */
      predictable: z.boolean(),
      /** The address of an external customer service; absent when the product's own chat serves. */
      supportUrl: z.optional(z.string()),
    }),
  }),
  disclosure: get('/disclosure', {
    isAddition: true,
    who: 'anyone',
    about: 'What this product is and is not, the fees in force, and the documents that registration accepts.',
    input: request({}),
    output: shape({
      text: inEveryLanguage,
      mode: priceMode,
      fees: listOf(shape({ market: z.string(), from: z.string(), rates: listOf(feeRate) })),
      configVersion: z.number(),
      documents: listOf(
        shape({
          name: z.enum(['client-agreement', 'privacy-policy', 'risk-disclosure']),
          title: z.string(),
          /** SHA-256 of the source, in hexadecimal. */
          hash: z.string(),
          text: z.string(),
        }),
      ),
    }),
  }),
}

export type FeeRate = z.output<typeof feeRate>
export type Session = z.output<typeof session>
