import { coins, isCoin } from '@mex/core/funding/coins.ts'
import { reviewNumbers } from '@mex/core/funding/review.ts'
import * as z from 'zod/mini'

import { get, post } from '#call.ts'
import { id, money as amount, paging } from '#fields.ts'
import { imagePath } from '#files/fields.ts'
import {
  address,
  asset,
  cardId,
  cardKind,
  cardNumber,
  cardText,
  coin,
  enteredPayPassword,
  network,
  proofPath,
  routingNumber,
  swiftCode,
  transactionHash,
} from './fields.ts'
import { card, chainTransfer, deposit, depositKindNumbers, depositOption, withdrawal } from './shapes.ts'
import { walletCurrency } from '#wallet/shapes.ts'
import { maybe, request, type Fault } from '#request.ts'
import { coded, fixed, listOf, money, named, orNull, pageOf, shape, timestamp } from '#wire.ts'

const depositKind = coded(depositKindNumbers)
const status = coded(reviewNumbers)

const bankFields = {
  bankName: maybe(cardText()),
  accountName: maybe(cardText()),
  cardNumber: maybe(cardNumber),
  swiftCode: maybe(swiftCode),
  branchCode: maybe(cardText()),
  cardholderName: maybe(cardText()),
  account: maybe(cardNumber),
  region: maybe(cardText()),
  city: maybe(cardText()),
  postalCode: maybe(cardText()),
  bankAddress: maybe(cardText()),
  personalAddress: maybe(cardText()),
  routingNumber: named('abaRoutingNumber', maybe(routingNumber)),
  frontImage: maybe(imagePath),
  backImage: maybe(imagePath),
}
const coinFields = { coin: named('currency', maybe(coin)), network: maybe(network), address: maybe(address) }
const cardFields = { kind: named('type', cardKind), ...bankFields, ...coinFields }

const bankNames = Object.keys({ ...bankFields, abaRoutingNumber: true })
const coinNames = ['currency', 'network', 'address']
/** Fields of the other kind of card, which are ignored. */
const ofOtherKind = ({ type }: Readonly<Record<string, unknown>>): readonly string[] =>
  type === 2 || type === '2' ? bankNames : coinNames

type Asked = { readonly kind: 'bank' | 'coin'; readonly [name: string]: unknown }

const bankNeeds = ['bankName', 'accountName', 'cardNumber', 'cardholderName', 'region', 'city']
/** A change may leave the number as it is: it is shown masked. */
const bankKeeps = bankNeeds.filter((name) => name !== 'cardNumber')

/** Everything that a card lacks, in the order of its form. */
function missingOf(asked: Asked, needs: readonly string[]): readonly Fault[] {
  const lacks = (field: string): boolean => asked[field] === undefined
  if (asked.kind === 'bank') return needs.filter(lacks).map((field) => ({ field, word: 'missing_field' }))
  return [
    ...(lacks('coin') ? [{ field: 'currency', word: 'currency_missing' } as const] : []),
    ...(lacks('address') ? [{ field: 'address', word: 'missing_field' } as const] : []),
  ]
}

export const funding = {
  cards: post('/UserAccount/SelectCardNo', {
    who: 'user',
    about: 'Bank cards and coin accounts that withdrawals can go to; numbers are masked.',
    input: request({ kind: named('type', maybe(cardKind)) }),
    output: listOf(card),
  }),
  addCard: post('/UserAccount/addCardNo', {
    who: 'user',
    idempotency: 'key',
    storesAnswerEncrypted: true,
    about: 'Adds a bank card or a coin account. Numbers that look real are refused.',
    input: request(cardFields, (asked) => missingOf(asked, bankNeeds), ofOtherKind),
    output: card,
    refusals: [
      'missing_field',
      'text_too_long',
      'currency_missing',
      'address_invalid',
      'card_number_real',
      'too_many_cards',
    ],
  }),
  changeCard: post('/UserAccount/UpdateCardNo', {
    who: 'user',
    idempotency: 'natural',
    rate: 'money',
    about: 'Changes a card; numbers that are left out stay as they are.',
    input: request({ id, ...cardFields }, (asked) => missingOf(asked, bankKeeps), ofOtherKind),
    output: card,
    refusals: [
      'not_found',
      'missing_field',
      'text_too_long',
      'currency_missing',
      'address_invalid',
      'card_number_real',
      'card_in_use',
    ],
  }),
  deleteCard: post('/UserAccount/delete-card', {
    who: 'user',
    idempotency: 'natural',
    rate: 'money',
    about: 'Removes a card that no withdrawal waits for.',
    input: request({ id }),
    output: z.null(),
    refusals: ['not_found', 'card_in_use'],
  }),
  depositOptions: post('/recharge/currency/selectList', {
    who: 'user',
    about: 'Ways for simulated money to come in, with the own addresses on the simulated chain.',
    input: request({ kind: named('type', maybe(depositKind)) }),
    output: listOf(depositOption),
  }),
  createDeposit: post('/recharge/create', {
    who: 'user',
    idempotency: 'key',
    about: 'Announces coins that are on their way, or asks for money of the simulated bank with any picture as proof.',
    input: request(
      {
        kind: named('type', depositKind),
        asset: named('currency', asset),
        amount: maybe(amount),
        transaction: named('txHash', maybe(transactionHash)),
        proof: named('proofImage', maybe(proofPath)),
      },
      (asked) => {
        if ((asked.kind === 'coin') !== isCoin(asked.asset)) return { field: 'currency', word: 'currency_missing' }
        if (asked.kind === 'coin') return undefined
        return [
          ...(asked.amount === undefined ? [{ field: 'amount', word: 'incorrect_amount' } as const] : []),
          ...(asked.proof === undefined ? [{ field: 'proofImage', word: 'proof_missing' } as const] : []),
        ]
      },
    ),
    output: deposit,
    refusals: ['incorrect_amount', 'currency_missing', 'proof_missing', 'deposit_too_small', 'amount_above_limit'],
  }),
  deposits: post('/recharge/listPage', {
    who: 'user',
    about: 'Own deposits, newest first; with an id, that one.',
    input: request({ ...paging, id: maybe(id), kind: named('type', maybe(depositKind)), status: maybe(status) }),
    output: pageOf(deposit),
    refusals: ['not_found'],
  }),
  usable: get('/withdrawal/getUsableWithdrawalAmount', {
    who: 'user',
    about: 'What could be withdrawn now: nothing while verification or a security change stands in the way.',
    input: request({ asset: named('currency', maybe(asset)) }),
    output: shape({
      amount: money,
      currency: walletCurrency,
      unsettled: money,
      /** Why nothing can be withdrawn, in the caller's language, and its code. */
      reason: orNull(z.string()),
      reasonCode: orNull(z.number()),
    }),
    refusals: ['currency_missing', 'quote_unavailable'],
  }),
  withdraw: post('/withdrawal/withdrawal-apply', {
    who: 'user',
    idempotency: 'key',
    about: 'Withdraws simulated money to a card or a coin account; the rate is the one of the application.',
    input: request({
      card: named('cardId', cardId),
      /** In MXN, what leaves the funding account. */
      amount,
      asset: named('currency', maybe(asset)),
      payPassword: enteredPayPassword,
    }),
    output: shape({
      id: z.number(),
      status,
      amount: money,
      fee: money,
      receive: money,
      rate: orNull(fixed(4)),
      reviewBy: timestamp,
    }),
    refusals: [
      'missing_field',
      'incorrect_amount',
      'pay_password_missing',
      'pay_password_wrong',
      'pay_password_locked',
      'verification_missing',
      'verification_pending',
      'insufficient_balance',
      'not_settled',
      'currency_missing',
      'card_missing',
      'withdrawal_too_small',
      'daily_limit',
      'withdrawals_paused',
      'quote_unavailable',
    ],
  }),
  withdrawals: post('/withdrawal/listPage', {
    isAddition: true,
    who: 'user',
    about: 'Own withdrawals, newest first; with an id, that one.',
    input: request({ ...paging, id: maybe(id), status: maybe(status) }),
    output: pageOf(withdrawal),
    refusals: ['not_found'],
  }),
  sendCoins: post('/simchain/send', {
    isAddition: true,
    who: 'user',
    idempotency: 'key',
    about: 'The faucet: sends simulated coins to any address of the simulated chain.',
    input: request({ address, coin: named('asset', coin), amount }),
    output: shape({ transaction: named('txHash', z.string()) }),
    refusals: ['incorrect_amount', 'missing_field', 'currency_missing', 'address_invalid', 'amount_above_limit'],
  }),
  chain: get('/simchain/status', {
    isAddition: true,
    who: 'user',
    about: 'The newest block of the simulated chain, what the faucet still gives today, and what came from it.',
    input: request({}),
    output: shape({
      height: z.number(),
      blockSeconds: z.number(),
      /** To the own addresses, per coin. */
      left: listOf(shape({ coin: named('asset', z.enum(coins)), amount: money })),
      transfers: named('list', listOf(chainTransfer)),
    }),
  }),
}
