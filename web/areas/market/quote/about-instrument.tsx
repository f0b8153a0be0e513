import { marketDetails } from '@mex/contract/market/details.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import { companyRatios, type CompanyRatios, type ShareFacts } from '@mex/core/market/company-ratios.ts'
import { moneyScale, priceScale, rateScale } from '@mex/core/money/money.ts'

import { useCall } from '#data/call.ts'
import { percentText, useCompact } from '#components/figures.ts'
import { currencySymbol, formatCompact, formatPrice } from '#text/format.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'

type Props = { quote: Quote }
type Label = keyof CompanyRatios | keyof ShareFacts | 'sector' | 'averageVolume'

const noFacts: ShareFacts = {
  sharesOutstanding: undefined,
  earningsPerShare: undefined,
  dividendPerShare: undefined,
}

const ifKnown = <Known,>(value: Known | undefined, text: (value: Known) => string): string | undefined =>
  value === undefined ? undefined : text(value)

/** Facts about the company or contract; figures without a source are marked as simulated. */
export function AboutInstrument({ quote }: Props) {
  const t = useText()
  const language = useLanguage()
  const compact = useCompact()
  const { code, market, currency, name } = quote
  const { data } = useCall(marketDetails.summary, { code, market }, { freshSeconds: 600 })
  const profile = data?.profile ?? quote.profile
  const facts = data ?? noFacts
  // With the live price: the figures agree with the price that the page shows.
  const { marketCap, priceToEarnings, dividendYield } = companyRatios(quote.last, facts)
  const { sharesOutstanding, earningsPerShare, dividendPerShare } = facts
  const money = (raw: bigint) => formatPrice({ raw, scale: priceScale }, 2)
  const cap = (raw: bigint) => currencySymbol(currency) + formatCompact({ raw, scale: moneyScale }, language)
  const figures: readonly (readonly [label: Label, value: string | undefined])[] = [
    ['sector', data?.sector],
    ['marketCap', ifKnown(marketCap, cap)],
    ['sharesOutstanding', ifKnown(sharesOutstanding, compact)],
    ['earningsPerShare', ifKnown(earningsPerShare, money)],
    ['priceToEarnings', ifKnown(priceToEarnings, (raw) => formatPrice({ raw, scale: rateScale }, 2))],
    ['dividendPerShare', ifKnown(dividendPerShare, money)],
    ['dividendYield', ifKnown(dividendYield, percentText)],
    ['averageVolume', ifKnown(data?.averageVolume, compact)],
  ]
  const known = figures.flatMap(([label, value]) =>
    value === undefined ? [] : [{ label: t(`quote.${label}`), value }],
  )
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
