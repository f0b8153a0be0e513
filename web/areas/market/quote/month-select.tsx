import { marketLists } from '@mex/contract/market/lists.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'

import { useCall } from '#data/call.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Select } from '#ui/select.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Month = { readonly code: string; readonly date: string | undefined }

/** The listed months of a future, after the shown one if it has ended; undefined while there is no choice. A choice replaces the page with that month. */
export function useMonths(quote: Quote) {
  const navigation = useNavigation()
  const { data, isWaiting } = useCall(marketLists.futureMonths, { product: quote.code }, { freshSeconds: 600 })
  const listed = data?.map(({ code, lastTradeDate }): Month => ({ code, date: lastTradeDate })) ?? []
  const ended = listed.some(({ code }) => code === quote.code) ? [] : [{ code: quote.code, date: quote.expiryDate }]
  return {
    isWaiting,
    months: listed.length < 2 ? undefined : [...ended, ...listed],
    choose: (code: string) => {
      const chosen = data?.find((month) => month.code === code)
      if (chosen === undefined) return
      const { name, source, market } = chosen
      // Another instrument is another page.
      navigation.replace('futureQuote', { name, code, source, market })
    },
  }
}

export const monthText = (t: Text, { code, date }: Month): string =>
  t('quote.monthOption', { code, date: formatCalendarDate(date) })

/** The choice of the month on the page of a future. */
export function MonthSelect({ quote }: { quote: Quote }) {
  const t = useText()
  const { months, choose, isWaiting } = useMonths(quote)
  if (isWaiting) return <Skeleton height={74} />
  if (months === undefined) return undefined
  return (
    <Select
      label={t('quote.contractMonth')}
      options={months.map((month) => ({ value: month.code, text: monthText(t, month) }))}
      value={quote.code}
      onChange={choose}
    />
  )
}
