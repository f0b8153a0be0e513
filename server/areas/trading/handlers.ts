import type { calls } from '@mex/contract/areas.ts'
import type { Answer, Handlers } from '@mex/contract/call.ts'
import type { Order as OrderView } from '@mex/contract/trading/shapes.ts'
import { sources, type Classification, type Market, type Source } from '@mex/core/market/instrument.ts'
import { addMoney, convert, nothing, quantity, value, type Money } from '@mex/core/money/money.ts'
import { checkLeverage, type ClosingRequest, type OpeningRequest } from '@mex/core/trading/order-check.ts'
import { directionOf, type OrderType, type Side } from '@mex/core/trading/orders.ts'
import { halfOf } from '@mex/core/trading/portions.ts'
import { averagePrice, closable } from '@mex/core/trading/positions.ts'
import { affordable } from '@mex/core/trading/affordable-quantity.ts'
import { accepted, refuse, type Refusal } from '@mex/core/refusal.ts'
import { isAuctionOnly, isSoldBy, walletFor } from '@mex/core/market/products.ts'
import { reserveOf, reservePrice } from '@mex/core/trading/reserve.ts'
import { feeTotal } from '@mex/core/trading/fees.ts'
import type { Context, PersonContext } from '#context.ts'
import { balanceOf } from '#areas/ledger/actions.ts'
import type { TradingAnswer, TradingCommand } from './commands.ts'
import type { TradingEngine } from './engine.ts'
import { pricesAt, ratesOf } from './prices.ts'
import { findPosition } from './store.ts'
import { quotesOfBlocks } from './store-blocks.ts'
import { listClosings, listOrders, listPositions, orderedInstruments, type StoredPosition } from './store-lists.ts'
import {
  closedView,
  markPosition,
  orderedView,
  orderView,
  storedPositionView,
  viewFacts,
  type Naming,
} from './views.ts'

/** Without those of other areas: bills are of the wallet, and what is cancelled may be an application. */
type TradingCalls = Omit<typeof calls.trading, 'bills' | 'cancelOrder'>
type Ticket = {
  readonly code: string
  readonly side: Side
  readonly type: OrderType
  readonly limit?: OpeningRequest['limit']
  readonly quantity: OpeningRequest['quantity'] & bigint
  readonly leverage: number
  readonly extendedHours?: boolean
  readonly autoRoll?: boolean
}
type Place = {
  readonly source: Source
  readonly market?: Market | undefined
  readonly classify?: Classification | undefined
}

/** Handlers of the trading calls except those of other areas. */
export function tradingHandlers(engine: TradingEngine) {
  const naming = ({ language }: Context): Naming => ({ language, traditional: engine.dependencies.traditional })

  async function send<Out extends TradingAnswer>(command: TradingCommand): Promise<Out> {
    return accepted((await engine.lane.send(command)) as Out | Refusal)
  }

  /** One ticket for all sources; each call only says which one it is (rulebook §14.1 steps 2 and 3). */
  async function open(context: PersonContext, ticket: Ticket, place: Place): Promise<OrderView> {
    const instrument = engine.dependencies.find({ code: ticket.code, market: place.market }, context.now)
    if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
    if (place.classify !== undefined && instrument.classify !== place.classify) return refuse('not_tradable')
    const { userId } = context.person
    const order: OpeningRequest = {
      source: place.source,
      direction: directionOf(ticket.side),
      type: ticket.type,
      limit: ticket.limit,
      quantity: ticket.quantity,
      leverage: ticket.leverage,
      extendedHours: ticket.extendedHours ?? false,
    }
    return send({
      kind: 'open',
      userId,
      request: context.request,
      key: instrument.key,
      order,
      autoRoll: ticket.autoRoll ?? false,
      language: context.language,
    })
  }

  /** A code of another market alone is named too: it is known, and not sold so. */
  const auctionMarket = ({ code }: Pick<Ticket, 'code'>, { now }: Context): Market | undefined =>
    engine.dependencies.find({ code, market: 'US' }, now) === undefined ? undefined : 'US'

  return {
    holding: (input, context) => holding(engine, naming(context), input, context),
    positions: (input, context) => positions(engine, naming(context), input, context),
    closedPositions: (input, context) => closedPositions(engine, naming(context), input, context),
    orders: (input, context) => orders(engine, naming(context), input, context),
    affordable: (input, context) => affordableQuantity(engine, input, context),
    ...holderCommands(send),
    createStock: (input, context) =>
      open(context, input, { source: sources.stock, market: input.market, classify: input.classify }),
    createHongKongStock: (input, context) =>
      open(context, input, { source: sources.hongKongStock, market: input.market, classify: input.classify }),
    createAuction: (input, context) =>
      open(context, input, { source: sources.auctionStock, market: auctionMarket(input, context) }),
    createFuture: (input, context) => open(context, input, { source: sources.future, market: 'FUT' }),
    createForex: (input, context) => open(context, input, { source: sources.forex, market: 'FX' }),
  } satisfies Handlers<TradingCalls, Context, PersonContext>
}

type Send = <Out extends TradingAnswer>(command: TradingCommand) => Promise<Out>
type HolderCalls = 'close' | 'closeSeveral' | 'cancelSeveral' | 'amendOrder' | 'addMargin' | 'autoRoll'

/** What a user does with an order or a position that is there already. */
function holderCommands(send: Send): Pick<Handlers<TradingCalls, Context, PersonContext>, HolderCalls> {
  return {
    close: (input, context) =>
      send({
        kind: 'close',
        userId: context.person.userId,
        request: context.request,
        positionId: input.id,
        order: closingRequest(input),
        language: context.language,
      }),
    closeSeveral: ({ ids }, { person, request, language }) =>
      send({ kind: 'several', what: 'close', userId: person.userId, request, ids: [...new Set(ids)], language }),
    cancelSeveral: ({ ids }, { person, language }) =>
      send({ kind: 'several', what: 'cancel', userId: person.userId, ids: [...new Set(ids)], language }),
    amendOrder: ({ id, filled, quantity, limit }, context) =>
      send({
        kind: 'amend',
        userId: context.person.userId,
        request: context.request,
        orderId: id,
        filled,
        quantity,
        limit,
        language: context.language,
      }),
    addMargin: ({ id, amount }, context) =>
      send({
        kind: 'margin',
        userId: context.person.userId,
        request: context.request,
        positionId: id,
        amount,
        language: context.language,
      }),
    autoRoll: ({ id, isWanted }, context) =>
      send({
        kind: 'roll',
        userId: context.person.userId,
        positionId: id,
        isWanted,
        language: context.language,
      }),
  }
}

type Asked<Name extends keyof TradingCalls> = Parameters<Handlers<TradingCalls, Context, PersonContext>[Name]>[0]

function closingRequest(input: Asked<'close'>): ClosingRequest {
  const amount = input.quantity ?? input.part ?? 'full'
  return { amount, type: input.type, limit: input.limit, extendedHours: false }
}

function instrumentKey(
  engine: TradingEngine,
  context: Context,
  code: string | undefined,
  market: Market | undefined,
): string | undefined {
  if (code === undefined) return undefined
  return (
    engine.dependencies.find({ code, market }, context.now)?.key ?? refuse('unknown_instrument', { field: 'stockCode' })
  )
}

async function holding(
  engine: TradingEngine,
  naming: Naming,
  input: Asked<'holding'>,
  context: PersonContext,
): Promise<Answer<TradingCalls['holding']>> {
  const instrument = instrumentKey(engine, context, input.code, input.market)
  const prices = pricesAt(context.feed, context.now)
  const stored = await listPositions(context.db, context.person.userId, { source: input.source, instrument })
  const rows = stored.filter(({ position }) => input.direction === undefined || position.direction === input.direction)
  if (rows.length === 0)
    return {
      quantity: quantity(0n),
      closable: quantity(0n),
      averagePrice: undefined,
      profit: nothing,
      positions: undefined,
    }
  const views = rows.map((row) => storedPositionView(row, viewFacts(engine), prices, naming))
  const total = rows.reduce((sum, { position }) => sum + position.quantity, 0n)
  const { multiplier } = engine.dependencies.describe(rows[0]?.position.instrument ?? '', context.now)
  const cost = value(rows.reduce((sum, { position }) => sum + position.cost, 0n))
  return {
    quantity: quantity(total),
    closable: quantity(rows.reduce((sum, { position }) => sum + closable(position), 0n)),
    averagePrice: averagePrice({ quantity: quantity(total), cost }, { multiplier }),
    profit: addMoney(...views.map((view) => view.profit ?? nothing)),
    positions: views,
  }
}

async function positions(
  engine: TradingEngine,
  naming: Naming,
  input: Asked<'positions'>,
  context: PersonContext,
): Promise<Answer<TradingCalls['positions']>> {
  const { userId } = context.person
  const filter = {
    source: input.source,
    instrument: instrumentKey(engine, context, input.code, input.market),
    open: input.id,
  }
  const found = await listPositions(context.db, userId, filter)
  const stored = found.filter(
    ({ position }) => input.market === undefined || position.instrument.startsWith(`${input.market}:`),
  )
  const prices = pricesAt(context.feed, context.now)
  const start = (input.pageNum - 1) * input.pageSize
  return {
    total: stored.length,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    rows: stored
      .slice(start, start + input.pageSize)
      .map((row) => storedPositionView(row, viewFacts(engine), prices, naming)),
    sum: sumInPesos(engine, stored, context),
  }
}

/** Floating profit and margin of all positions in MXN at mid rates. Positions without a rate are left out. */
function sumInPesos(
  engine: TradingEngine,
  stored: readonly StoredPosition[],
  context: Context,
): { profit: Money; marginNow: Money } {
  const prices = pricesAt(context.feed, context.now)
  let profit = nothing
  let marginNow = nothing
  for (const { position } of stored) {
    const instrument = engine.dependencies.describe(position.instrument, context.now)
    const pesos = prices.conversionRate(position.currency, 'MXN')
    if (pesos === undefined) continue
    const inPesos = (amount: Money): Money => convert(value(amount * 1_000_000n), pesos, 'near')
    profit = addMoney(profit, inPesos(markPosition(position, instrument, prices)?.profit ?? nothing))
    marginNow = addMoney(marginNow, inPesos(position.margin))
  }
  return { profit, marginNow }
}

async function closedPositions(
  engine: TradingEngine,
  naming: Naming,
  input: Asked<'closedPositions'>,
  context: PersonContext,
): Promise<Answer<TradingCalls['closedPositions']>> {
  const prices = pricesAt(context.feed, context.now)
  const filter = { source: input.source, position: input.id, from: input.from, to: input.to }
  const { total, rows } = await listClosings(context.db, context.person.userId, filter, {
    pageNumber: input.pageNum,
    pageSize: input.pageSize,
  })
  return {
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    rows: rows.map((row) =>
      closedView(
        row,
        engine.dependencies.describe(row.position.instrument, context.now),
        { prices, feed: context.feed },
        naming,
      ),
    ),
  }
}

async function orders(
  engine: TradingEngine,
  naming: Naming,
  input: Asked<'orders'>,
  context: PersonContext,
): Promise<Answer<TradingCalls['orders']>> {
  const working = ['accepted', 'partly_filled']
  const isNamed = input.id !== undefined || input.positionId !== undefined
  const status = input.status ?? (isNamed ? 'all' : undefined)
  const statuses = status === undefined ? working : status === 'all' ? [...working, 'filled', 'ended'] : [status]
  const page = { pageNumber: input.pageNum, pageSize: input.pageSize }
  const filter = {
    source: input.source,
    statuses,
    id: input.id,
    position: input.positionId,
    side: input.side,
    instrument: instrumentKey(engine, context, input.code, input.market),
    isOldestFirst: input.order === 'asc',
  }
  const { userId } = context.person
  const { total, rows } = await listOrders(context.db, userId, filter, page)
  const quotes = await quotesOfBlocks(context.db, userId, rows)
  const ordered = input.withInstruments === true ? await orderedInstruments(context.db, userId) : undefined
  return {
    instruments: ordered?.map((key) => orderedView(engine.dependencies.describe(key, context.now), naming)),
    total,
    pageNum: input.pageNum,
    pageSize: input.pageSize,
    rows: rows.map((row) => {
      const facts = { feed: context.feed, timetable: engine.timetable, blockQuote: quotes.get(row.id) }
      return orderView(row, engine.dependencies.describe(row.instrument, context.now), naming, facts)
    }),
  }
}

type Affordable = Answer<TradingCalls['affordable']>

/** The quantities of the buttons Half and Full, from the code that checks orders (rulebook §16.6, §16.7). */
async function affordableQuantity(
  engine: TradingEngine,
  input: Asked<'affordable'>,
  context: PersonContext,
): Promise<Affordable> {
  if (input.purpose === 'close') return closableQuantity(engine, input.positionId ?? 0, input.part, context)
  const instrument = engine.dependencies.find({ code: input.code, market: input.market }, context.now)
  if (instrument === undefined) return refuse('unknown_instrument', { field: 'stockCode' })
  const wallet = walletFor({ source: input.source, market: instrument.market })
  if (wallet === undefined || !isSoldBy(input.source, instrument) || !instrument.tradable) return refuse('not_tradable')
  accepted(checkLeverage(input.leverage, instrument))
  const prices = pricesAt(context.feed, context.now)
  const quote = prices.quote(instrument.key)
  const { conversionRate, conversionRateToUsd } = ratesOf(instrument, prices, wallet)
  if (quote === undefined || conversionRate === undefined || conversionRateToUsd === undefined)
    return refuse('quote_unavailable')
  const available = await balanceOf(context.db, context.person.userId, 'U.AVAIL', wallet)
  const direction = directionOf(input.side)
  const request = {
    source: input.source,
    direction,
    type: input.type,
    limit: input.limit,
    leverage: input.leverage,
    extendedHours: false,
  }
  const feeDate = engine.timetable.feeDate(instrument, context.now)
  const found = affordable(request, {
    instrument,
    quote,
    available,
    conversionRate,
    conversionRateToUsd,
    quantityMax: undefined,
    feeDate,
  })
  const wanted = input.part === 'half' ? found.half : found.full
  const at = reservePrice({
    side: input.side,
    type: input.type,
    limit: input.limit,
    quote,
    queued: isAuctionOnly(input),
  })
  const cost = reserveOf(
    instrument,
    { side: input.side, leverage: input.leverage, conversionRate, feeDate },
    wanted,
    at,
  )
  return { quantity: wanted, margin: cost.margin, fee: feeTotal(cost.fee), available }
}

async function closableQuantity(
  engine: TradingEngine,
  positionId: number,
  part: 'half' | 'full',
  context: PersonContext,
): Promise<Affordable> {
  const position = await findPosition(context.db, context.person.userId, positionId)
  if (position === undefined || position.state === 'CLOSED') return refuse('position_not_found')
  const { lot } = engine.dependencies.describe(position.instrument, context.now)
  const wanted = part === 'half' ? halfOf(position, lot) : closable(position)
  const available = await balanceOf(context.db, context.person.userId, 'U.AVAIL', position.wallet)
  return { quantity: wanted, margin: position.margin, fee: nothing, available }
}
