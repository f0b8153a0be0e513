import type { Application } from '@mex/contract/offerings/shapes.ts'
import { sources } from '@mex/core/market/instrument.ts'

import { moneyText, pricedText, quantityText } from '#components/figures.ts'
import { formatCalendarDate, formatTimestamp } from '#text/format-time.ts'
import type { Catalogue } from '#text/en.ts'
import type { Text } from '#text/use-text.ts'
import type { KeyValue } from '#ui/key-values.tsx'
import { lotsIn, paidIn, rateNumber } from './figures.ts'

const label = (t: Text, key: keyof Catalogue['spec']['subscriptionLabels']): string =>
  t(`spec.subscriptionLabels.${key}`)

/** A cent: prices of offers have two decimals or more. */
const cent = 1_000_000n as Application['price']

/** The figures of an application with the specification's labels (spec §3). */
export function subscriptionRows(t: Text, application: Application): readonly KeyValue[] {
  const { isHighest, offerCurrency, quantity, allotted, status, pending, paid, refund, cost } = application
  const price = pricedText(application.price, cent, offerCurrency)
  const isDrawn = status === 'allotted' || status === 'not_allotted'
  const asked = t('offerings.lotsAndShares', { lots: lotsIn(application, quantity), shares: quantityText(quantity) })
  const rows: (KeyValue | false)[] = [
    { label: label(t, 'venue'), value: application.venue },
    { label: label(t, 'price'), value: isHighest ? t('offerings.atMost', { price }) : price },
    { label: label(t, 'quantity'), value: asked },
    { label: label(t, 'total'), value: moneyText(application.total, paidIn) },
    { label: label(t, 'sharesAllotted'), value: isDrawn ? quantityText(allotted) : '—' },
    pending > 0n && { label: label(t, 'missingPayment'), value: moneyText(pending, paidIn), strong: true },
    { label: label(t, 'netPayment'), value: moneyText(application.actual, paidIn) },
    isDrawn && { label: t('offerings.cost'), value: moneyText(cost, paidIn) },
    isDrawn && paid > 0n && { label: t('offerings.refunded'), value: moneyText(refund, paidIn) },
    { label: label(t, 'allotmentDate'), value: formatCalendarDate(application.allotmentDate) },
  ]
  return rows.filter((row): row is KeyValue => row !== false)
}

/** What the detail page shows more. */
export function subscriptionDetailRows(t: Text, application: Application): readonly KeyValue[] {
  const { offerCurrency, conversionRate, prospectusDate, listDate, appliedAt, rank } = application
  const rateText = t('offerings.rateText', { base: offerCurrency, rate: rateNumber(conversionRate), quote: paidIn })
  const isPlacing = application.source === sources.placingStock
  const rows: (KeyValue | false)[] = [
    {
      label: isPlacing ? t('placings.publicised') : label(t, 'prospectusDate'),
      value: formatCalendarDate(prospectusDate),
    },
    { label: t(isPlacing ? 'placings.lockUpEnds' : 'offerings.lists'), value: formatCalendarDate(listDate) },
    offerCurrency !== paidIn && { label: t('offerings.rateKept'), value: rateText },
    { label: t('offerings.paid'), value: moneyText(application.paid, paidIn) },
    rank !== undefined && {
      label: t(isPlacing ? 'placings.rank' : 'offerings.bestTicket'),
      value: `#${rank.toLocaleString('en-US')}`,
    },
    { label: t('spec.positionLabels.openTime'), value: formatTimestamp(appliedAt) },
  ]
  return rows.filter((row): row is KeyValue => row !== false)
}
