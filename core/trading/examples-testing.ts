import { sources, type Instrument, type TickBand } from '#market/instrument.ts'
import { moneyOf, nothing, one, priceOf, quantityOf, rateOf, value, valueOf, type Price } from '#money/money.ts'
import type { OpeningFacts } from './order-check.ts'
import { closingSide, openingSide, type Order } from './orders.ts'
import type { Position } from './positions.ts'
import { nothingOwed } from './postings.ts'
import type { Quote } from '#market/quote.ts'
import { initialMargin } from './reserve.ts'
import { walletFor } from '#market/products.ts'
import { walletCurrency } from '#wallet/wallets.ts'

/** A tick table from texts: ['1.00', '0.0001'], [undefined, '0.01']. */
export const bands = (...rows: readonly (readonly [string | undefined, string])[]): readonly TickBand[] =>
  rows.map(([below, tick]) => ({ below: below === undefined ? undefined : priceOf(below), tick: priceOf(tick) }))

const name = { en: 'Example', zh: '例子' }

/** A share on NASDAQ, quoted and paid in USD. Not a real catalogue row: facts are chosen for the tests. */
export const share: Instrument = {
  key: 'US:EXMP',
  code: 'EXMP',
  market: 'US',
  source: sources.stock,
  classify: 'UsStock',
  venue: 'NASDAQ',
  name,
  sector: undefined,
  currency: 'USD',
  session: 'us-equity',
  lot: quantityOf('1'),
  ticks: bands(['1.00', '0.0001'], [undefined, '0.01']),
  multiplier: rateOf('1'),
  leverageCap: 5,
  shortable: true,
  tradable: true,
  averageVolume: quantityOf('1000000'),
  halfSpread: rateOf('0.0001'),
  contract: undefined,
}

export const hongKongShare: Instrument = {
  ...share,
  key: 'HK:00001',
  code: '00001',
  market: 'HK',
  source: sources.hongKongStock,
  classify: 'HK',
  venue: 'HKEX',
  currency: 'HKD',
  session: 'hk-equity',
  lot: quantityOf('100'),
  ticks: bands(
    ['0.25', '0.001'],
    ['0.50', '0.005'],
    ['10.00', '0.005'],
    ['20', '0.010'],
    ['50', '0.020'],
    ['100', '0.050'],
    ['200', '0.10'],
    ['500', '0.20'],
    [undefined, '0.50'],
  ),
}

export const mexicanShare: Instrument = {
  ...share,
  key: 'MX:EJEM',
  code: 'EJEM',
  market: 'MX',
  classify: 'MX',
  venue: 'BMV',
  currency: 'MXN',
  session: 'mx-equity',
  ticks: bands(['1.00', '0.001'], [undefined, '0.01']),
  shortable: false,
}

/** E-mini S&P 500: 50 USD a point, paid from a wallet in MXN. */
export const indexFuture: Instrument = {
  ...share,
  key: 'FUT:ESZ26',
  code: 'ESZ26',
  market: 'FUT',
  source: sources.future,
  classify: 'Future',
  venue: 'CME',
  session: 'cme',
  ticks: bands([undefined, '0.25']),
  multiplier: rateOf('50'),
  leverageCap: 20,
  contract: { product: 'ES', productName: name, group: 'index', month: '2026-12-01', lastTrade: 1_797_603_000_000 },
}

/** WTI crude oil: 1000 barrels. */
export const oilFuture: Instrument = {
  ...indexFuture,
  key: 'FUT:CLZ26',
  code: 'CLZ26',
  venue: 'NYMEX',
  ticks: bands([undefined, '0.01']),
  multiplier: rateOf('1000'),
  leverageCap: 10,
  contract: { product: 'CL', productName: name, group: 'energy', month: '2026-12-01', lastTrade: 1_795_000_000_000 },
}

/** EURUSD: lots of 100,000 EUR, paid from a wallet in MXN. */
export const currencyPair: Instrument = {
  ...share,
  key: 'FX:EURUSD',
  code: 'EURUSD',
  market: 'FX',
  source: sources.forex,
  classify: 'Forex',
  venue: 'OTC',
  session: 'forex',
  lot: quantityOf('0.01'),
  ticks: bands([undefined, '0.00001']),
  multiplier: rateOf('100000'),
  leverageCap: 30,
  averageVolume: quantityOf('50000'),
}

export type QuoteFacts = Partial<Omit<Quote, 'bid' | 'ask' | 'last' | 'bidSize' | 'askSize'>> & {
  readonly bid: string
  readonly ask: string
  readonly last?: string
  readonly size?: string
}

/** A quote of an open market, at time 1000 by default. */
export function quoteOf(instrument: Instrument, facts: QuoteFacts): Quote {
  const { bid, ask, last, size, ...rest } = facts
  const venueTime = rest.venueTime ?? 1000
  return {
    id: `${instrument.key}@${venueTime}`,
    key: instrument.key,
    venueTime,
    receivedTime: venueTime,
    last: last === undefined ? middle(priceOf(bid), priceOf(ask)) : priceOf(last),
    bid: priceOf(bid),
    ask: priceOf(ask),
    bidSize: quantityOf(size ?? '500'),
    askSize: quantityOf(size ?? '500'),
    phase: 'regular',
    opening: false,
    ...rest,
  }
}

const middle = (low: Price, high: Price): Price => ((low + high) / 2n) as Price

/** Facts under which an opening order is accepted: no limit is near, and there is more than enough money. */
export const openingFacts = (instrument: Instrument, quote: Quote): OpeningFacts => ({
  instrument,
  quote,
  halted: false,
  stage: 'trading',
  conversionRate: one,
  conversionRateToUsd: one,
  permission: undefined,
  underOffer: false,
  openOrders: 0,
  openPositions: 0,
  available: moneyOf('100000.00'),
  quantityMax: undefined,
  feeDate: '2026-11-20',
})

export type PositionFacts = Partial<Pick<Position, 'id' | 'direction' | 'leverage' | 'margin' | 'wallet'>> & {
  readonly units?: string
  readonly at?: string
}

/** An open position: long 100 at 100, leverage 5 by default. Its margin is 1 ÷ leverage of its cost. */
export function openPosition(instrument: Instrument, facts: PositionFacts = {}): Position {
  const { units = '100', at = '100', leverage = 5, direction = 'long', id = 1 } = facts
  const wallet = facts.wallet ?? walletFor(instrument) ?? 'BALANCE'
  const cost = valueOf(priceOf(at), quantityOf(units), instrument.multiplier)
  const margin = facts.margin ?? initialMargin(cost, leverage, rateOf('1'))
  return {
    id,
    user: 7,
    instrument: instrument.key,
    source: instrument.source,
    direction,
    leverage,
    wallet,
    currency: walletCurrency[wallet],
    state: 'OPEN',
    quantity: quantityOf(units),
    locked: quantityOf('0'),
    cost,
    margin,
    initialMargin: margin,
    addedMargin: nothing,
    owed: nothingOwed,
    openingFee: nothing,
    financing: nothing,
    halved: false,
    warnedAt: undefined,
    actionsUntil: 0,
    openedAt: 0,
    changedAt: 0,
    expiresAt: undefined,
    closedAt: undefined,
    closeReason: undefined,
  }
}

export type OrderFacts = Partial<
  Pick<Order, 'id' | 'leverage' | 'purpose' | 'type' | 'position' | 'acceptedAt' | 'expiresAt'>
> & {
  readonly direction?: Position['direction']
  readonly units?: string
  readonly limit?: string
  readonly reserve?: string
}

/** An accepted order: buys 100 at the market with leverage 1 by default. */
export function openOrder(instrument: Instrument, facts: OrderFacts = {}): Order {
  const { units = '100', limit, reserve = '0', direction = 'long', purpose = 'open' } = facts
  const wallet = walletFor(instrument) ?? 'BALANCE'
  return {
    id: facts.id ?? 1,
    user: 7,
    instrument: instrument.key,
    source: instrument.source,
    purpose,
    side: purpose === 'open' ? openingSide(direction) : closingSide(direction),
    isForced: false,
    type: limit === undefined ? 'market' : 'limit',
    limit: limit === undefined ? undefined : priceOf(limit),
    quantity: quantityOf(units),
    filled: quantityOf('0'),
    leverage: facts.leverage ?? 1,
    wallet,
    currency: walletCurrency[wallet],
    position: facts.position,
    extendedHours: false,
    status: 'accepted',
    reason: undefined,
    acceptedAt: facts.acceptedAt ?? 0,
    cancelRequestedAt: undefined,
    expiresAt: facts.expiresAt,
    changedAt: facts.acceptedAt ?? 0,
    conversionRate: rateOf('1'),
    feeDate: '2026-11-20',
    reserve: moneyOf(reserve),
    cost: value(0n),
    notional: value(0n),
    margin: nothing,
    fee: nothing,
    block: undefined,
    replaces: undefined,
  }
}
