import type { Campaign, Follow } from '@mex/contract/follow/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { priceOf, type Price, type Rate, percent, type Percent } from '@mex/core/money/money.ts'

import { dayAndTime, dayOnly, marketTimes, marketTimeText } from '#areas/market/door/market-times.ts'
import { changePercentText, percentText, priceText } from '#components/figures.ts'
import { formatDate } from '#text/format-time.ts'
import type { ChangeText } from '#text/format.ts'
import type { Text } from '#text/use-text.ts'

/** The follow account is in pesos (rulebook §7.1). */
export const paidIn = 'MXN'

const asPercent = (share: Rate): Percent => percent(divide(share, 10n ** 8n, 'near'))

/** '+8.42%' of a share, with its trend; undefined where it is unknown. */
export const shareChange = (share: Rate | undefined): ChangeText | undefined =>
  share === undefined ? undefined : changePercentText(asPercent(share))

/** '12.00%' of a share. */
export const shareText = (share: Rate): string => percentText(asPercent(share))

/** '6%' of a whole number of percent. */
export const wholePercent = (share: Rate): string => `${share / 10n ** 10n}%`

/** '−61%' of −60.71%: of the axis of a chart. */
export const nearestPercent = (share: Rate): string => `${divide(share, 10n ** 10n, 'near')}%`.replace('-', '−')

/** A share as a plain number of percent, for drawing only. */
export const percentNumber = (share: Rate): number => Number(share) / 1e10

const cent = priceOf('0.01')
/** Prices of shares are shown in cents. */
export const sharePrice = (price: Price | undefined): string => priceText(price, cent)

/** The campaigns follow shares of New York. */
const { zone } = marketTimes.US
/** '11/24 09:31', where it is said that times are those of New York. */
export const dayTime = (at: number): string => dayAndTime(at, zone)
/** '11/24 09:31 ET'. */
export const zonedTime = (at: number): string => marketTimeText({ market: 'US' }, at)
/** '11/24'. */
export const dayOf = (at: number): string => dayOnly(at, zone)
/** '03/2025'. */
export const monthOf = (at: number): string => {
  const [month, , year] = formatDate(at, zone).split('/')
  return `${month}/${year}`
}
export const dateOf = (at: number): string => formatDate(at, zone)

/** 'Tesla long 2×'. */
export const positionText = (t: Text, { name, side, leverage }: Pick<Campaign, 'name' | 'side' | 'leverage'>): string =>
  t('follow.position', { name, side: t(side === 'long' ? 'follow.long' : 'follow.short'), leverage: String(leverage) })

/** '0142'. */
export const numberText = (number: number): string => String(number).padStart(4, '0')

/** The state of an order in the specification's words. */
export function stateTag(t: Text, { status }: Pick<Follow, 'status'>) {
  switch (status) {
    case 'waiting':
      return { text: t('spec.followStates.waitingForConfirmation'), tone: 'warn' } as const
    case 'running':
      return { text: t('spec.followStates.inProgress'), tone: 'info' } as const
    case 'ended':
      return { text: t('spec.followStates.toBeSettled'), tone: 'info' } as const
    case 'settled':
      return { text: t('spec.followStates.settled'), tone: 'plain' } as const
    case 'refunded':
      return { text: t('follow.refunded'), tone: 'plain' } as const
  }
}
