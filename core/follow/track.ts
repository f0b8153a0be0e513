import { divide } from '#money/decimal.ts'
import { price, type Price, type Rate } from '#money/money.ts'
import type { NavPoint } from '#strategies/figures.ts'
import { campaignResult, type Campaign } from './campaign.ts'

/** An agency at the end of a session, epoch milliseconds: the value of 1 that followed it since the inception, after all costs. */
export type TrackPoint = NavPoint & { readonly at: number }

export const startValue: Price = price(10n ** 8n)

/** A value after a campaign, or while it runs at a price of now; the cost of both turns is taken off from the start. */
export const grown = (before: Price, campaign: Pick<Campaign, 'side' | 'leverage'>, open: Price, now: Price): Price =>
  price(divide(before * (10n ** 12n + campaignResult(campaign, open, now)), 10n ** 12n, 'floor'))

/** Whether an agency has fallen so far below its highest value that it ends for good. */
export const hasFallen = (highest: Price, value: Price, fall: Rate): boolean =>
  value * 10n ** 12n <= highest * (10n ** 12n - fall)
