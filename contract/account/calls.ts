import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import { language } from '#fields.ts'
import { walletOrOverview } from '#wallet/fields.ts'
import { priceMode } from '#market/shapes.ts'
import { maybe, orElse, request } from '#request.ts'
import { walletBalance } from '#wallet/shapes.ts'
import { user, userWithToken } from './shapes.ts'
import { listOf, money, named, shape } from '#wire.ts'

const nothing = z.null()

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
      unsettled: money,
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
}
