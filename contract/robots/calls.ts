// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { get, post, type Call } from '#call.ts'
import { id, instant, paging, words } from '#fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { coded, listOf, named, oneOf, pageOf } from '#wire.ts'
import {
  incomeSeries,
  miningQuota,
  redeemedOrder,
  redeemStatusNumbers,
  robot,
  robotMessage,
  robotOrder,
  robotOrderDetail,
  robotStatusNumbers,
} from './shapes.ts'

export const robots = {
  list: post('/robot/pageList', {
    who: 'anyone',
    about: 'Robots on offer, by price and cycle, and those that come next; with an id that robot, also an older one.',
    input: request({ ...paging, id: maybe(id) }),
    output: pageOf(robot),
    refusals: ['not_found'],
  }),
  quota: post('/robot/getMiningQuota', {
    who: 'user',
    about: 'How many robots the person runs, and how many places of the mining pool are free.',
    input: request({ robotId: maybe(id) }),
    output: miningQuota,
    refusals: ['not_found'],
  }),
  rent: post('/robotOrder/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Rents one to five robots; rent and residual are paid at once from the AI quantify account.',
    input: request({ robotId: id, quantity: orElse(oneOf([1, 2, 3, 4, 5]), 1) }),
    output: listOf(robotOrder),
    refusals: ['not_found', 'wrong_state', 'robot_unavailable', 'mining_quota_used', 'insufficient_balance'],
  }),
  orders: post('/robotOrder/pageList', {
    who: 'user',
    about: 'The rentals of the person, newest first.',
    input: request({
      ...paging,
      status: maybe(coded(robotStatusNumbers)),
      redeemStatus: maybe(coded(redeemStatusNumbers)),
    }),
    output: pageOf(robotOrder),
  }),
  order: post('/robotOrder/detail', {
    who: 'user',
    about:
      'A rental with the difficulty, the price of the coin and the income of its ticks: the first 1,440 after an instant, or from its start on.',
    input: request({ id, since: named('sinceTimestamp', maybe(instant)) }),
    output: robotOrderDetail,
    refusals: ['not_found'],
  }),
  redeem: post('/robotOrder/redeem', {
    who: 'user',
    idempotency: 'key',
    about: 'Ends a rental: early after 24 hours for a fee, or takes back what is left after its end.',
    input: request({ id }),
    output: redeemedOrder,
    refusals: ['not_found', 'robot_not_redeemable'],
  }),
  messages: get('/robotMessage/{orderId}', {
    who: 'user',
    about: 'The newest 20 messages of a rental.',
    input: request({ orderId: id }),
    output: listOf(robotMessage),
    refusals: ['not_found'],
  }),
  series: get('/crypto/robotKline', {
    who: 'user',
    about: 'Income of a rental by time, or what a robot would have earned that started so long ago.',
    input: request({ orderId: maybe(id), robotId: maybe(id), type: words(['1D', '1W', '1M']) }),
    output: incomeSeries,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
