import { marketDetails } from '@mex/contract/market/details.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { moneyScale, priceScale, rateScale } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'
import { percentText, useCompact } from '#components/figures.ts'
import { currencySymbol, formatCompact, formatPrice } from '#text/format.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = { quote: Quote }

/** Facts about the company or contract; figures without a source are marked as simulated. */
export function AboutInstrument({ quote }: Props) {
  const t = useText()
  const language = useLanguage()
  const compact = useCompact()
  const { code, market, currency, name } = quote
  const { data } = useCall(marketDetails.summary, { code, market }, { freshSeconds: 600 })
  const profile = data?.profile ?? quote.profile
  const cap = data?.marketCap
  const earnings = data?.earningsPerShare
  const rows: readonly (KeyValue | undefined)[] = [
    data?.sector === undefined ? undefined : { label: t('quote.sector'), value: data.sector },
    cap === undefined
      ? undefined
      : {
          label: t('quote.marketCap'),
          value: currencySymbol(currency) + formatCompact({ raw: cap, scale: moneyScale }, language),
        },
    data?.priceToEarnings === undefined
      ? undefined
      : {
          label: t('quote.priceToEarnings'),
          value: formatPrice({ raw: data.priceToEarnings, scale: rateScale }, 2),
        },
    earnings === undefined
      ? undefined
      : { label: t('quote.earningsPerShare'), value: formatPrice({ raw: earnings, scale: priceScale }, 2) },
    data?.dividendYield === undefined
      ? undefined
      : { label: t('quote.dividendYield'), value: percentText(data.dividendYield) },
    data?.averageVolume === undefined
      ? undefined
      : { label: t('quote.averageVolume'), value: compact(data.averageVolume) },
  ]
  const known = rows.filter((row) => row !== undefined)
  if (profile === undefined && known.length === 0) return undefined
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart">
          <Typography size={17} weight="bold" as="h2">
            {t('quote.about', { name })}
          </Typography>
          {data?.simulated === true && known.length > 0 ? <Tag text={t('quote.simulatedFigures')} tone="warn" /> : null}
        </Line>
        {profile === undefined ? undefined : (
          <Typography size={13} tone="second" as="p">
            {profile}
          </Typography>
        )}
        {known.length > 0 ? <KeyValues rows={known} columns={2} /> : undefined}
      </Stack>
    </Card>
  )
}
