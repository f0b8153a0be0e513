import type { Bond, Holding } from '@mex/contract/bonds/shapes.ts'
import { bondRules } from '@mex/core/bonds/bond.ts'
import { divide } from '@mex/core/money/decimal.ts'
import {
  formatMoney,
  formatRate,
  money,
  price,
  rate,
  type Money,
  type Price,
  type Rate,
  type Value,
} from '@mex/core/money/money.ts'
import { parseIsoDate } from '@mex/core/time-zone.ts'

import { pricedText, priceText, valueText } from '#components/figures.ts'
import type { Text } from '#text/use-text.ts'

/** Bonds are paid from the funding account, which is in pesos (rulebook §7.1). */
export const paidIn = 'MXN'

/** '4.17%' of a percentage. */
export const yieldText = (percent: Rate): string =>
  `${formatRate(rate(divide(percent, 10n ** 10n, 'near') * 10n ** 10n), 2)}%`.replace('-', '−')

/** '4.25%', with the digits that a coupon has. */
export const couponText = (percent: Rate): string => `${formatRate(percent, 2)}%`

export const bondPriceText = ({ kind }: Pick<Bond, 'kind'>, quoted: Price): string =>
  priceText(quoted, bondRules[kind].priceStep)

/** A cent of a value. */
const cent = 1_000_000n

/** '$99.946': what face of a bond is worth, with the decimals of its price where cents do not tell all of it. */
export const worthText = ({ kind, currency }: Pick<Bond, 'kind' | 'currency'>, worth: Value): string =>
  worth % cent === 0n ? valueText(worth, currency) : pricedText(price(worth), bondRules[kind].priceStep, currency)

/** '18.4000'. */
export const midText = (mid: Rate): string => formatRate(rate(divide(mid, 10n ** 8n, 'near') * 10n ** 8n), 4)

/** Days from one date of an answer to another. */
export const daysBetween = (from: string, to: string): number => (parseIsoDate(to) ?? 0) - (parseIsoDate(from) ?? 0)

/** From this many days on, a length is told in weeks. */
export const weeksFrom = 28

/** '19.5 years', '13 weeks', '9 days': how long a bond runs after it settles. */
export function lengthText(t: Text, { settles, matures }: Pick<Bond, 'settles' | 'matures'>): string {
  const days = daysBetween(settles, matures)
  if (days >= 365) return t('bonds.years', { count: (days / 365.25).toFixed(days >= 3653 ? 0 : 1) })
  return days >= weeksFrom
    ? t('bonds.weeks', { count: String(Math.round(days / 7)) })
    : t('bonds.days', { count: String(days) })
}

/**
 * Whether a bond runs so short that a yearly rate tells little: over some days the gap between the prices to buy and
 * to sell takes much of the interest, or more.
 */
export const isNearDue = ({ settles, matures }: Pick<Bond, 'settles' | 'matures'>): boolean =>
  daysBetween(settles, matures) < weeksFrom

/** Where a settlement lies in its coupon period; undefined without coupons. */
export function periodOf(settles: string | undefined, last: string | undefined, next: string | undefined) {
  if (settles === undefined || last === undefined || next === undefined) return undefined
  return { gone: daysBetween(last, settles), days: daysBetween(last, next) }
}

/** Face of an amount field in cents; undefined for what is no amount. */
export function faceOf(text: string): Money | undefined {
  const match = /^\d{1,10}$/.exec(text)
  return match === null ? undefined : money(BigInt(text) * 100n)
}

/** '10000' of face for a field. */
export const faceField = (face: Money): string => formatMoney(face).replace(/\.00$/, '')

/** '10,000' of face in a sentence. */
export const faceText = (face: Money): string => faceField(face).replaceAll(/\B(?=(?:\d{3})+$)/g, ',')

/** The name in the specification's words of where a holding stands. */
export function stateTag(t: Text, { status }: Pick<Holding, 'status'>) {
  switch (status) {
    case 'bought':
      return { text: t('spec.bondStates.bought'), tone: 'brand' } as const
    case 'redeeming':
      return { text: t('spec.bondStates.waitingForRedemption'), tone: 'warn' } as const
    case 'redeemed':
      return { text: t('spec.bondStates.redeemed'), tone: 'plain' } as const
  }
}
