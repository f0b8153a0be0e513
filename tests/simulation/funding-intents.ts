import { calls } from '@mex/contract/areas.ts'
import { practiceCard, type CardDetails } from '@mex/core/funding/cards.ts'
import { coins, type Coin, type FundingAsset } from '@mex/core/funding/coins.ts'
import { moneyOf, walletCurrencies } from '@mex/core/money/money.ts'
import { isRefusal } from '@mex/core/refusal.ts'
import { payPassword } from '@mex/server/testing.ts'
import type { Door, Drawing, Intent } from './intent.ts'

/** Intents of deposits and withdrawals: cards, coins, the simulated bank. */

/** A deposit address and its owner. The address depends on the secret of the process. */
type Place = { readonly text: string; readonly of: (door: Door) => string }

function drawPlace({ random, standing, users }: Drawing, coin: Coin): Place {
  const drawn = random.below(100)
  if (drawn < 3) return { text: 'no address', of: () => 'sim1nothing' }
  const owner = drawn < 75 ? standing.user : drawn < 90 ? random.pick(users) : 999_999
  return { text: `${owner}'s address`, of: ({ funding }) => funding.keys.addressOf(owner, coin) }
}

function drawCard(drawing: Drawing): Intent {
  const { random, standing, now: at } = drawing
  const { user: userId } = standing
  const isBank = random.percent(40)
  const coin = random.pick(coins)
  const place = drawPlace(drawing, coin)
  const details = (door: Door): CardDetails =>
    isBank ? practiceCard : { kind: 'coin', coin, network: 'SIMCHAIN', address: place.of(door) }
  return {
    user: userId,
    text: `adds a card: ${isBank ? 'bank' : `${coin} at ${place.text}`}`,
    call: calls.funding.addCard,
    effect: 'card',
    about: 0,
    send: (door, request) => door.funding.cards.add.send({ userId, request, details: details(door), at }),
  }
}

function drawCardRemoval({ standing: { user: userId }, now: at }: Drawing, id: number): Intent {
  return {
    user: userId,
    text: `removes card ${id}`,
    call: undefined,
    effect: 'card end',
    about: id,
    send: async ({ funding }) => (await funding.cards.remove.send({ userId, id, at })) ?? { id },
  }
}

function drawDeclaration({ random, standing: { user: userId }, now: at }: Drawing): Intent {
  const coin = random.pick(coins)
  const amount = random.percent(50) ? moneyOf(random.pick(['0.5', '20', '300'])) : undefined
  return {
    user: userId,
    text: `announces ${amount ?? 'some'} ${coin}`,
    call: calls.funding.createDeposit,
    effect: 'deposit',
    about: 0,
    send: ({ funding }, request) =>
      funding.deposits.create.send({
        userId,
        request,
        requested: { kind: 'coin', coin, amount, transaction: undefined },
        at,
      }),
  }
}

function drawProof({ random, standing: { user: userId }, proofs, now: at }: Drawing): Intent {
  const currency = random.pick(walletCurrencies)
  const amount = moneyOf(random.pick(['0.9', '1', '33.33', '250.55', '4000', '40000', '2000000']))
  const owner = random.percent(95) ? userId : random.pick([...proofs.keys()])
  const proof = proofs.get(owner) ?? ''
  return {
    user: userId,
    text: `pays in ${amount} ${currency} with a picture of ${owner}`,
    call: calls.funding.createDeposit,
    effect: 'deposit',
    about: 0,
    send: ({ funding }, request) =>
      funding.deposits.create.send({ userId, request, requested: { kind: 'fiat', currency, amount, proof }, at }),
  }
}

function drawCoins(drawing: Drawing): Intent {
  const { random, standing, now: at } = drawing
  const { user: userId } = standing
  const coin = random.pick(coins)
  const amount = moneyOf(random.pick(['0.4', '0.4', '1', '33.33', '900', '2500', '10001']))
  const place = drawPlace(drawing, coin)
  return {
    user: userId,
    text: `sends ${amount} ${coin} to ${place.text}`,
    call: calls.funding.sendCoins,
    effect: 'payment',
    about: 0,
    send: async (door, request) => {
      const sent = await door.funding.chain.send({ userId, request, address: place.of(door), coin, amount, at })
      return isRefusal(sent) ? sent : { id: sent.transaction }
    },
  }
}

function drawWithdrawal({ random, standing, now: at }: Drawing): Intent {
  const { user: userId, cards } = standing
  const card = random.percent(97) ? random.pick(cards) : 1 + random.below(20)
  const amount = moneyOf(random.pick(['5', '10', '60', '400', '2500', '70000', '6000000']))
  const asset: FundingAsset | undefined = random.percent(25) ? random.pick([...walletCurrencies, ...coins]) : undefined
  const password = random.percent(96) ? payPassword : 'another-1'
  return {
    user: userId,
    text: `withdraws ${amount} to card ${card} in ${asset ?? 'its own'}${password === payPassword ? '' : ' by guessing'}`,
    call: calls.funding.withdraw,
    effect: 'withdrawal',
    about: card,
    send: ({ funding }, request) =>
      funding.withdrawals.apply({ userId, request, card, amount, asset, payPassword: password, at }),
  }
}

/** Draws the next deposit or withdrawal of a user: mostly valid. */
export function drawFunding(drawing: Drawing): Intent {
  const { random, standing } = drawing
  const drawn = random.below(100)
  if (drawn < 35) return standing.cards.length === 0 ? drawCard(drawing) : drawWithdrawal(drawing)
  if (drawn < 65) return drawCoins(drawing)
  if (drawn < 80) return drawProof(drawing)
  if (drawn < 88) return drawDeclaration(drawing)
  if (drawn < 93 && standing.cards.length > 0) return drawCardRemoval(drawing, random.pick(standing.cards))
  return drawCard(drawing)
}
