import type { Application, Issue } from '@mex/contract/offerings/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { formatRate, quantity, rate, type Quantity, type Rate } from '@mex/core/money/money.ts'
import { applicationAmount } from '@mex/core/offerings/application-cost.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { pricedText, quantityText, useCompact } from '#components/figures.ts'
import { unknown } from '#text/format.ts'
import type { Text } from '#text/use-text.ts'
import type { TagTone } from '#ui/tag.tsx'

/** Applications are paid from SUBSCRIPTION, which is in pesos (rulebook §7.1). */
export const paidFrom: Wallet = 'SUBSCRIPTION'
export const paidIn = 'MXN'

/** What the cost of an application depends on: a new issue, or a placing, which has one price. */
export type Terms = Pick<
  Issue,
  'low' | 'high' | 'tick' | 'currency' | 'feeRate' | 'prefunded' | 'conversionRate' | 'lot' | 'most'
>

export const lotsIn = ({ lot }: { readonly lot: Quantity }, shares: Quantity): number => Number(shares / lot)
export const sharesIn = ({ lot }: { readonly lot: Quantity }, lots: number): Quantity => quantity(lot * BigInt(lots))

/** 'HK$12.40–14.20', or one price. */
export function rangeText({ low, high, price, tick, currency }: Issue): string {
  if (price !== undefined) return pricedText(price, tick, currency)
  const from = pricedText(low, tick, currency)
  return low === high ? from : `${from}–${pricedText(high, tick, currency).replace(/^[^\d]+/, '')}`
}

export const priceLabel = (t: Text, { price, low, high }: Issue): string =>
  t(price !== undefined ? 'offerings.finalPrice' : low === high ? 'offerings.offerPrice' : 'offerings.priceRange')

/** 'HK$511.2M'. */
export function useRaised(): (issue: Pick<Issue, 'fundsRaised' | 'currency' | 'tick'>) => string {
  const compact = useCompact()
  return ({ fundsRaised, currency, tick }) => {
    const symbol = pricedText(tick, tick, currency).replace(/[\d.,]+$/, '')
    return `${symbol}${compact(quantity(fundsRaised))}`
  }
}

/** What so many lots cost when applying, in pesos; undefined without a rate. */
export const amountOf = (offer: Terms, lots: number, conversionRate: Rate | undefined = offer.conversionRate) =>
  conversionRate === undefined ? undefined : applicationAmount(offer, sharesIn(offer, lots), conversionRate)

/** '1.0085%'. */
export const feeText = (t: Text, feeRate: Rate): string =>
  feeRate === 0n ? t('offerings.noFee') : `${formatRate(rate(feeRate * 100n))}%`

/** '50%'. */
export const partText = (part: Rate): string => `${formatRate(rate(part * 100n))}%`

/** '96.4' of a rate with two decimals. */
export const timesText = (covered: Rate): string => formatRate(rate(divide(covered, 10n ** 11n, 'near') * 10n ** 11n))

/** '2.3585'. */
export const rateNumber = (conversionRate: Rate | undefined): string =>
  conversionRate === undefined ? unknown : formatRate(rate(divide(conversionRate, 10n ** 8n, 'near') * 10n ** 8n), 4)

export const lotsAndShares = (t: Text, issue: Pick<Issue, 'lot'>, shares: Quantity): string =>
  t('offerings.lotsAndShares', { lots: lotsIn(issue, shares), shares: quantityText(shares) })

/** The tag of an offer: where the person stands, in the specification's words; else where the offer does. */
export function stateTag(
  t: Text,
  { subscription, phase }: Pick<Issue, 'subscription' | 'phase'>,
): { readonly text: string; readonly tone: TagTone } {
  switch (subscription) {
    case 'subscribed':
      return { text: t('spec.ipoStates.subscribed'), tone: 'brand' }
    case 'waiting':
      return { text: t('spec.ipoStates.waitingAllotment'), tone: 'warn' }
    case 'allotted':
      return { text: t('spec.ipoStates.allotted'), tone: 'success' }
    case 'not_allotted':
      return { text: t('spec.ipoStates.notAllotted'), tone: 'plain' }
    case 'subscribable':
      break
  }
  if (phase === 'open') return { text: t('spec.ipoStates.subscribable'), tone: 'brand' }
  if (phase === 'upcoming') return { text: t('offerings.upcomingTag'), tone: 'info' }
  return { text: t(phase === 'listed' ? 'offerings.listedTag' : 'offerings.closedTag'), tone: 'plain' }
}

/** The state of an application as an offer shows it. */
export const applicationTag = (t: Text, { status, phase }: Pick<Application, 'status' | 'phase'>) =>
  stateTag(t, { subscription: status, phase })
