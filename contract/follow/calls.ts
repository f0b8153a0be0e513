// The declarations of this module name the types of this package (docs/decisions/025).
import type * as z from 'zod/mini'

import { get, post, type Call } from '#call.ts'
import { id, money, paging } from '#fields.ts'
import { maybe, request } from '#request.ts'
import { coded, listOf, named, pageOf } from '#wire.ts'
import { agency, campaignSchedule, follow, followStatusNumbers } from './shapes.ts'

export const follows = {
  orders: post('/userFollowInvest/pageList', {
    who: 'user',
    about: 'The campaigns that the person follows, newest first (list 5); with an id, that order.',
    input: request({ ...paging, id: maybe(id), status: named('followStatus', maybe(coded(followStatusNumbers))) }),
    output: pageOf(follow),
    refusals: ['not_found'],
  }),
  agencies: get('/userFollowInvest/getInvestAgencyList', {
    who: 'anyone',
    rate: 'history',
    about:
      'All agencies, ended ones too, each with every campaign since the inception; with an id that agency, with its value on every day.',
    input: request({ id: maybe(id) }),
    output: listOf(agency),
    refusals: ['not_found'],
  }),
  add: post('/userFollowInvest/add', {
    who: 'user',
    idempotency: 'key',
    about:
      'Follows a campaign with an amount; without a campaign, the one of the agency that takes orders. The money stays until the campaign has settled.',
    input: request({ agencyId: id, campaignId: maybe(id), amount: money }),
    output: follow,
    refusals: [
      'not_found',
      'incorrect_amount',
      'wrong_state',
      'follow_amount',
      'subscription_ended',
      'capacity_reached',
      'too_many_orders',
      'insufficient_balance',
    ],
  }),
  schedule: get('/audit/campaign/{id}', {
    isAddition: true,
    who: 'anyone',
    about: 'How a campaign has filled so far; once it takes no more orders, with the nonce of the published hash.',
    input: request({ id }),
    output: campaignSchedule,
    refusals: ['not_found'],
  }),
} satisfies Readonly<Record<string, Call<z.ZodMiniType>>>
