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
  const { subscribeEnd, opensAt, closesAt, settlesAt } = campaign
  const steps = [
    {
      name: t(subscribeEnd <= now ? 'follow.subscriptionClosed' : 'follow.closes'),
      at: subscribeEnd,
      time: dayTime(subscribeEnd),
    },
    { name: t(opensAt <= now ? 'follow.entered' : 'follow.enters'), at: opensAt, time: dayTime(opensAt) },
    { name: t(closesAt <= now ? 'follow.exited' : 'follow.exits'), at: closesAt, time: dayTime(closesAt) },
    { name: t(settlesAt <= now ? 'follow.settled' : 'follow.settles'), at: settlesAt, time: dayOf(settlesAt) },
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
