import { calls } from '@mex/contract/areas.ts'
import { greatest } from '@mex/core/money/decimal.ts'
import { sources, type Instrument, type Source } from '@mex/core/market/instrument.ts'
import { convert, money, price, quantity, rateOf, valueOf, type Money, type Price } from '@mex/core/money/money.ts'
import { leverageChoices } from '@mex/core/trading/order-check.ts'
import { leverageSteps } from '@mex/core/trading/orders.ts'
import { tickDown } from '@mex/core/market/ticks.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { signupGrant, wallets, type Wallet } from '@mex/core/wallet/wallets.ts'
import { drawFunding } from './funding-intents.ts'
import type { Drawing, Intent, Product } from './intent.ts'
import { drawNewIssue } from './issue-intents.ts'

const grants = new Map(signupGrant.map(({ wallet, amount }) => [wallet, amount]))
const language = 'en'

/** A quantity whose cost is so many percent of the wallet's initial grant. */
function quantityFor(instrument: Instrument, source: Source, percent: number, leverage: number, drawing: Drawing) {
  const { feed, now } = drawing
  const wallet = walletFor({ source, market: instrument.market })
  const quote = feed.quote(instrument.key, now)
  const currency = wallet === 'US_STOCK' ? 'USD' : wallet === 'HK_STOCK' ? 'HKD' : 'MXN'
  const conversionRate =
    instrument.currency === currency ? rateOf('1') : feed.conversionRate(instrument.currency, currency, now)?.rate
  if (wallet === undefined || quote === undefined || conversionRate === undefined) return instrument.lot
  const lotCost = greatest(
    convert(valueOf(quote.ask, instrument.lot, instrument.multiplier), conversionRate, 'ceil'),
    1n,
  )
  const budget = ((grants.get(wallet) ?? 0n) * BigInt(percent) * BigInt(leverage)) / 100n
  return quantity(greatest(budget / lotCost, 1n) * instrument.lot)
}

/** A limit some ticks from the market, mostly a valid tick multiple. */
function limitFor(instrument: Instrument, { random, feed, now }: Drawing): Price {
  const quote = feed.quote(instrument.key, now)
  if (quote === undefined) return price(100_000_000n)
  const furthest = random.pick([10, 50, 300])
  const steps = BigInt(random.below(2 * furthest + 1) - furthest)
  const wanted = price((quote.last * (10_000n + steps)) / 10_000n)
  return random.percent(3) ? price(wanted + 1n) : tickDown(instrument.ticks, wanted)
}

function drawOpening(drawing: Drawing): Intent {
  const { random, standing } = drawing
  const { user } = standing
  const instrument = random.pick(drawing.instruments)
  const type = random.percent(55) ? 'market' : 'limit'
  const leverage = random.pick(random.percent(8) ? leverageSteps : leverageChoices(instrument))
  const source = instrument.market === 'US' && random.percent(25) ? sources.auctionStock : instrument.source
  const order = {
    source,
    direction: random.percent(65) ? 'long' : 'short',
    type,
    limit: type === 'limit' ? limitFor(instrument, drawing) : undefined,
    quantity: quantityFor(instrument, source, random.pick([1, 3, 8, 20, 45, 110]), leverage, drawing),
    leverage,
    extendedHours: random.percent(10),
  } as const
  const autoRoll = instrument.contract !== undefined && user % 2 === 0
  const text = `opens ${source === sources.auctionStock ? 'in the auction ' : ''}${order.direction} ${order.quantity} ${instrument.key} ${leverage}x ${type} ${order.limit ?? ''}`
  return {
    user,
    text,
    call: calls.trading.createStock,
    effect: 'order',
    about: 0,
    send: ({ engine }, request) =>
      engine.lane.send({ kind: 'open', userId: user, request, key: instrument.key, order, autoRoll, language }),
  }
}

function drawClosing(drawing: Drawing, positionId: number, held: bigint): Intent {
  const { random, standing } = drawing
  const { user } = standing
  const part = quantity((held * BigInt(1 + random.below(100))) / 100n)
  const whole = quantity(greatest(part / 10n ** 8n, 1n) * 10n ** 8n)
  const amount = random.pick(['half', 'full', 'full', whole, part] as const)
  const limited = random.percent(25)
  const order = {
    amount,
    type: limited ? 'limit' : 'market',
    limit: limited ? limitFor(random.pick(drawing.instruments), drawing) : undefined,
    extendedHours: false,
  } as const
  return {
    user,
    text: `closes ${amount} of ${positionId} ${order.type} ${order.limit ?? ''}`,
    call: calls.trading.close,
    effect: 'order',
    about: positionId,
    send: ({ engine }, request) =>
      engine.lane.send({ kind: 'close', userId: user, request, positionId, order, language }),
  }
}

function drawMargin({ random, standing }: Drawing, positionId: number, margin: bigint): Intent {
  const { user } = standing
  const amount = money((margin * BigInt(random.below(150))) / 100n)
  return {
    user,
    text: `adds ${amount} to ${positionId}`,
    call: calls.trading.addMargin,
    effect: 'addition',
    about: positionId,
    send: ({ engine }, request) =>
      engine.lane.send({ kind: 'margin', userId: user, request, positionId, amount, language }),
  }
}

function drawCancel(user: number, orderId: number): Intent {
  return {
    user,
    text: `cancels ${orderId}`,
    call: undefined,
    effect: 'cancel',
    about: orderId,
    send: ({ engine }) => engine.lane.send({ kind: 'cancel', userId: user, orderId, language }),
  }
}

function drawTransfer({ random, standing, now }: Drawing): Intent {
  const { user } = standing
  const other = random.percent(95)
    ? random.pick(['US_STOCK', 'HK_STOCK', 'FUTURE', 'FOREX'] as const)
    : random.pick(wallets)
  const [from, to]: readonly [Wallet, Wallet] = random.percent(50) ? ['BALANCE', other] : [other, 'BALANCE']
  const amount: Money = money(((grants.get(from) ?? 0n) * BigInt(1 + random.below(70))) / 100n)
  return {
    user,
    text: `transfers ${amount} from ${from} to ${to}`,
    call: calls.wallet.transfer,
    effect: 'transfer',
    about: 0,
    send: ({ transfers }, request) => transfers.submit.send({ userId: user, request, from, to, amount, at: now }),
  }
}

function drawTransferCancel({ standing: { user }, now }: Drawing, id: number): Intent {
  return {
    user,
    text: `takes back transfer ${id}`,
    call: undefined,
    effect: 'transfer end',
    about: id,
    send: ({ transfers }) => transfers.cancel.send({ userId: user, id, at: now }),
  }
}

/** Percentage of intents that are deposits or withdrawals. */
const fundingPercent = 20

const ofProducts: Readonly<Record<Product, (drawing: Drawing) => Intent>> = { 'new issues': drawNewIssue }
/** Percentage of intents that are about a product, in runs that have any. */
const productPercent = 40

/** Draws the next intent of a user: mostly valid, sometimes with rows of other users or ended rows. */
export function drawIntent(drawing: Drawing): Intent {
  const { random, standing, strange, products } = drawing
  if (products.length > 0 && random.percent(productPercent)) return ofProducts[random.pick(products)](drawing)
  const { user, orders, positions, transfers } = standing
  if (random.percent(fundingPercent)) return drawFunding(drawing)
  const drawn = random.below(100)
  if (drawn < 4 && strange.orders.length > 0) return drawCancel(user, random.pick(strange.orders))
  if (drawn < 7 && strange.positions.length > 0) return drawClosing(drawing, random.pick(strange.positions), 10n ** 8n)
  if (drawn < 20 && orders.length > 0) return drawCancel(user, random.pick(orders))
  if (drawn < 40 && positions.length > 0) {
    const { id, quantity: held } = random.pick(positions)
    return drawClosing(drawing, id, held)
  }
  if (drawn < 48 && positions.length > 0) {
    const { id, margin } = random.pick(positions)
    return drawMargin(drawing, id, margin)
  }
  if (drawn < 60) return drawTransfer(drawing)
  if (drawn < 66 && transfers.length > 0) return drawTransferCancel(drawing, random.pick(transfers))
  return drawOpening(drawing)
}
