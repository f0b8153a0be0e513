import type { Campaign } from '@mex/contract/follow/shapes.ts'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { useText } from '#text/use-text.ts'
import { Typography } from '#ui/typography.tsx'
import { Stack } from '#ui/layout.tsx'
import { dayOf, dayTime } from './figures.ts'
import styles from './follow.module.css'

type Times = Pick<Campaign, 'subscribeEnd' | 'opensAt' | 'closesAt' | 'settlesAt'>

/** The four times of a campaign: those that are over are filled, the next one is a ring. */
export function CampaignTimes({ campaign }: { campaign: Times }) {
  const t = useText()
  const { now = 0 } = useMarketNow(30)
  const steps = [
    { name: t('follow.closes'), at: campaign.subscribeEnd, time: dayTime(campaign.subscribeEnd) },
    { name: t('follow.enters'), at: campaign.opensAt, time: dayTime(campaign.opensAt) },
    { name: t('follow.exits'), at: campaign.closesAt, time: dayTime(campaign.closesAt) },
    { name: t('follow.settles'), at: campaign.settlesAt, time: dayOf(campaign.settlesAt) },
  ]
  const next = steps.findIndex(({ at }) => at > now)
  return (
    <Stack gap={4}>
      <ol className={styles['times']} aria-label={t('follow.timeline')}>
        {steps.map(({ name, time, at }, index) => {
          const state = at <= now ? 'done' : index === next ? 'now' : 'later'
          return (
            <li key={name} data-state={state} aria-current={state === 'now' ? 'step' : undefined}>
              <span>{time}</span>
              <span>{name}</span>
            </li>
          )
        })}
      </ol>
      <Typography size={11} tone="second">
        {t('follow.zone')}
      </Typography>
    </Stack>
  )
}
