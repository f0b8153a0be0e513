import { follows as calls } from '@mex/contract/follow/calls.ts'
import type { Follow } from '@mex/contract/follow/shapes.ts'

import { LoadError } from '#components/load-error.tsx'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { CampaignTimes } from '#areas/follow/campaign-times.tsx'
import { numberText } from '#areas/follow/figures.ts'
import { FollowHead, followRows } from '#areas/follow/follow-cards.tsx'

/** One order of the person that follows a campaign. */
export function FollowPage({ id }: { id: number }) {
  const t = useText()
  const called = useCall(calls.orders, { pageNum: 1, pageSize: 1, id }, { everySeconds: 20, keepEarlier: true })
  const order = called.data?.rows[0]
  if (order !== undefined) return <OrderView order={order} />
  const isGone = called.data !== undefined
  return (
    <Screen title={t('titles.follow')} waiting={!isGone && called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('follow.orderGone')}
          text={t('follow.orderGoneText')}
          action={<Button text={t('follow.seeMine')} href={hrefOf('trade', { list: 5 })} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={100} />
          <SkeletonCard height={200} />
        </>
      ) : (
        <LoadError title={t('follow.failed')} text={t('follow.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function OrderView({ order }: { order: Follow }) {
  const t = useText()
  const { agencyId, agencyName, campaignNumber, status } = order
  const href = hrefOf('follow', { id: agencyId })
  return (
    <Screen
      title={agencyName}
      subtitle={t('follow.campaign', { number: numberText(campaignNumber) })}
      onRefresh={() => refresh(calls.orders)}
      footer={<Button text={t('follow.agencyPage')} kind="secondary" size="large" wide href={href} />}
    >
      <Card>
        <FollowHead order={order} href={href} />
      </Card>
      {status === 'refunded' ? <Notice tone="info">{t('follow.refundedText')}</Notice> : undefined}
      {status === 'waiting' || status === 'running' ? (
        <Notice tone="warn">{t('follow.cannotSellAfter')}</Notice>
      ) : undefined}
      <Card>
        <CampaignTimes campaign={order} />
      </Card>
      <Card>
        <KeyValues rows={followRows(t, order)} />
      </Card>
    </Screen>
  )
}
