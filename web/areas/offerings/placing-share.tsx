import type { Placing } from '@mex/contract/offerings/placing-shapes.ts'
import { Lock } from 'lucide-react'

import { dayOnly, zoneOf } from '#areas/market/door/market-times.ts'
import { useText } from '#text/use-text.ts'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Typography } from '#ui/typography.tsx'
import { timesText } from './figures.ts'
import { partOfAll, shareOf } from './placing-figures.ts'
import styles from './placing-share.module.css'

const grouped = (count: number): string => count.toLocaleString('en-US')

/** What an application for so many lots may get: as lots, and as the sum in words. */
export function WhatYouMayGet({ placing, lots }: { placing: Placing; lots: number }) {
  const t = useText()
  const share = shareOf(placing, lots)
  const { supply, demand, sure, maybe, refunded, part } = share
  const isShared = demand > supply
  const values = { lots: grouped(lots), supply: grouped(supply), demand: grouped(demand), part, sure }
  return (
    <Stack gap={8}>
      <Line spread="apart" align="baseline" wrap>
        <Typography as="h3" size={13} weight="semibold">
          {t('placings.mayGet')}
        </Typography>
        {isShared ? (
          <Typography size={12} tone="second">
            {t('placings.coveredAbout', { times: timesText(placing.timesCovered), part: partOfAll(share) })}
          </Typography>
        ) : undefined}
      </Line>
      <ul className={styles['share']}>
        {sure > 0 ? <li className={styles['sure']}>{t('placings.sure', { lots: sure })}</li> : undefined}
        {maybe > 0 ? <li className={styles['maybe']}>{t('placings.maybe')}</li> : undefined}
        {refunded > 0 ? <li>{t('placings.refund', { lots: grouped(refunded) })}</li> : undefined}
      </ul>
      <Typography as="p" size={12} tone="third">
        {isShared ? t(maybe > 0 ? 'placings.sumOf' : 'placings.sumWhole', values) : t('placings.mayGetAll')}
      </Typography>
    </Stack>
  )
}

/** That the shares are locked, and that nobody hedges the discount (rulebook §21). */
export function LockNotice({ placing }: { placing: Placing }) {
  const t = useText()
  const { lockDays, unlocksAt, market, name } = placing
  const values = { days: lockDays, date: dayOnly(unlocksAt, zoneOf({ market })), name }
  return (
    <Notice tone="warn" icon={<Lock aria-hidden="true" />}>
      {t(lockDays === 0 ? 'placings.noLockWarning' : 'placings.lockWarning', values)}
    </Notice>
  )
}
