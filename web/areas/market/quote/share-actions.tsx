import { marketDetails } from '@mex/contract/market/details.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { isShareMarket } from '@mex/core/market/instrument.ts'
import { formatPrice } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Stack } from '#ui/layout.tsx'
import { Typography } from '#ui/typography.tsx'

/** Past rows under the coming ones. */
const pastShown = 4

/** What a share is going to pay, has paid, and how it is split: the coming first. */
export function ShareActions({ quote: { code, market } }: { quote: Quote }) {
  const t = useText()
  const { data } = useCall(marketDetails.summary, { code, market }, { freshSeconds: 600, when: isShareMarket(market) })
  if (data === undefined) return undefined
  const rows = [
    ...data.dividends.map(({ exDate, exAt, amount, currency, status }) => {
      const value = t('quote.dividendOf', { amount: `${formatPrice(amount, 2)} ${currency}` })
      return { key: `dividend ${exAt}`, exDate, exAt, isComing: status === 'declared', value }
    }),
    ...data.splits.map(({ exDate, exAt, ratio, status }) => {
      return {
        key: `split ${exAt}`,
        exDate,
        exAt,
        isComing: status === 'declared',
        value: t('quote.splitOf', { ratio }),
      }
    }),
  ].toSorted((one, other) => other.exAt - one.exAt)
  if (rows.length === 0) return undefined
  const shown = [
    ...rows.filter(({ isComing }) => isComing),
    ...rows.filter(({ isComing }) => !isComing).slice(0, pastShown),
  ]
  return (
    <Card>
      <Stack gap={8}>
        <Typography size={17} weight="bold" as="h2">
          {t('quote.shareActions')}
        </Typography>
        <KeyValues
          rows={shown.map(({ key, exDate, isComing, value }) => ({
            key,
            label: isComing ? t('quote.comingOn', { date: formatCalendarDate(exDate) }) : formatCalendarDate(exDate),
            value,
            strong: isComing,
          }))}
        />
        <Typography size={12} tone="third" as="p">
          {t('quote.shareActionsText')}
        </Typography>
      </Stack>
    </Card>
  )
}
