import { account } from '@mex/contract/account/calls.ts'
import { moneyScale, type Money } from '@mex/core/money/money.ts'
import { useState } from 'react'
import { ArrowDownToLine, ArrowLeftRight, ArrowUpFromLine, Eye, EyeOff, ReceiptText } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useCall } from '#data/call.ts'
import { PortfolioPlace, type Reading } from '#areas/portfolio/door/portfolio-place.tsx'
import { totalChange } from '#areas/portfolio/door/total-change.ts'
import { amountsHidden, useAmountsHidden } from '#data/preferences.ts'
import { formatTime } from '#text/format-time.ts'
import { formatMoney } from '#text/format.ts'
import { useText } from '#text/use-text.ts'
import { Change, Hero } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { IconGrid } from '#ui/icon-grid.tsx'
import { VisuallyHidden, Line, Stack } from '#ui/layout.tsx'
import { StaleMark } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './assets-card.module.css'

const asMoney = (raw: Money) => ({ raw, scale: moneyScale })

/** The user's total in MX$ with the profit of the range that the curve shows, and the four main actions. */
export function AssetsCard() {
  const t = useText()
  const isHidden = useAmountsHidden()
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 10 })
  const { data, isStale, receivedAt } = overview
  const currency = data?.currency ?? 'MXN'
  const isWaiting = data === undefined && overview.failure === undefined
  const [reading, onRead] = useState<Reading | 'failed'>()
  const point = reading === undefined || reading === 'failed' ? undefined : reading.point
  return (
    <Card>
      <Stack gap={12}>
        <Stack gap={0}>
          <Line spread="apart">
            <Typography size={13} tone="second">
              {point?.time ?? t('home.totalAssets', { currency })}
            </Typography>
            <span className={styles['eye']}>
              <EyeButton isHidden={isHidden} />
            </span>
          </Line>
          {isWaiting ? (
            <Stack gap={4}>
              <Skeleton width={200} height={34} />
              <Skeleton width={150} height={19} />
            </Stack>
          ) : (
            <Sums
              total={point?.total ?? data?.equity}
              reading={reading === 'failed' ? { profit: data?.todayProfit, note: t('home.positionsToday') } : reading}
              currency={currency}
              isHidden={isHidden}
            />
          )}
          {isStale && receivedAt !== undefined ? (
            <Line>
              <StaleMark time={formatTime(receivedAt)} text={t('home.staleAssets')} />
            </Line>
          ) : undefined}
        </Stack>
        <PortfolioPlace part="curve" total={data?.equity} totalCall={overview} when={!isWaiting} onRead={onRead} />
        <IconGrid label={t('home.actions')} tinted items={useActions()} />
      </Stack>
    </Card>
  )
}

function EyeButton({ isHidden }: { isHidden: boolean }) {
  const t = useText()
  return (
    <IconButton
      icon={isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
      label={isHidden ? t('home.showAmounts') : t('home.hideAmounts')}
      onPress={() => amountsHidden.set(isHidden ? 'off' : 'on')}
    />
  )
}

type SumsProps = {
  total: Money | undefined
  /** Undefined until the curve is read. */
  reading: { readonly profit: Money | undefined; readonly note: string } | undefined
  currency: string
  isHidden: boolean
}

function Sums({ total, reading, currency, isHidden }: SumsProps) {
  const t = useText()
  if (isHidden) {
    return (
      <>
        <Hero text="" hidden />
        <VisuallyHidden>{t('home.amountsHidden')}</VisuallyHidden>
      </>
    )
  }
  return (
    <>
      <Hero text={formatMoney(total === undefined ? undefined : asMoney(total), currency)} />
      {reading === undefined ? (
        <Skeleton width={150} height={19} />
      ) : reading.profit === undefined ? undefined : (
        <Line gap={4} align="baseline" wrap>
          <Change change={totalChange(reading.profit, total, currency)} />
          <Typography size={13} tone="second">
            {reading.note}
          </Typography>
        </Line>
      )}
    </>
  )
}

function useActions() {
  const t = useText()
  return [
    {
      href: hrefOf('deposit'),
      text: t('home.deposit'),
      icon: <ArrowDownToLine aria-hidden="true" />,
    },
    { href: hrefOf('withdrawCoins'), text: t('home.withdraw'), icon: <ArrowUpFromLine aria-hidden="true" /> },
    {
      href: hrefOf('transfer'),
      text: t('home.transfer'),
      icon: <ArrowLeftRight aria-hidden="true" />,
    },
    {
      href: hrefOf('history'),
      text: t('home.history'),
      icon: <ReceiptText aria-hidden="true" />,
    },
  ]
}
