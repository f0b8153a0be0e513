import { account } from '@mex/contract/account/calls.ts'
import type { Answer } from '@mex/contract/call.ts'
import type { Money } from '@mex/core/money/money.ts'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { PortfolioPlace, type PortfolioProps, type Reading } from '#areas/portfolio/door/portfolio-place.tsx'
import { totalChange } from '#areas/portfolio/door/total-change.ts'
import { amountsHidden, useAmountsHidden } from '#data/preferences.ts'
import { moneyText, percentText, profitText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Change, Hero } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { VisuallyHidden, Line, Stack } from '#ui/layout.tsx'
import { ShareBar, ShareDot, type ShareTone } from '#ui/progress-bar.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { allocation } from '#areas/wallet/allocation.ts'
import { useWalletLabels } from './names.ts'
import { useRates } from './rates.ts'
import styles from './total-card.module.css'

type Overview = Answer<typeof account.overview>

type TotalProps = { overview: Overview; totalCall: PortfolioProps['totalCall'] }

/** The total in MXN with its curve, the results of the day, the allocation and the links to move money. */
export function TotalCard({ overview, totalCall }: TotalProps) {
  const t = useText()
  const isHidden = useAmountsHidden()
  const { currency, wallets, equity: total } = overview
  const [reading, onRead] = useState<Reading | 'failed'>()
  const read = reading === 'failed' ? undefined : reading
  return (
    <Card>
      <Stack gap={16}>
        <Stack gap={0}>
          <Line spread="apart">
            <Typography size={13} tone="second">
              {read?.point?.time ?? t('profile.totalAssets', { currency })}
            </Typography>
            <IconButton
              snug
              icon={isHidden ? <EyeOff aria-hidden="true" /> : <Eye aria-hidden="true" />}
              label={isHidden ? t('profile.showAmounts') : t('profile.hideAmounts')}
              onPress={() => amountsHidden.set(isHidden ? 'off' : 'on')}
            />
          </Line>
          <Hero text={moneyText(read?.point?.total ?? total, currency)} hidden={isHidden} />
          {isHidden ? (
            <VisuallyHidden>{t('profile.amountsHidden')}</VisuallyHidden>
          ) : read !== undefined ? (
            <Line gap={4} align="baseline" wrap>
              <Change change={totalChange(read.profit, read.point?.total ?? total, currency)} />
              <Typography size={13} tone="second">
                {read.note}
              </Typography>
            </Line>
          ) : reading === undefined ? (
            <Skeleton width={150} height={19} />
          ) : undefined}
        </Stack>
        <PortfolioPlace part="sum" total={total} totalCall={totalCall} onRead={onRead} />
        <Today overview={overview} isHidden={isHidden} />
        <Allocation wallets={wallets} total={total} isHidden={isHidden} />
        <Line gap={8} spread="even">
          <Button text={t('profile.deposit')} wide href={hrefOf('deposit')} />
          <Button text={t('profile.withdraw')} kind="secondary" wide href={hrefOf('withdrawToBank')} />
          <Button text={t('profile.transfer')} kind="secondary" wide href={hrefOf('transfer')} />
        </Line>
      </Stack>
    </Card>
  )
}

/** The results of the day (rulebook §16.2): of open positions and of what was closed today, without exchange rates. */
function Today({ overview, isHidden }: { overview: Overview; isHidden: boolean }) {
  const t = useText()
  const { currency, todayProfit, hongKongTodayProfit } = overview
  const row = (label: string, amount: Money, unit: string) => ({
    label,
    value: isHidden ? '••••••' : <Change change={profitText(amount, unit)} glyph={false} />,
  })
  return (
    <KeyValues
      rows={[
        row(t('profile.positionsToday'), todayProfit, currency),
        ...(hongKongTodayProfit === 0n ? [] : [row(t('profile.positionsTodayHongKong'), hongKongTodayProfit, 'HKD')]),
      ]}
    />
  )
}

const tones: readonly ShareTone[] = ['brand', 'info', 'warn', 'green', 'grey']

type AllocationProps = { wallets: Overview['wallets']; total: Money; isHidden: boolean }

function Allocation({ wallets, total, isHidden }: AllocationProps) {
  const t = useText()
  const labels = useWalletLabels()
  const { pesos } = useRates()
  const parts = allocation({ balances: wallets, pesos, total, max: tones.length - 1 }).map((part, index) => ({
    ...part,
    label: part.wallet === undefined ? t('profile.otherAccounts') : labels.name(part.wallet),
    tone: tones[index] ?? 'grey',
  }))
  if (parts.length === 0) return undefined
  return (
    <Stack gap={12}>
      <ShareBar shares={parts.map(({ label, tone, percent }) => ({ label, tone, percent: Number(percent) }))} />
      <dl className={styles['legend']} aria-label={t('profile.allocation')}>
        {parts.map(({ label, tone, percent, amount }) => (
          <div key={label} className={styles['part']}>
            <dt>
              <ShareDot tone={tone} />
              <span>{label}</span>
            </dt>
            <dd>
              <span className={styles['percent']}>{percentText(percent)}</span>
              {isHidden ? undefined : <span className={styles['amount']}>{moneyText(amount, 'MXN')}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </Stack>
  )
}
