import type { Language } from '@mex/contract/language.ts'
import type { Order as OrderView, Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { isAuctionOnly } from '@mex/core/market/products.ts'
import { contractEnded } from '@mex/core/trading/order-check.ts'
import { lapse, handleTick } from '@mex/core/trading/tick.ts'
import { pendingMargin, placeClosing, requestCancel, requestMarginAddition } from '@mex/core/trading/commands.ts'
import type { Tx } from '#db/sql.ts'
import { amend } from './amend.ts'
import { block } from './block.ts'
import { latestQuote } from '#areas/trading/matching/latest-quote.ts'
import { blockMarket, ratesOf } from './prices.ts'
import { findOrder, haveFilled } from './store.ts'
import { listPositions } from './store-lists.ts'
import { orderView, storedPositionView, type Naming } from './views.ts'
import type { TradingAnswer, TradingCommand } from './commands.ts'
import { settleAndRoll } from '#areas/trading/expiry/roll.ts'
import { placed, type Deciding, type DecisionContext, type Kind } from './deciding.ts'
import { several } from './several.ts'
import { saveRollWish } from '#areas/trading/expiry/store-rolls.ts'

/** Lets core decide a command. A refusal is an answer. */
export async function decide(deciding: Deciding, command: TradingCommand): Promise<TradingAnswer | Refusal> {
  const { engine, tx, trading, prices } = deciding
  switch (command.kind) {
    case 'open':
      return open(deciding, command)
    case 'block':
      return block(deciding, command)
    case 'close':
      return close(deciding, command)
    case 'amend':
      return amend(deciding, command)
    case 'several':
      return several(deciding, command, (id) => decideOne(deciding, command, id))
    case 'cancel':
      return cancel(deciding, command)
    case 'margin':
      return addMargin(deciding, command)
    case 'tick':
      if (command.isResent === true && (await hasHandled(tx, command))) return { handled: true }
      for (const tick of command.ticks) handleTick(trading, tick, new Set(command.users))
      return { handled: true }
    case 'settle':
      await settleAndRoll(deciding, command)
      return { handled: true }
    case 'roll':
      return wishRoll(deciding, command)
    case 'rebuild':
    case 'charge':
      return { handled: true }
    case 'lapse':
      // Until a night is noted, no position may change; the job comes again within a second.
      if (!engine.nights.areNoted(prices.now)) return { handled: true }
      lapse(trading, { at: prices.now, ...latestQuote(engine), blocks: blockMarket(engine.feed, prices.now) })
      return { handled: true }
  }
}

/** One of several: all of a position at the market, or an order. */
async function decideOne(
  deciding: Deciding,
  { userId, what, language }: Kind<'several'>,
  id: number,
): Promise<OrderView | Refusal> {
  if (what === 'cancel') return cancel(deciding, { kind: 'cancel', userId, orderId: id, language })
  const order = { amount: 'full', type: 'market', limit: undefined, extendedHours: false } as const
  return close(deciding, { kind: 'close', userId, positionId: id, order, language })
}

/** Whether the first try of a resent command has committed and filled something: nothing is filled twice at one quote. */
const hasHandled = (tx: Tx, { users, ticks }: Kind<'tick'>): Promise<boolean> =>
  haveFilled(
    tx,
    users,
    ticks.map(({ quote }) => quote.id),
  )

const naming = (engine: DecisionContext, language: Language): Naming => ({ language, traditional: engine.traditional })

async function open(deciding: Deciding, command: Kind<'open'>): Promise<OrderView | Refusal> {
  const { engine, tx, prices, nextId } = deciding
  const { userId: user, key, order: request, language, autoRoll } = command
  const id = nextId()
  // An order for an auction waits for hours, and cannot be cancelled shortly before it crosses.
  const permission = isAuctionOnly(request) ? await engine.resetRefusal(tx, user) : undefined
  const order = placed(deciding, { id, user, instrument: key, request, permission })
  if (isRefusal(order)) return order
  if (autoRoll === true) await saveRollWish(tx, { user, position: order.id, isWanted: true, at: prices.now })
  return orderView(order, engine.describe(key, prices.now), naming(engine, language), engine)
}

/** Notes whether a position of futures is to be rolled, until its contract has ended (rulebook §17.5). */
async function wishRoll(
  { engine, tx, trading, prices }: Deciding,
  { userId: user, positionId, isWanted, language }: Kind<'roll'>,
): Promise<PositionView | Refusal> {
  const position = trading.positions.get(positionId)
  if (position?.user !== user || position.state === 'CLOSED') return refusal('position_not_found')
  const instrument = engine.describe(position.instrument, prices.now)
  if (instrument.contract === undefined) return refusal('not_tradable')
  if (prices.now >= instrument.contract.lastTrade) return contractEnded
  await saveRollWish(tx, { user, position: positionId, isWanted, at: prices.now })
  const [row] = await listPositions(tx, user, { source: undefined, instrument: undefined, open: positionId })
  return storedPositionView(present(row, 'the position'), engine, prices, naming(engine, language))
}

function close(
  { engine, trading, prices, halted, nextId }: Deciding,
  { userId, positionId, order, language, isForced = false }: Kind<'close'>,
): OrderView | Refusal {
  const { now } = prices
  const held = trading.positions.get(positionId)
  const key = held?.instrument ?? ''
  const instrument = prices.instrument(key)
  const placed = placeClosing(
    trading,
    {
      id: nextId(),
      user: userId,
      at: now,
      expiresAt: instrument === undefined ? undefined : engine.timetable.expiry(instrument, now, order),
      position: positionId,
      request: order,
      isForced,
      feeDate: instrument === undefined ? '' : engine.timetable.feeDate(instrument, now),
    },
    {
      instrument,
      ...ratesOf(instrument, prices, held?.wallet),
      quote: prices.quote(key),
      halted: halted(key),
      stage: engine.timetable.stage(instrument, now),
    },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(engine, language), engine)
}

async function cancel(
  { engine, tx, trading, prices }: Deciding,
  { userId, orderId, language }: Kind<'cancel'>,
): Promise<OrderView | Refusal> {
  // An order that has ended is not among the live ones, but its cancel is answered too.
  const stored = trading.orders.get(orderId) ?? (await findOrder(tx, userId, orderId))
  if (stored !== undefined) trading.orders.set(stored.id, stored)
  const noCancelPhase =
    stored !== undefined &&
    engine.timetable.isNoCancel(engine.describe(stored.instrument, prices.now), prices.now, stored)
  const order = requestCancel(
    trading,
    { user: userId, order: orderId, at: prices.now },
    { feedHasPassed: false, noCancelPhase },
  )
  return isRefusal(order)
    ? order
    : orderView(order, engine.describe(order.instrument, prices.now), naming(engine, language), engine)
}

async function addMargin(
  { engine, tx, trading, prices, nextId }: Deciding,
  { userId, positionId, amount, language }: Kind<'margin'>,
): Promise<PositionView | Refusal> {
  const instrument = prices.instrument(trading.positions.get(positionId)?.instrument ?? '')
  const added = requestMarginAddition(trading, {
    id: nextId(),
    user: userId,
    position: positionId,
    amount,
    at: prices.now,
    stage: engine.timetable.stage(instrument, prices.now),
  })
  if (isRefusal(added)) return added
  const position = present(trading.positions.get(positionId), `position ${positionId}`)
  const [stored] = await listPositions(tx, userId, { source: undefined, instrument: undefined, ids: [positionId] })
  const row = {
    ...present(stored, `position ${positionId}`),
    position,
    pendingMargin: pendingMargin(trading.additions.values(), positionId),
  }
  return storedPositionView(row, engine, prices, naming(engine, language))
}
