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
import { findOrder } from './store.ts'
import { listPositions } from './store-lists.ts'
import type { Timetable } from './timetable.ts'
import { orderView, positionView, type Naming } from './views.ts'
import type { TradingAnswer, TradingCommand } from './commands.ts'
import type { TradingParts } from './parts.ts'

/** What of the desk the decisions need. */
type DecidingDesk = TradingParts & { readonly timetable: Timetable }

/** What one command is decided with: what was loaded, and the prices of the list's instant. */
export type Deciding = {
  readonly desk: DecidingDesk
  readonly tx: Tx
  readonly trading: Trading
  readonly prices: Prices
  readonly nextId: () => number
}

/** Lets core decide a command; a refusal is its answer. */
export async function decide(deciding: Deciding, command: TradingCommand): Promise<TradingAnswer | Refusal> {
  const { desk, trading, prices } = deciding
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
      for (const tick of command.ticks) handleTick(trading, tick, new Set(command.users))
      return { handled: true }
    case 'rebuild':
      return { handled: true }
    case 'lapse':
      lapse(trading, {
        at: prices.now,
        delaySeconds: prices.delaySeconds,
        quoteAgeSecondsMax: desk.quoteAgeSecondsMax,
      })
      return { handled: true }
  }
}

type Kind<K extends TradingCommand['kind']> = Extract<TradingCommand, { kind: K }>

const naming = (desk: DecidingDesk, language: Language): Naming => ({ language, traditional: desk.traditional })

function open(
  { desk, trading, prices, nextId }: Deciding,
  { userId, key, order, language }: Kind<'open'>,
): OrderView | Refusal {
  const { now } = prices
  if (!desk.accepting()) return refusal('unavailable')
  const instrument = prices.instrument(key)
  const placed = placeOpening(
    trading,
    {
      id: nextId(),
      user: userId,
      at: now,
      expiresAt: instrument === undefined ? undefined : desk.timetable.expiry(instrument, now, order),
      request: order,
    },
    {
      instrument,
      ...ratesOf(instrument, prices),
      quote: prices.quote(key),
      halted: desk.halted(key),
      permission: undefined,
      underOffer: false,
      closesSoon: instrument !== undefined && desk.timetable.closesSoon(instrument, now),
      quantityMax: undefined,
      feeDate: instrument === undefined ? '' : desk.timetable.feeDate(instrument, now),
    },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(desk, language))
}

function close(
  { desk, trading, prices, nextId }: Deciding,
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
      expiresAt: instrument === undefined ? undefined : desk.timetable.expiry(instrument, now, order),
      position: positionId,
      request: order,
      isForced,
      feeDate: instrument === undefined ? '' : desk.timetable.feeDate(instrument, now),
    },
    { instrument, ...ratesOf(instrument, prices), quote: prices.quote(key), halted: desk.halted(key) },
  )
  return isRefusal(placed) || instrument === undefined
    ? (placed as Refusal)
    : orderView(placed, instrument, naming(desk, language))
}

async function cancel(
  { desk, tx, trading, prices }: Deciding,
  { userId, orderId, language }: Kind<'cancel'>,
): Promise<OrderView | Refusal> {
  // An order that has ended is not among the live ones, and still has an answer.
  const stored = trading.orders.get(orderId) ?? (await findOrder(tx, userId, orderId))
  if (stored !== undefined) trading.orders.set(stored.id, stored)
  const noCancelPhase =
    stored !== undefined && desk.timetable.isNoCancel(desk.describe(stored.instrument, prices.now), prices.now)
  const order = requestCancel(
    trading,
    { user: userId, order: orderId, at: prices.now },
    { feedHasPassed: false, noCancelPhase },
  )
  return isRefusal(order)
    ? order
    : orderView(order, desk.describe(order.instrument, prices.now), naming(desk, language))
}

async function addMargin(
  { desk, tx, trading, prices, nextId }: Deciding,
  { userId, positionId, amount, language }: Kind<'margin'>,
): Promise<PositionView | Refusal> {
  const added = requestMarginAddition(trading, {
    id: nextId(),
    user: userId,
    position: positionId,
    amount,
    at: prices.now,
  })
  if (isRefusal(added)) return added
  const position = present(trading.positions.get(positionId), `position ${positionId}`)
  const [stored] = await listPositions(tx, userId, { source: undefined, instrument: undefined, ids: [positionId] })
  const extras = {
    ...present(stored, `position ${positionId}`),
    pendingMargin: pendingMargin(trading.additions.values(), positionId),
  }
  return positionView(position, desk.describe(position.instrument, prices.now), extras, prices, naming(desk, language))
}
