import { marketLists } from '@mex/contract/market/lists.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'

import { useCall } from '#data/call.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Select } from '#ui/select.tsx'

/** The listed months of a future, after the shown one if it has ended; a choice replaces the page with that month. `quiet` hides the label from view. */
export function MonthSelect({ quote, quiet = false }: { quote: Quote; quiet?: boolean }) {
  const t = useText()
  const navigation = useNavigation()
  const { data } = useCall(marketLists.futureMonths, { product: quote.code }, { freshSeconds: 600 })
  if (data === undefined || data.length < 2) return undefined
  const isListed = data.some(({ code }) => code === quote.code)
  const months = isListed ? data : [{ code: quote.code, lastTradeDate: quote.expiryDate }, ...data]
  return (
    <Select
      label={t('quote.contractMonth')}
      quiet={quiet}
      options={months.map(({ code, lastTradeDate }) => ({
        value: code,
        text: t('quote.monthOption', { code, date: formatCalendarDate(lastTradeDate) }),
      }))}
      value={quote.code}
      onChange={(code) => {
        const chosen = data.find((month) => month.code === code)
        if (chosen === undefined) return
        const { name, source, market } = chosen
        // Another instrument is another page.
        navigation.replace('futureQuote', { name, code, source, market })
      }}
    />
  )
}
