import type { Bill } from '@mex/contract/wallet/shapes.ts'
import { formatMoney, formatPrice, formatQuantity, formatRate, one, rate, price } from '@mex/core/money/money.ts'

import { formatCalendarDate } from '#text/format-time.ts'
import type { Text } from '#text/use-text.ts'

type Figure = { readonly label: string; readonly value: string }

/**
 * The figures from which the amount of a movement can be computed again, exactly as the server used them: without
 * grouping, so that they can be copied.
 */
export function detailRows(t: Text, { detail, currency }: Pick<Bill, 'detail' | 'currency'>): readonly Figure[] {
  if (detail === undefined) return []
  const { orderId, quoteId, conversionRate, basis, nights, days, shares, amount, tax, ratio } = detail
  const rows: (Figure | false)[] = [
    detail.product !== undefined && { label: t('wallet.detail.product'), value: detail.product },
    detail.date !== undefined && { label: t('wallet.detail.date'), value: formatCalendarDate(detail.date) },
    shares !== undefined && { label: t('wallet.detail.shares'), value: formatQuantity(shares) },
    ratio !== undefined && { label: t('wallet.detail.ratio'), value: ratio },
    amount !== undefined && { label: t('wallet.detail.perShare'), value: formatPrice(amount, 2) },
    tax !== undefined && { label: t('wallet.detail.tax'), value: `${formatMoney(tax)} ${currency}` },
    detail.face !== undefined && { label: t('wallet.detail.face'), value: formatMoney(detail.face) },
    detail.price !== undefined && { label: t('wallet.detail.price'), value: formatPrice(detail.price) },
    detail.accrued !== undefined && { label: t('wallet.detail.accrued'), value: formatMoney(detail.accrued) },
    basis !== undefined && { label: t('wallet.detail.basis'), value: formatPrice(price(basis)) },
    detail.rate !== undefined && { label: t('wallet.detail.rate'), value: `${formatRate(rate(detail.rate * 100n))} %` },
    nights !== undefined && { label: t('wallet.detail.nights'), value: String(nights) },
    days !== undefined && { label: t('wallet.detail.days'), value: String(days) },
    conversionRate !== undefined &&
      conversionRate !== one && { label: t('wallet.detail.conversionRate'), value: formatRate(conversionRate) },
    orderId !== undefined && { label: t('wallet.detail.order'), value: String(orderId) },
    quoteId !== undefined && { label: t('wallet.detail.quote'), value: quoteId },
  ]
  return rows.filter((row): row is Figure => row !== false)
}

/** How the amount follows from the figures; undefined where one figure says all. */
export function formulaText(t: Text, { detail }: Pick<Bill, 'detail'>): string | undefined {
  if (detail?.yearDays !== undefined) {
    const nights = String(detail.nights ?? detail.days ?? 0)
    return t('wallet.detail.nightText', { nights, yearDays: String(detail.yearDays) })
  }
  return detail?.amount === undefined ? undefined : t('wallet.detail.dividendText')
}
