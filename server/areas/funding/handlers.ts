import { calls } from '@mex/contract/areas.ts'
import type { Handlers, Input } from '@mex/contract/call.ts'
import { refusalCode, refusalText } from '@mex/contract/refusals.ts'
import type { Traditional } from '@mex/contract/text.ts'
import { present } from '@mex/core/assert.ts'
import type { CardChange, CardDetails } from '@mex/core/funding/cards.ts'
import { blockHeight, blockSeconds, confirmationsAt, currencyOf, isCoin } from '@mex/core/funding/coins.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import { accepted } from '@mex/core/refusal.ts'
import type { Context, PersonContext } from '#context.ts'
import type { Funding } from './actions.ts'
import type { DepositRequest } from './deposits.ts'
import { depositOptions, faucetLeft } from './options.ts'
import { sentBy } from './store-chain.ts'
import { depositPage } from './store-deposits.ts'
import { withdrawalPage } from './store-withdrawals.ts'
import { cardView, depositView, withdrawalView } from './views.ts'

const area = calls.funding
/** How many own transactions the faucet lists. */
const sentMax = 20

type CardRequest = Input<typeof area.changeCard>

/** The contract has validated the fields of each kind of card. */
function detailsOf(requested: Omit<CardRequest, 'id'>): CardChange {
  const written = (text: string | undefined): string => present(text, 'a field that the contract asks for')
  if (requested.kind === 'coin') {
    const coin = present(requested.coin, 'a field that the contract asks for')
    return {
      kind: 'coin',
      coin,
      network: requested.network ?? 'SIMCHAIN',
      address: written(requested.address).toLowerCase(),
    }
  }
  return {
    kind: 'bank',
    bankName: written(requested.bankName),
    accountName: written(requested.accountName),
    cardNumber: requested.cardNumber,
    swiftCode: requested.swiftCode,
    branchCode: requested.branchCode,
    cardholderName: written(requested.cardholderName),
    account: requested.account,
    region: written(requested.region),
    city: written(requested.city),
    postalCode: requested.postalCode,
    bankAddress: requested.bankAddress,
    personalAddress: requested.personalAddress,
    routingNumber: requested.routingNumber,
    frontImage: requested.frontImage,
    backImage: requested.backImage,
  }
}

function depositRequest({ asset, amount, transaction, proof }: Input<typeof area.createDeposit>): DepositRequest {
  if (isCoin(asset)) return { kind: 'coin', coin: asset, amount, transaction }
  const required = 'a field that the contract asks for'
  return { kind: 'fiat', currency: asset, amount: present(amount, required), proof: present(proof, required) }
}

export function handlers({ funding, traditional }: { readonly funding: Funding; readonly traditional: Traditional }) {
  const { cards, chain, deposits, withdrawals } = funding
  return {
    async cards({ kind }, { db, person }) {
      const own = await cards.of(db, person.userId)
      return own.filter(({ details }) => kind === undefined || details.kind === kind).map((card) => cardView(card, own))
    },
    async addCard(input, { person: { userId }, now: at, request }) {
      const details = detailsOf(input) as CardDetails
      return accepted(await cards.add.send({ userId, request, details, at }))
    },
    async changeCard({ id, ...input }, { person: { userId }, now: at }) {
      return accepted(await cards.change.send({ userId, id, requested: detailsOf(input), at }))
    },
    async deleteCard({ id }, { person: { userId }, now: at }) {
      return accepted(await cards.remove.send({ userId, id, at }))
    },
    depositOptions: ({ kind }, context) => depositOptions(kind, context, funding.keys, traditional),
    async createDeposit(input, { person: { userId }, now: at, request }) {
      return accepted(await deposits.create.send({ userId, request, requested: depositRequest(input), at }))
    },
    async deposits({ pageNum, pageSize, id, kind, status }, { db, person }) {
      const page = { limit: pageSize, offset: (pageNum - 1) * pageSize }
      const { total, rows } = await depositPage(db, person.userId, { id, kind, status, ...page })
      return { total, pageNum, pageSize, rows: rows.map(depositView) }
    },
    async usable({ asset = fundingCurrency }, { db, person, now, language }) {
      const { amount, unsettled, refused } = await withdrawals.usable(db, person.userId, asset, now)
      return {
        amount,
        unsettled,
        currency: currencyOf(asset),
        reason: refused === undefined ? undefined : refusalText(refused, language, traditional),
        reasonCode: refused === undefined ? undefined : refusalCode(refused.refused),
      }
    },
    async withdraw(input, { person: { userId }, now: at, request }) {
      return accepted(await withdrawals.apply({ ...input, asset: input.asset, userId, request, at }))
    },
    async withdrawals({ pageNum, pageSize, id, status }, { db, person }) {
      const page = { limit: pageSize, offset: (pageNum - 1) * pageSize }
      const { total, rows } = await withdrawalPage(db, person.userId, { id, status, ...page })
      return { total, pageNum, pageSize, rows: rows.map(withdrawalView) }
    },
    async sendCoins({ address, coin, amount }, { person: { userId }, now: at, request }) {
      return accepted(await chain.send({ userId, request, address, coin, amount, at }))
    },
    async chain(_, { db, person: { userId }, now }) {
      const [left, sent] = await Promise.all([faucetLeft(db, userId, now), sentBy(db, userId, sentMax)])
      return {
        height: blockHeight(now),
        blockSeconds,
        left,
        transfers: sent.map(({ hash, height, isDropped, ...payment }) => ({
          ...payment,
          transaction: hash,
          height,
          confirmations: isDropped ? 0 : confirmationsAt(height, now),
        })),
      }
    },
  } satisfies Handlers<typeof area, Context, PersonContext>
}
