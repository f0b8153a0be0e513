import type { ReactNode } from 'react'

import { account } from '@mex/contract/account/calls.ts'
import type { Position } from '@mex/contract/trading/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { percent, type Money } from '@mex/core/money/money.ts'
import { netWorthNow } from '@mex/core/wallet/wallets.ts'

import { useCall } from '#data/call.ts'
import { useAmountsHidden } from '#data/preferences.ts'
import { moneyText, percentText, profitText } from '#components/figures.ts'
import { formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Change, Hero } from '#ui/amount.tsx'
import { Card } from '#ui/card.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { StaleMark } from '#ui/notice.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import styles from './account-card.module.css'
import { useFloating } from './use-floating.ts'

type Props = {
  /** The loaded open positions, whose live figures update the sums between two answers of the server. */
  positions: readonly Position[] | undefined
}

/** The user's total in MX$, live with the prices of the open positions. */
export function AccountCard({ positions }: Props) {
  const t = useText()
  const isHidden = useAmountsHidden()
  const overview = useCall(account.overview, { wallet: 'OVERVIEW' }, { everySeconds: 30 })
  const moved = useFloating(positions)
  const { data } = overview
  if (data === undefined) {
    if (overview.failure === undefined) return <SkeletonCard height={143} />
    return (
      <ErrorState
        title={t('trade.failed')}
        text={t('trade.failedText')}
        code={overview.failure.code}
        onRetry={() => void overview.retry()}
      />
    )
  }
  // While the positions load, and without a conversion rate, the sum of the server is shown.
  const floating = moved ?? data.profit
  const total = netWorthNow(data, floating)
  const used = data.total > 0n ? percent(divide(data.used * 10_000n, data.total, 'near')) : percent(0n)
  const shown = (amount: Money) => (isHidden ? '••••' : moneyText(amount, data.currency))
  return (
    <Card>
      <Stack gap={12}>
        <Stack gap={4}>
          <Line spread="apart">
            <Typography size={13} tone="second">
              {t('trade.account')}
            </Typography>
            <Line gap={8}>
              {overview.isStale ? (
                <StaleMark
                  time={formatTime(overview.receivedAt)}
                  text={t('trade.stale', { time: formatTime(overview.receivedAt) })}
                />
              ) : undefined}
            </Line>
          </Line>
          <Hero text={moneyText(total, data.currency)} hidden={isHidden} />
        </Stack>
        <dl className={styles['figures']}>
          <Figure label={t('trade.floating')}>
            {isHidden ? '••••' : <Change change={profitText(floating, data.currency)} size={15} glyph={false} />}
          </Figure>
          <Figure label={t('trade.available')}>{shown(data.available)}</Figure>
          <Figure label={t('trade.used')}>{percentText(used)}</Figure>
        </dl>
        <ProgressBar label={t('trade.usedSpoken')} percent={Number(used) / 100} thin />
      </Stack>
    </Card>
  )
}

function Figure({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className={styles['figure']}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
