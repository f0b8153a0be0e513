import type { Campaign } from '@mex/contract/follow/shapes.ts'

import { useMarketNow } from '#areas/market/door/market-now.ts'
import { Timeline } from '#components/timeline.tsx'
import { useText } from '#text/use-text.ts'
import { Typography } from '#ui/typography.tsx'
import { Stack } from '#ui/layout.tsx'
import { dayOf, dayTime } from './figures.ts'

type Times = Pick<Campaign, 'subscribeEnd' | 'opensAt' | 'closesAt' | 'settlesAt'>

/** The four times of a campaign. */
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
  return (
    <Stack gap={4}>
      <Timeline label={t('follow.timeline')} steps={steps} now={now} />
      <Typography size={11} tone="second">
        {t('follow.zone')}
      </Typography>
    </Stack>
  )
}
