import { transferStatusNumbers } from '@mex/core/wallet/transfer-status.ts'
import * as z from 'zod/mini'

import { post } from '#call.ts'
import { id, money as amount, month, paging, timeZone } from '#fields.ts'
import { walletOrOverview, walletType } from './fields.ts'
import { maybe, orElse, request } from '#request.ts'
import { anyBalance, bill } from './shapes.ts'
import { coded, fixed, money, named, pageOf, shape, timestamp } from '#wire.ts'

export const wallet = {
  bills: post('/wallet/getWalletBill', {
    who: 'user',
    about: 'Movements of money, by wallet and month, newest first.',
    input: request({
      timeZone: orElse(timeZone, 'UTC'),
      wallet: named('walletType', orElse(walletOrOverview, 'OVERVIEW')),
      month: maybe(month),
      ...paging,
    }),
    output: pageOf(bill, {
      /** What came in and went out in the month: of the wallet, or of all wallets in MXN. */
      income: money,
      outcome: money,
    }),
    refusals: ['unknown_wallet', 'quote_unavailable'],
  }),
  balance: post('/wallet/getWalletBalance', {
    who: 'user',
    about: 'What one wallet holds; 0 is the total of all in MXN.',
    input: request({ wallet: named('walletType', walletOrOverview) }),
    output: anyBalance,
    refusals: ['unknown_wallet', 'quote_unavailable'],
  }),
  transfer: post('/wallet/transfer', {
    who: 'user',
    idempotency: 'key',
    about: 'Moves money between the funding account and another; the rate is the one at settlement.',
    input: request({
      from: named('fromWalletType', walletType),
      to: named('toWalletType', walletType),
      /** In the currency of the wallet that it leaves. */
      amount,
    }),
    output: shape({
      id: z.number(),
      status: coded(transferStatusNumbers),
      estimatedRate: fixed(4),
      estimatedAmount: money,
      settlesAt: named('settleTimestamp', timestamp),
    }),
    refusals: [
      'incorrect_amount',
      'insufficient_balance',
      'unknown_wallet',
      'wallets_equal',
      'not_settled',
      'quote_unavailable',
    ],
  }),
  cancelTransfer: post('/wallet/cancelTransfer', {
    who: 'user',
    idempotency: 'natural',
    rate: 'money',
    about: 'Takes back a transfer that has not settled; 0 until the feed has passed the request.',
    input: request({ id }),
    output: shape({ id: z.number(), status: coded(transferStatusNumbers) }),
    refusals: ['not_found', 'transfer_settled'],
  }),
}
