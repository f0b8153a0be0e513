import type { Bond } from '@mex/contract/bonds/shapes.ts'
import { formatRate } from '@mex/core/money/money.ts'

import { moneyText } from '#components/figures.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { LearnCard } from '#components/learn-card.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Hero } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { bondPriceText, couponText, isNearDue, lengthText, yieldText } from './figures.ts'
import { TitledCard } from '#ui/titled-card.tsx'

const phaseTones = { open: 'success', practice: 'warn', closed: 'plain' } as const
const phaseTexts = { open: 'bonds.open', practice: 'bonds.practiceHours', closed: 'bonds.closed' } as const

/** The yield, and what the bond is bought and sold for. */
export function BondHead({ bond }: { bond: Bond }) {
  const t = useText()
  const { buyYield, couponRate, frequency, buyPrice, sellPrice, phase, discount } = bond
  const rows: (KeyValue | false)[] = [
    { label: t('bonds.coupon'), value: frequency === 0 ? t('bonds.noCoupon') : couponText(couponRate) },
    discount !== undefined && { label: t('bonds.discount'), value: yieldText(discount) },
    { label: t('bonds.youBuyAt'), value: bondPriceText(bond, buyPrice) },
    { label: t('bonds.youSellAt'), value: bondPriceText(bond, sellPrice) },
  ]
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" wrap>
          <Typography size={13} tone="second">
            {t('bonds.yieldToMaturity')}
          </Typography>
          <Tag text={t(phaseTexts[phase])} tone={phaseTones[phase]} />
        </Line>
        <Hero text={yieldText(buyYield)} />
        {isNearDue(bond) ? (
          <Typography as="p" size={12} tone="second">
            {t('bonds.nearDue')}
          </Typography>
        ) : undefined}
        <KeyValues rows={rows.filter((row): row is KeyValue => row !== false)} />
      </Stack>
    </Card>
  )
}

/** The terms, with the specification's labels where it has them. */
export function Terms({ bond }: { bond: Bond }) {
  const t = useText()
  const { issuer, code, issued, matures, couponRate, frequency, faceMin, duration, remaining, currency } = bond
  const years = formatRate(duration).replace(/(\.\d\d)\d*$/, '$1')
  return (
    <TitledCard title={t('bonds.terms')} gap={8}>
      <KeyValues
        rows={[
          { label: t('bonds.issuer'), value: issuer },
          { label: t('bonds.code'), value: code },
          {
            label: capitalize(t('spec.bondLabels.couponRate')),
            value: frequency === 0 ? t('bonds.noCoupon') : couponText(couponRate),
          },
          { label: t('bonds.issued'), value: formatCalendarDate(issued) },
          {
            label: capitalize(t('spec.bondLabels.maturityDate')),
            value: `${formatCalendarDate(matures)} · ${lengthText(t, bond)}`,
          },
          { label: t('bonds.minimum'), value: moneyText(faceMin, currency) },
          { label: t('bonds.duration'), value: t('bonds.durationYears', { years }) },
          { label: t('bonds.left'), value: moneyText(remaining, currency) },
        ]}
      />
    </TitledCard>
  )
}

/** What a bond is in real life and here. */
export function Learn({ curveSource }: Pick<Bond, 'curveSource'>) {
  const t = useText()
  const simulated = t(curveSource === 'public' ? 'bonds.learnPublic' : 'bonds.learnSimulated')
  const sentences = [t('bonds.learnReal'), t('bonds.learnCost'), t('bonds.learnWrong'), simulated]
  return <LearnCard title={t('bonds.learn')} sentences={sentences} />
}
