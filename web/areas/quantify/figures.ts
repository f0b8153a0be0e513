import type { Product } from '@mex/contract/quantify/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { money, type Money, type Price, type Rate } from '@mex/core/money/money.ts'
import { feesOf, payoutOf } from '@mex/core/quantify/order.ts'
import { growthBetween } from '@mex/core/strategies/figures.ts'

import { formatDate, formatTime } from '#text/format-time.ts'
import { formatChangePercent, formatPrice, type ChangeText } from '#text/format.ts'

/** Products are paid from a wallet in pesos (rulebook §7.1). */
export const paidIn = 'MXN'

/** Prices of units are daily ones of a UTC time: '11/21/2026 21:05 UTC'. */
export const strikeText = (at: number): string => `${strikeDate(at)} ${formatTime(at, 'UTC')} UTC`
/** '11/21/2026' of it. */
export const strikeDate = (at: number): string => formatDate(at, 'UTC')

/** The specification's words for the two states of an order (spec §4, regular income). */
export const incomeStates = {
  running: 'spec.incomeStates.inProgress',
  completed: 'spec.incomeStates.completed',
} as const

/** '+4.18%' of a part of 1; undefined for an unknown one. */
export const partText = (part: Rate | undefined): ChangeText | undefined =>
  part === undefined ? undefined : formatChangePercent({ raw: part, scale: 10 })

/** '1.08420': the value of a unit. */
export const navText = (nav: Price | undefined): string =>
  formatPrice(nav === undefined ? undefined : { raw: nav, scale: 8 }, 5)

type Point = Product['navHistory'][number]

const daySeconds = 86_400

/** Where the last days of a history begin; -1 if it is shorter. */
function beginOf(history: readonly Point[], days: number): number {
  const [end] = history.at(-1) ?? []
  return end === undefined ? -1 : history.findLastIndex(([at]) => at <= end - days * daySeconds)
}

/** What buying the same and keeping it brought in the last days of a history; undefined if it is shorter. */
export function keptReturn(history: readonly Point[], days: number): Rate | undefined {
  const [first, last] = [history[beginOf(history, days)], history.at(-1)]
  return first === undefined || last === undefined ? undefined : growthBetween(first[2], last[2])
}

/** The last days of a history; all of it if it is shorter. */
export const lastDays = (history: readonly Point[], days: number): readonly Point[] =>
  history.slice(Math.max(0, beginOf(history, days)))

/** Cents of an amount field; undefined for what is no amount. */
export function centsOf(text: string): Money | undefined {
  const match = /^(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text)
  return match === null ? undefined : money(BigInt(match[1] ?? '0') * 100n + BigInt((match[2] ?? '').padEnd(2, '0')))
}

/** What an amount becomes if the price moves by a part of it, with the fees that the server charges. */
export type Outcome = {
  readonly part: Rate
  readonly value: Money
  readonly fees: Money
  readonly gain: Money
  readonly management: Money
}

const rateUnit = 10n ** 12n

export function outcomeOf(amount: Money, termDays: number, part: Rate): Outcome {
  const moved = divide(amount * (rateUnit + part), rateUnit, 'floor')
  const value = money(moved < 0n ? 0n : moved)
  const fees = feesOf(amount, value, termDays)
  return {
    part,
    value,
    fees: money(fees.management + fees.performance),
    gain: money(payoutOf(value, fees) - amount),
    management: fees.management,
  }
}

export type Fault = 'nothing' | 'outside' | 'full' | 'over_money'

/** Why an amount cannot be put in; undefined for one that can. */
export function faultOf(
  product: Pick<Product, 'minAmount' | 'maxAmount' | 'mine'>,
  amount: Money | undefined,
  available: Money | undefined,
): Fault | undefined {
  if (amount === undefined || amount === 0n) return 'nothing'
  if (amount < product.minAmount || amount > product.maxAmount) return 'outside'
  if (amount > product.mine) return 'full'
  return available !== undefined && amount > available ? 'over_money' : undefined
}
