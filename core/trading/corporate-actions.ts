import {
  isCodeChange,
  isDividend,
  isRemoval,
  isSplit,
  priceAfter,
  type CorporateAction,
  type Dividend,
  type Removal,
  type Split,
} from '#market/corporate-actions.ts'
import type { TradedInstrument } from '#market/instrument.ts'
import { marketRules } from '#market/products.ts'
import type { Quote } from '#market/quote.ts'
import { divide, magnitude } from '#money/decimal.ts'
import {
  addMoney,
  convert,
  money,
  nothing,
  quantity,
  subtractMoney,
  type Money,
  type Price,
  type Quantity,
} from '#money/money.ts'
import type { BookedAction } from './booked-action.ts'
import { chargePosition } from './charges.ts'
import { noFee } from './fees.ts'
import type { ConversionRateOf } from './liquidation.ts'
import { isLive, type Order } from './orders.ts'
import { worth, type Position } from './positions.ts'
import { dividendPaid, dividendReceived } from './postings.ts'
import { closePortion } from './tick.ts'
import { endOrder, putPosition, type Trading } from './trading.ts'

/** An action that has taken effect, with its public facts: the same for all users. */
export type DueAction = {
  readonly action: CorporateAction
  readonly instrument: TradedInstrument
  /** The last quote with the right, which a fraction is closed at. */
  readonly quote: Pick<Quote, 'id' | 'last'>
  /** Mid rates of the ex instant. */
  readonly conversionRateOf: ConversionRateOf
}

/** Whether an action is still to be booked on a position: it was open at the last close with the right. */
export const isDueOn = (
  { state, instrument, actionsUntil }: Pick<Position, 'state' | 'instrument' | 'actionsUntil'>,
  key: string,
  action: CorporateAction,
): boolean => !isCodeChange(action) && state !== 'CLOSED' && instrument === key && actionsUntil < action.exAt

/** Whether an action ends an order: its price and its quantity are in shares that there are no more. */
export const isEndedBy = (order: Order, key: string, action: CorporateAction): boolean =>
  (isSplit(action) || isRemoval(action)) && isLive(order) && order.instrument === key && order.acceptedAt < action.exAt

/**
 * Books an action on all loaded rows of its instrument (rulebook §17.3, §17.4). A position remembers until when its
 * actions are booked, so a repetition changes nothing. `at` is epoch milliseconds.
 */
export function bookAction(trading: Trading, due: DueAction, at: number): void {
  const { action, instrument } = due
  const { key } = instrument
  if (isCodeChange(action)) return
  for (const order of [...trading.orders.values()].filter((each) => isEndedBy(each, key, action)))
    endOrder(trading, order, 'CORPORATE_ACTION', at)
  const held = [...trading.positions.values()].filter((position) => isDueOn(position, key, action))
  for (const { id } of held.toSorted((one, other) => one.id - other.id)) {
    const position = trading.positions.get(id)
    if (position === undefined || !isDueOn(position, key, action)) continue
    if (isDividend(action)) bookDividend(trading, position, { ...due, action }, at)
    else if (isSplit(action)) splitPosition(trading, position, { ...due, action }, at)
    else payOut(trading, position, { ...due, action }, at)
    trading.notices.push({ kind: 'CORPORATE_ACTION', user: position.user, at, id, reason: undefined, quote: undefined })
  }
}

/** What a dividend is for a position, in cents of its wallet, each rounded once (rulebook §17.3). */
export function dividendAmounts(
  {
    action,
    instrument,
    conversionRateOf,
  }: Pick<DueAction, 'instrument' | 'conversionRateOf'> & {
    readonly action: Dividend
  },
  position: Pick<Position, 'direction' | 'quantity' | 'currency'>,
): { readonly gross: Money; readonly tax: Money } {
  const value = worth(instrument, action.amount, position.quantity)
  const gross = convert(value, conversionRateOf(position.currency), 'near')
  if (position.direction === 'short') return { gross: money(0n - gross), tax: nothing }
  const { dividendTax } = marketRules[instrument.market]
  return { gross, tax: money(divide(gross * dividendTax, 10n ** 12n, 'near')) }
}

/** E38, E39: a long position receives the dividend less tax, a short one pays all of it. */
function bookDividend(
  trading: Trading,
  position: Position,
  due: DueAction & { readonly action: Dividend },
  at: number,
): void {
  const { user, wallet, id } = position
  const { gross, tax } = dividendAmounts(due, position)
  const { exAt, exDate } = due.action
  const occasion = { user, at }
  const period = `dividend ${exDate}`
  const booked = { ...position, actionsUntil: exAt, changedAt: at }
  trading.actions.push(bookedOf(position, due.action, { gross, tax, at }))
  if (gross >= 0n) {
    const net = subtractMoney(gross, tax)
    trading.balances.post(dividendReceived(occasion, id, period, wallet, { net, tax }))
    putPosition(trading, { ...booked, financing: addMoney(position.financing, net) })
    return
  }
  const paid = chargePosition(trading, position, money(magnitude(gross)), occasion)
  trading.balances.post(dividendPaid(occasion, id, period, wallet, paid))
  putPosition(trading, {
    ...booked,
    financing: addMoney(position.financing, gross),
    margin: subtractMoney(position.margin, paid.margin),
    owed: { ...position.owed, issuer: addMoney(position.owed.issuer, paid.owed) },
  })
}

const wholeShare = 10n ** 8n

/** Multiplies the shares; what is left of less than a share is closed at the last price with the right (E40). */
function splitPosition(
  trading: Trading,
  position: Position,
  due: DueAction & { readonly action: Split },
  at: number,
): void {
  const { action } = due
  const { exAt, to, from } = action
  trading.actions.push(bookedOf(position, action, { gross: nothing, tax: nothing, at }))
  const units = quantity(divide(position.quantity * to, from, 'near'))
  const split: Position = { ...position, quantity: units, actionsUntil: exAt, changedAt: at }
  putPosition(trading, split)
  const fraction = quantity(units % wholeShare)
  if (fraction === 0n) return
  closeAt(trading, split, due, { units: fraction, last: priceAfter(due.quote.last, action), reason: 'split', at })
}

/** Pays a position out at the final price and closes it, without a fee (E41). */
function payOut(trading: Trading, position: Position, due: DueAction & { readonly action: Removal }, at: number): void {
  const { action } = due
  trading.actions.push(bookedOf(position, action, { gross: nothing, tax: nothing, at }))
  const counted: Position = { ...position, actionsUntil: action.exAt, changedAt: at }
  putPosition(trading, counted)
  closeAt(trading, counted, due, { units: position.quantity, last: action.price, reason: 'delisting', at })
}

/** Closes units of a position at one price for both sides: what one position loses, its opposite gains. */
function closeAt(
  trading: Trading,
  position: Position,
  { instrument, quote, conversionRateOf }: DueAction,
  closing: {
    readonly units: Quantity
    readonly last: Price
    readonly reason: 'split' | 'delisting'
    readonly at: number
  },
): void {
  const { units, last, reason, at } = closing
  const market = {
    instrument,
    at,
    conversionRateOf,
    releaseDate: undefined,
    quote: { id: quote.id, bid: last, ask: last, last, phase: 'closed' },
  } as const
  const exit = worth(instrument, last, units)
  closePortion(trading, market, position, { units, exit, fee: noFee, available: nothing, order: undefined, reason })
}

function bookedOf(
  { user, id, instrument, quantity: held }: Position,
  action: BookedAction['action'],
  amounts: Pick<BookedAction, 'gross' | 'tax' | 'at'>,
): BookedAction {
  return { user, position: id, instrument, action, quantity: held, ...amounts }
}
