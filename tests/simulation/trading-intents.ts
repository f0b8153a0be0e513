import { calls } from '@mex/contract/areas.ts'
import { greatest } from '@mex/core/money/decimal.ts'
import { sources, type Instrument, type Source } from '@mex/core/market/instrument.ts'
import { convert, price, quantity, rateOf, valueOf, type Price } from '@mex/core/money/money.ts'
import { leverageChoices } from '@mex/core/trading/order-check.ts'
import { leverageSteps } from '@mex/core/trading/orders.ts'
import { tickDown } from '@mex/core/market/ticks.ts'
import { walletFor } from '@mex/core/market/products.ts'
import { signupGrant } from '@mex/core/wallet/wallets.ts'
import type { Drawing, Intent, StandingOrder } from './intent.ts'

/** Intents of orders: opening, closing, cancelling. */

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

/** What an order is about, where that is not drawn. */
type Wanted = {
  readonly instrument?: Instrument | undefined
  readonly source?: Source
  readonly direction?: 'long' | 'short'
  readonly type?: 'market' | 'limit'
  /** Of the initial grant of its wallet. */
  readonly percents?: readonly number[]
}

export function drawOpening(drawing: Drawing, wanted: Wanted = {}): Intent {
  const { random, standing } = drawing
  const { user } = standing
  const instrument = wanted.instrument ?? random.pick(drawing.instruments)
  const type = wanted.type ?? (random.percent(55) ? 'market' : 'limit')
  const leverage = random.pick(random.percent(8) ? leverageSteps : leverageChoices(instrument))
  const isForAuction = instrument.market === 'US' && random.percent(25)
  const source = wanted.source ?? (isForAuction ? sources.auctionStock : instrument.source)
  const order = {
    source,
    direction: wanted.direction ?? (random.percent(65) ? 'long' : 'short'),
    type,
    limit: type === 'limit' ? limitFor(instrument, drawing) : undefined,
    quantity: quantityFor(
      instrument,
      source,
      random.pick(wanted.percents ?? [1, 3, 8, 20, 45, 110]),
      leverage,
      drawing,
    ),
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

export function drawClosing(drawing: Drawing, positionId: number, held: bigint): Intent {
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

/** Changes an order that somebody may be filling, cancelling or changing at the same time. */
export function drawAmendment(drawing: Drawing, order: StandingOrder): Intent {
  const { random, standing, instruments } = drawing
  const { user } = standing
  const { id: orderId, filled } = order
  const left = order.quantity - filled
  const instrument = instruments.find(({ key }) => key === order.instrument)
  const lot = instrument?.lot ?? 10n ** 8n
  const wanted = quantity(greatest((left * BigInt(20 + random.below(180))) / 100n / lot, 1n) * lot)
  const limit = instrument === undefined || random.percent(30) ? order.limit : limitFor(instrument, drawing)
  return {
    user,
    text: `changes ${orderId} of which ${filled} are filled to ${wanted} at ${limit ?? 'the market'}`,
    call: calls.trading.amendOrder,
    effect: 'order',
    about: orderId,
    send: ({ engine }, request) =>
      engine.lane.send({ kind: 'amend', userId: user, request, orderId, filled, quantity: wanted, limit, language }),
  }
}

export function drawCancel(user: number, orderId: number): Intent {
  return {
    user,
    text: `cancels ${orderId}`,
    call: undefined,
    effect: 'cancel',
    about: orderId,
    send: ({ engine }) => engine.lane.send({ kind: 'cancel', userId: user, orderId, language }),
  }
}
