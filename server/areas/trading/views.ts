import type {
  ClosedPosition as ClosedView,
  Order as OrderView,
  Position as PositionView,
} from '@mex/contract/trading/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import { productTypeOf } from '@mex/contract/trading/products.ts'
import { divide } from '@mex/core/money/decimal.ts'
import type { Instrument, Name, Source } from '@mex/core/market/instrument.ts'
import { worksAfter } from '@mex/core/trading/execution.ts'
import { settleDelayMilliseconds } from '@mex/core/trading/expiry.ts'
import { liquidationPrice } from '@mex/core/trading/liquidation.ts'
import {
  addMoney,
  nothing,
  price,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type Value,
} from '@mex/core/money/money.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { isAuction } from '@mex/core/trading/execution.ts'
import { isLive, type Order } from '@mex/core/trading/orders.ts'
import { averagePrice, closable, favour, floatingProfit, markOf, type Position } from '@mex/core/trading/positions.ts'
import { owedTotal } from '@mex/core/trading/postings.ts'
import type { Quote } from '@mex/core/market/quote.ts'
import { tickAt } from '@mex/core/market/ticks.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { publicPriceOf } from '#areas/market/public-price.ts'
import type { Feed } from '#feeds/feed.ts'
import { nextActions } from '#areas/trading/corporate-actions/corporate-actions.ts'
import { dayBaseOf, type DayFacts } from '#areas/trading/results/day-base.ts'
import { nextCharge, type NightFacts } from '#areas/trading/overnight/overnight.ts'
import type { Prices } from './prices.ts'
import type { StoredClosing } from './store-lists.ts'
import type { Timetable } from './timetable.ts'

/** The language of names in an answer. */
export type Naming = { readonly language: Language; readonly traditional: Traditional }

const named = ({ language, traditional }: Naming, name: Name): string => textIn(name, language, traditional)

function traded(instrument: Instrument, source: Source, naming: Naming, at: Price) {
  const { contract } = instrument
  return {
    source,
    productType: productTypeOf({ source, market: instrument.market }),
    code: instrument.code,
    name: named(naming, instrument.name),
    product: contract?.product,
    productName: contract === undefined ? undefined : named(naming, contract.productName),
    market: instrument.market,
    classify: instrument.classify,
    lot: instrument.lot,
    tick: tickAt(instrument.ticks, at),
    multiplier: instrument.multiplier,
  }
}

/** An instrument in the choice of a filter. */
export const orderedView = ({ code, name, market }: Instrument, naming: Naming) => ({
  code,
  name: named(naming, name),
  market,
})

/** A value ÷ (units × multiplier) as a price with 8 decimals; undefined when there are no units. */
function averageOf(total: Value, units: Quantity, multiplier: Rate): Price | undefined {
  return units === 0n ? undefined : price(divide(total * 10n ** 20n, units * multiplier, 'near'))
}

/** The order number shown to users, such as S20261120-0008121. */
const orderNumber = (id: number, date: string): string => `S${date.replaceAll('-', '')}-${String(id).padStart(7, '0')}`

/** What the view of an order needs of the market. */
export type OrderFacts = {
  readonly feed: Pick<Feed, 'quote' | 'blockOffer'>
  readonly timetable: Pick<Timetable, 'auction'>
  /** The quote that gave a block its price; undefined before its confirmation, and for any other order. */
  readonly blockQuote?: string | undefined
}

/** The quote that decided an order: of a block, or of an auction. Undefined before it, and if the order has missed it. */
function decidingQuote(order: Order, { feed, blockQuote }: OrderFacts): string | undefined {
  if (!isAuctionOnly(order) || isLive(order)) return blockQuote
  const quote = feed.quote(order.instrument, order.changedAt)
  return quote !== undefined && isAuction(order, quote) ? quote.id : undefined
}

/** The offer of a block's order; every offer that somebody ordered is published. */
const offerOf = ({ block, acceptedAt }: Pick<Order, 'block' | 'acceptedAt'>, feed: Pick<Feed, 'blockOffer'>) =>
  block === undefined ? undefined : feed.blockOffer(block.offer, acceptedAt)

function blockOf(order: Order, { feed }: OrderFacts): OrderView['block'] {
  const offer = offerOf(order, feed)
  if (offer === undefined) return undefined
  const { id: offerId, discount, unlocksAt } = offer
  return { offerId, discount, unlocksAt, confirmsAt: worksAfter(order) }
}

export function orderView(order: Order, instrument: Instrument, naming: Naming, facts: OrderFacts): OrderView {
  const averagePrice = averageOf(order.cost, order.filled, instrument.multiplier)
  return {
    id: order.id,
    number: orderNumber(order.id, order.feeDate),
    ...traded(instrument, order.source, naming, order.limit ?? averagePrice ?? price(0n)),
    side: order.side,
    purpose: order.purpose,
    type: order.type,
    limit: order.limit,
    quantity: order.quantity,
    filled: order.filled,
    averagePrice,
    leverage: order.leverage,
    margin: order.filled === 0n ? order.reserve : order.margin,
    reserve: order.reserve,
    fee: order.fee,
    status: order.status,
    reason: order.reason,
    quoteId: decidingQuote(order, facts),
    isPracticeAuction: isAuctionOnly(order) && facts.timetable.auction(instrument, order.acceptedAt).isPractice,
    positionId: order.position,
    wallet: order.wallet,
    currency: order.currency,
    acceptedAt: order.acceptedAt,
    changedAt: order.changedAt,
    expiresAt: order.expiresAt,
    cancelRequestedAt: order.cancelRequestedAt,
    block: blockOf(order, facts),
    replacesId: order.replaces?.order,
  }
}

/** The mark price and floating profit of a position; undefined without a quote or rate. */
export type Mark = {
  readonly mark: Price
  readonly quote: Quote
  readonly conversionRate: Rate
  readonly profit: Money
}

export function markPosition(position: Position, instrument: Instrument, prices: Prices): Mark | undefined {
  const quote = prices.quote(position.instrument)
  const conversionRate = prices.conversionRate(instrument.currency, walletCurrency[position.wallet])
  if (quote === undefined || conversionRate === undefined) return undefined
  const mark = markOf(position.direction, quote)
  return { mark, quote, conversionRate, profit: floatingProfit(position, instrument, mark, conversionRate) }
}

/** The facts about a position that are not in its row. */
export type PositionExtras = {
  readonly opening: Pick<Order, 'type' | 'limit'>
  readonly pendingMargin: Money
  /** Net result of what was closed of it already. */
  readonly realised: Money
  /** What the next night will cost or pay; undefined if nothing. */
  readonly nextFinancing: PositionView['nextFinancing']
  readonly dayBase: PositionView['dayBase']
  readonly nextDividend: PositionView['nextDividend']
  readonly nextSplit: PositionView['nextSplit']
  readonly nextRemoval: PositionView['nextRemoval']
  readonly autoRoll: boolean
  readonly block: PositionView['block']
  readonly publicPrice: PositionView['publicPrice']
}

/** What of a position's extras follows from the market. */
type FromMarket = 'dayBase' | 'nextFinancing' | 'nextDividend' | 'nextSplit' | 'nextRemoval' | 'block' | 'publicPrice'

function positionView(
  position: Position,
  instrument: Instrument,
  extras: PositionExtras,
  prices: Prices,
  naming: Naming,
): PositionView {
  const marked = position.state === 'CLOSED' ? undefined : markPosition(position, instrument, prices)
  const openPrice = averagePrice(position, instrument) ?? price(0n)
  return {
    id: position.id,
    type: extras.opening.type,
    limit: extras.opening.limit,
    ...traded(instrument, position.source, naming, marked?.mark ?? openPrice),
    direction: position.direction,
    quantity: position.quantity,
    locked: position.locked,
    closable: closable(position),
    leverage: position.leverage,
    marginNow: position.margin,
    initialMargin: position.initialMargin,
    addedMargin: position.addedMargin,
    pendingMargin: extras.pendingMargin,
    owed: owedTotal(position.owed),
    openPrice,
    cost: position.cost,
    markPrice: marked?.mark,
    conversionRate: marked?.conversionRate,
    favour: marked === undefined ? undefined : favour(position, instrument, marked.mark),
    profit: marked?.profit,
    dayBase: extras.dayBase,
    netProfit: extras.realised,
    fee: position.openingFee,
    financing: position.financing,
    nextFinancing: extras.nextFinancing,
    nextDividend: extras.nextDividend,
    nextSplit: extras.nextSplit,
    nextRemoval: extras.nextRemoval,
    autoRoll: extras.autoRoll,
    block: extras.block,
    liquidationPrice: marked === undefined ? undefined : liquidationPrice(position, instrument, marked.conversionRate),
    state: position.state,
    wallet: position.wallet,
    currency: position.currency,
    quotedAt: marked?.quote.venueTime,
    publicPrice: extras.publicPrice,
    openedAt: position.openedAt,
    changedAt: position.changedAt,
    expiresAt: position.expiresAt,
    settlesAt: position.state === 'CLOSED' ? undefined : settlesAt(instrument, prices.now),
  }
}

type ViewFacts = Pick<NightFacts, 'calendars' | 'interest' | 'describe' | 'feed'> & DayFacts

/** What the view of a position needs of the market and its days. */
export const viewFacts = (engine: {
  readonly dependencies: Omit<ViewFacts, 'timetable'>
  readonly timetable: Timetable
}): ViewFacts => ({ ...engine.dependencies, timetable: engine.timetable })

/** A stored position as calls and push show it. */
export function storedPositionView(
  row: Omit<PositionExtras, FromMarket> & { readonly position: Position; readonly offer: number | undefined },
  facts: ViewFacts,
  prices: Prices,
  naming: Naming,
): PositionView {
  const { position } = row
  const instrument = facts.describe(position.instrument, prices.now)
  const nextFinancing = nextCharge(facts, position, instrument, prices)
  const block = positionBlock(position, row.offer, facts.feed)
  const dayBase = position.state === 'CLOSED' ? undefined : dayBaseOf(facts, position, instrument, prices.now)
  const quote = position.state === 'CLOSED' ? undefined : prices.quote(position.instrument)
  const publicPrice = quote === undefined ? undefined : publicPriceOf(facts.feed, quote)
  const extras = {
    ...row,
    dayBase,
    nextFinancing,
    block,
    publicPrice,
    ...nextActions(facts, position, instrument, prices),
  }
  return positionView(position, instrument, extras, prices, naming)
}

function positionBlock(
  { openedAt }: Pick<Position, 'openedAt'>,
  id: number | undefined,
  feed: Pick<Feed, 'blockOffer'>,
): PositionView['block'] {
  const offer = id === undefined ? undefined : feed.blockOffer(id, openedAt)
  return offer === undefined ? undefined : { offerId: offer.id, discount: offer.discount, unlocksAt: offer.unlocksAt }
}

/** When the positions of a contract that has ended are settled; undefined before its end. */
function settlesAt({ contract }: Instrument, now: number): number | undefined {
  return contract === undefined || now < contract.lastTrade ? undefined : contract.lastTrade + settleDelayMilliseconds
}

/** A row of the closed list: the position at the time of the closing, for the closed portion. */
export function closedView(
  row: StoredClosing,
  instrument: Instrument,
  { prices, feed }: { readonly prices: Prices; readonly feed: Pick<Feed, 'blockOffer'> },
  naming: Naming,
): ClosedView {
  const { position, closing } = row
  const extras = {
    opening: row.opening,
    pendingMargin: nothing,
    realised: closing.netProfit,
    dayBase: undefined,
    nextFinancing: undefined,
    nextDividend: undefined,
    nextSplit: undefined,
    nextRemoval: undefined,
    autoRoll: false,
    block: positionBlock(position, row.offer, feed),
    publicPrice: undefined,
  }
  const exit = averageOf(closing.exit, closing.quantity, instrument.multiplier) ?? price(0n)
  const opened = averageOf(closing.cost, closing.quantity, instrument.multiplier) ?? price(0n)
  const view = positionView({ ...position, state: 'CLOSED' }, instrument, extras, prices, naming)
  return {
    ...view,
    state: position.state,
    openPrice: opened,
    cost: closing.cost,
    tick: tickAt(instrument.ticks, exit),
    markPrice: exit,
    favour: favour({ direction: position.direction, quantity: closing.quantity, cost: closing.cost }, instrument, exit),
    profit: closing.profit,
    fee: addMoney(closing.openingFee, closing.fee),
    financing: closing.financing,
    marginNow: closing.margin,
    quotedAt: closing.at,
    closeType: row.closeType,
    closedQuantity: closing.quantity,
    closePrice: exit,
    closeReason: closing.reason,
    closeOrderId: closing.order,
    closedAt: closing.at,
  }
}
