import { sharesSince, type CorporateAction } from '#market/corporate-actions.ts'
import { changePercent } from '#market/price-change.ts'
import type { DaySummary, Quote } from '#market/quote.ts'
import { divide, magnitude } from '#money/decimal.ts'
import { formatPrice, price, type Percent, type Price } from '#money/money.ts'

export const alertKinds = ['above', 'below', 'move'] as const
export type AlertKind = (typeof alertKinds)[number]

/** What an alert waits for: the last price at a level or beyond it, or the change of the day by a percentage, up or down. */
export type AlertTarget =
  | { readonly kind: 'above' | 'below'; readonly level: Price }
  | { readonly kind: 'move'; readonly percent: Percent }

/**
 * `waiting` fires at the next quote that reaches its target. `told` repeats: it has fired and waits until it may fire again.
 * `reached` has fired once, and `gone` had an instrument that left the market; both are over.
 */
export const alertStates = ['waiting', 'told', 'reached', 'gone'] as const
export type AlertState = (typeof alertStates)[number]

/** One user's alert on the price of an instrument. It sends a message and never places an order. */
export type PriceAlert = {
  readonly id: number
  readonly user: number
  readonly instrument: string
  readonly target: AlertTarget
  readonly repeats: boolean
  /** Also on quotes outside of the hours of the exchange. */
  readonly inPracticeHours: boolean
  readonly state: AlertState
  /** Epoch milliseconds. The level is in the shares of this instant. */
  readonly createdAt: number
  /** The instant of the quote that fired last, and the day that a `move` has been told for. */
  readonly toldAt: number | undefined
  readonly toldDay: string | undefined
  /** How often it has fired: each time has one message. */
  readonly toldCount: number
}

/** The public facts of one quote, the same for everybody. */
export type AlertSight = {
  readonly quote: Pick<Quote, 'last' | 'phase' | 'venueTime'>
  readonly actions: readonly CorporateAction[]
  /** Of the quote's instant; only a `move` reads it. */
  readonly day: Pick<DaySummary, 'previousClose' | 'lastSession'> | undefined
}

/** A repeating alert fires again at the earliest after this time, however often the price crosses its level. */
export const repeatMillisecondsMin = 3_600_000
/** And only after the price has been back from the level by this part of it: 1/200 is half a percent. */
const backParts = 200n

export const isOver = ({ state }: Pick<PriceAlert, 'state'>): boolean => state === 'reached' || state === 'gone'

/** A level in the shares of `now`: a split since the alert was set has moved it as it has moved the price. */
export function levelIn(level: Price, createdAt: number, actions: readonly CorporateAction[], now: number): Price {
  const { to, from } = sharesSince(actions, createdAt, now)
  return to === from ? level : price(divide(level * from, to, 'near'))
}

/** Which way the price must go, and how far, for the next change of an alert. A `move` has no level. */
export type AlertLevel = { readonly direction: 'rising' | 'falling'; readonly level: Price }

/** The level that an alert waits for: its target, or how far the price must come back before it may fire again. */
export function nextLevel(
  { target, state, createdAt }: PriceAlert,
  actions: readonly CorporateAction[],
  now: number,
): AlertLevel | undefined {
  if (target.kind === 'move' || isOver({ state })) return undefined
  const level = levelIn(target.level, createdAt, actions, now)
  const isAbove = target.kind === 'above'
  if (state === 'waiting') return { direction: isAbove ? 'rising' : 'falling', level }
  const back = divide(magnitude(level), backParts, 'ceil')
  return isAbove
    ? { direction: 'falling', level: price(level - back) }
    : { direction: 'rising', level: price(level + back) }
}

export const isAt = ({ direction, level }: AlertLevel, last: Price): boolean =>
  direction === 'rising' ? last >= level : last <= level

/** Names the day that a change counts in: it begins with the close that the change is counted from. */
export const alertDay = ({ previousClose, lastSession }: NonNullable<AlertSight['day']>): string =>
  lastSession?.date ?? `from ${formatPrice(previousClose)}`

const movedBy = (last: Price, previousClose: Price): bigint => magnitude(changePercent(last, previousClose) ?? 0n)

/** The alert after a quote; undefined when the quote changes nothing. It fires when `toldCount` grows. */
export function judgeAlert(alert: PriceAlert, { quote, actions, day }: AlertSight): PriceAlert | undefined {
  const { last, phase, venueTime } = quote
  if (isOver(alert) || venueTime <= alert.createdAt) return undefined
  if (phase === 'closed' || (phase === 'practice' && !alert.inPracticeHours)) return undefined
  if (alert.target.kind === 'move') {
    if (day === undefined || movedBy(last, day.previousClose) < alert.target.percent) return undefined
    const today = alertDay(day)
    return alert.toldDay === today ? undefined : { ...fired(alert, venueTime), toldDay: today }
  }
  const next = nextLevel(alert, actions, venueTime)
  if (next === undefined || !isAt(next, last)) return undefined
  if (alert.state === 'waiting') return fired(alert, venueTime)
  const canRepeat = alert.toldAt === undefined || venueTime >= alert.toldAt + repeatMillisecondsMin
  return canRepeat ? { ...alert, state: 'waiting' } : undefined
}

function fired(alert: PriceAlert, toldAt: number): PriceAlert {
  const { repeats, target, toldCount } = alert
  const state = !repeats ? 'reached' : target.kind === 'move' ? 'waiting' : 'told'
  return { ...alert, state, toldAt, toldCount: toldCount + 1 }
}

export type NewAlert = Pick<PriceAlert, 'target'> & {
  /** The price in force, and the day that it belongs to. */
  readonly last: Price
  readonly day: AlertSight['day']
  /** How many alerts of the user are not over. */
  readonly active: number
}

/**
 * Decides about a new alert: refuses a level that the price has reached already, because nothing would be crossed. A `move` that
 * the day has already made counts from the next day on: the answer names the day as told.
 */
export function decideAlert(
  { target, last, day, active }: NewAlert,
  activeMax: number,
): { readonly toldDay: string | undefined } | { readonly refused: 'alert_passed' | 'too_many_alerts' } {
  if (active >= activeMax) return { refused: 'too_many_alerts' }
  if (target.kind === 'move') {
    const isMoved = day !== undefined && movedBy(last, day.previousClose) >= target.percent
    return { toldDay: isMoved ? alertDay(day) : undefined }
  }
  const direction = target.kind === 'above' ? 'rising' : 'falling'
  return isAt({ direction, level: target.level }, last) ? { refused: 'alert_passed' } : { toldDay: undefined }
}
