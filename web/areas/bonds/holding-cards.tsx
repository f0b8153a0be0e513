import type { Holding } from '@mex/contract/bonds/shapes.ts'
import { addMoney } from '@mex/core/money/money.ts'

import { moneyText, profitText } from '#components/figures.ts'
import { capitalize } from '#text/capitalize.ts'
import { formatCalendarDate } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Change, Hero } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { bondPriceText, couponText, daysBetween, paidIn, stateTag } from './figures.ts'
import { TitledCard } from '#ui/titled-card.tsx'

/** What a holding is worth, and what it gained. */
export function WorthCard({ holding }: { holding: Holding }) {
  const t = useText()
  const { marketValue, received, status, face, currency, buyPrice, sellPrice, profit } = holding
  const tag = stateTag(t, holding)
  const isOver = status === 'redeemed'
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" wrap>
          <Typography size={13} tone="second">
            {t(isOver ? 'bonds.received' : 'bonds.worthNow')}
          </Typography>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        <Hero text={moneyText(isOver ? addMoney(holding.cost, profit) : marketValue, paidIn)} />
        <Line gap={4} wrap>
          <Change change={profitText(profit, paidIn)} />
          <Typography size={13} tone="second">
            {t('bonds.sinceBought')}
          </Typography>
        </Line>
        <KeyValues
          rows={[
            { label: t('bonds.faceRow'), value: moneyText(face, currency) },
            { label: t('bonds.boughtAt'), value: bondPriceText(holding, buyPrice) },
            {
              label: t(status === 'bought' ? 'bonds.nowSellAt' : 'bonds.soldAt'),
              value: bondPriceText(holding, sellPrice),
            },
            ...(received > 0n ? [{ label: t('bonds.receivedMxn'), value: moneyText(received, paidIn) }] : []),
          ]}
        />
      </Stack>
    </Card>
  )
}

/** Where today lies in the coupon period of a holding; undefined without coupons. */
export function periodOfHolding({ lastCoupon, nextCoupon, saleSettles }: Holding) {
  if (lastCoupon === undefined || nextCoupon === undefined || saleSettles === undefined) return undefined
  const days = daysBetween(lastCoupon, nextCoupon.date)
  const gone = daysBetween(lastCoupon, saleSettles)
  return days <= 0 || gone < 0 || gone > days ? undefined : { days, gone, left: days - gone }
}

/** The bar of the coupon period with the next coupon. */
export function PeriodBar({ holding }: { holding: Holding }) {
  const t = useText()
  const period = periodOfHolding(holding)
  if (period === undefined) return undefined
  const { days, gone } = period
  const said = t('bonds.dayOf', { gone: String(gone), days: String(days) })
  return (
    <Stack gap={4}>
      <ProgressBar label={said} percent={(gone / days) * 100} thin />
      <Line spread="apart" wrap>
        <Typography size={12} tone="second">
          {formatCalendarDate(holding.lastCoupon)}
        </Typography>
        <Typography size={12} tone="second">
          {said}
        </Typography>
        <Typography size={12} tone="second">
          {formatCalendarDate(holding.nextCoupon?.date)}
        </Typography>
      </Line>
    </Stack>
  )
}

/** The coupon period, with its countdown and the period balance. */
export function PeriodCard({ holding }: { holding: Holding }) {
  const t = useText()
  const { currency, accrued, nextCoupon, periodBalance, status } = holding
  const period = periodOfHolding(holding)
  if (nextCoupon === undefined || status !== 'bought') return undefined
  return (
    <TitledCard
      title={t('bonds.period')}
      aside={
        period === undefined ? undefined : (
          <Typography size={13} tone="second">
            {t('bonds.nextIn', { days: String(period.left) })}
          </Typography>
        )
      }
      gap={8}
    >
      <PeriodBar holding={holding} />
      <KeyValues
        rows={[
          { label: t('bonds.interestSoFar'), value: moneyText(accrued, currency) },
          { label: t('bonds.nextCoupon'), value: moneyText(nextCoupon.amount, currency) },
          { label: t('bonds.periodBalanceRow'), value: moneyText(periodBalance, currency), strong: true },
        ]}
      />
    </TitledCard>
  )
}

/** Interest that was received and that is building up. */
export function InterestCard({ holding }: { holding: Holding }) {
  const t = useText()
  const { interest, accrued, received, currency, kind } = holding
  if (kind === 'bill' || kind === 'cetes') return undefined
  return (
    <Card>
      <KeyValues
        rows={[
          { label: t('bonds.interest'), value: moneyText(interest, currency), strong: true },
          { label: t('bonds.receivedMxn'), value: moneyText(received, paidIn) },
          { label: t('bonds.building'), value: moneyText(accrued, currency) },
        ]}
      />
    </Card>
  )
}

/** The figures of a holding under the specification's labels (spec §3). */
export function labelledRows(t: Text, holding: Holding): readonly KeyValue[] {
  const { couponRate, interest, matures, buyPrice, periodBalance, currency } = holding
  const label = (key: 'couponRate' | 'interest' | 'maturityDate' | 'buyPrice' | 'periodBalance'): string =>
    capitalize(t(`spec.bondLabels.${key}`))
  return [
    { label: label('couponRate'), value: couponText(couponRate) },
    { label: label('buyPrice'), value: bondPriceText(holding, buyPrice) },
    { label: label('interest'), value: moneyText(interest, currency) },
    { label: label('periodBalance'), value: moneyText(periodBalance, currency) },
    { label: label('maturityDate'), value: formatCalendarDate(matures) },
  ]
}
