import type { Language } from '@mex/contract/language.ts'
import type { Order as OrderView, Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { present } from '@mex/core/assert.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { lapse, handleTick } from '@mex/core/trading/tick.ts'
import {
  pendingMargin,
  placeClosing,
  placeOpening,
  requestCancel,
  requestMarginAddition,
} from '@mex/core/trading/commands.ts'
import type { Trading } from '@mex/core/trading/trading.ts'
import type { Tx } from '#db/sql.ts'
import { ratesOf, type Prices } from './prices.ts'
import { findOrder, haveFilled } from './store.ts'
import { listPositions } from './store-lists.ts'
import type { Nights } from './nights.ts'
import type { Timetable } from './timetable.ts'
import { orderView, storedPositionView, type Naming } from './views.ts'
import type { TradingAnswer, TradingCommand } from './commands.ts'
import type { TradingDependencies } from './dependencies.ts'
import { settle } from './expiry.ts'

/** Dependencies of the decisions. */
type DecisionContext = TradingDependencies & { readonly timetable: Timetable; readonly nights: Nights }

/** The input of a decision: the loaded rows, and the prices at the instant of the list. */
export type Deciding = {
  readonly engine: DecisionContext
  readonly tx: Tx
  readonly trading: Trading
  readonly prices: Prices
  readonly nextId: () => number
}

/** Lets core decide a command. A refusal is an answer. */
export async function decide(deciding: Deciding, command: TradingCommand): Promise<TradingAnswer | Refusal> {
  const { engine, tx, trading, prices } = deciding
  switch (command.kind) {
    case 'open':
      return open(deciding, command)
    case 'close':
      return close(deciding, command)
    case 'cancel':
      return cancel(deciding, command)
    case 'margin':
      return addMargin(deciding, command)
    case 'tick':
      if (command.isResent === true && (await hasHandled(tx, command))) return { handled: true }
      for (const tick of command.ticks) handleTick(trading, tick, new Set(command.users))
      return { handled: true }
    case 'settle':
      settle(engine, trading, { ...command, at: prices.now })
      return { handled: true }
    case 'rebuild':
    case 'charge':
      return { handled: true }
    case 'lapse':
      // Until a night is noted, no position may change; the job comes again within a second.
      if (!engine.nights.areNoted(prices.now)) return { handled: true }
      lapse(trading, {
        at: prices.now,
        delaySeconds: prices.delaySeconds,
        quoteAgeSecondsMax: engine.quoteAgeSecondsMax,
      })
      return { handled: true }
  }
}

/** Whether the first try of a resent command has committed and filled something: nothing is filled twice at one quote. */
const hasHandled = (tx: Tx, { users, ticks }: Kind<'tick'>): Promise<boolean> =>
  haveFilled(
    tx,
    users,
    ticks.map(({ quote }) => quote.id),
  )

type Kind<K extends TradingCommand['kind']> = Extract<TradingCommand, { kind: K }>

const naming = (engine: DecisionContext, language: Language): Naming => ({ language, traditional: engine.traditional })

function open(
  { engine, trading, prices, nextId }: Deciding,
  { userId, key, order, language }: Kind<'open'>,
): OrderView | Refusal {
  const { now } = prices
  if (!engine.accepting()) return refusal('unavailable')
  const instrument = prices.instrument(key)
  const placed = placeOpening(
    trading,
    {
      id: nextId(),
      user: userId,
      at: now,
      expiresAt: instrument === undefined ? undefined : engine.timetable.expiry(instrument, now, order),
      request: order,
    },
    {
      instrument,
      ...ratesOf(instrument, prices),
      quote: prices.quote(key),
      halted: engine.halted(key),
      stage: engine.timetable.stage(instrument, now),
      permission: undefined,
      underOffer: false,
      quantityMax: undefined,
      feeDate: instrument === undefined ? '' : engine.timetable.feeDate(instrument, now),
    },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(engine, language))
}

function close(
  { engine, trading, prices, nextId }: Deciding,
  { userId, positionId, order, language, isForced = false }: Kind<'close'>,
): OrderView | Refusal {
  const { now } = prices
  const key = trading.positions.get(positionId)?.instrument ?? ''
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
      ...ratesOf(instrument, prices),
      quote: prices.quote(key),
      halted: engine.halted(key),
      stage: engine.timetable.stage(instrument, now),
    },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(engine, language))
}

async function cancel(
  { engine, tx, trading, prices }: Deciding,
  { userId, orderId, language }: Kind<'cancel'>,
): Promise<OrderView | Refusal> {
  // An order that has ended is not among the live ones, but its cancel is answered too.
  const stored = trading.orders.get(orderId) ?? (await findOrder(tx, userId, orderId))
  if (stored !== undefined) trading.orders.set(stored.id, stored)
  const noCancelPhase =
    stored !== undefined && engine.timetable.isNoCancel(engine.describe(stored.instrument, prices.now), prices.now)
  const order = requestCancel(
    trading,
    { user: userId, order: orderId, at: prices.now },
    { feedHasPassed: false, noCancelPhase },
  )
  return isRefusal(order)
    ? order
    : orderView(order, engine.describe(order.instrument, prices.now), naming(engine, language))
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
