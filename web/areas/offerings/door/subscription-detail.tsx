import { offerings } from '@mex/contract/offerings/calls.ts'
import type { Application } from '@mex/contract/offerings/shapes.ts'

import { LoadError } from '#components/load-error.tsx'
import { moneyText, quantityText } from '#components/figures.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { capitalize } from '#text/capitalize.ts'
import { Hero } from '#ui/amount.tsx'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { lotsIn, paidIn } from '#areas/offerings/figures.ts'
import { kindOf } from '#areas/offerings/kinds.ts'
import { DrawProof } from '#areas/offerings/proof.tsx'
import { subscriptionDetailRows } from '#areas/offerings/subscription-rows.ts'
import { useNow } from '#areas/offerings/use-offers.ts'
import { SubscriptionCard } from './subscription-card.tsx'

/** An application with its result and the proof of the draw. */
export function SubscriptionDetail({ id, name }: { id: number; name: string | undefined }) {
  const t = useText()
  const called = useCall(offerings.applications, { pageNum: 1, pageSize: 1, id }, { everySeconds: 30 })
  const application = called.data?.rows[0]
  if (application !== undefined) return <Detail application={application} />
  return (
    <Screen title={name ?? t('offerings.resultTitle')} waiting={called.isWaiting}>
      {called.data !== undefined ? (
        <EmptyState
          title={t('trade.detailGone')}
          text={t('trade.detailGoneText')}
          action={<Button text={t('trade.backToTrade')} href={hrefOf('trade')} />}
        />
      ) : called.failure === undefined ? (
        <SkeletonCard height={300} />
      ) : (
        <LoadError title={t('offerings.mineFailed')} text={t('offerings.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function Detail({ application }: { application: Application }) {
  const t = useText()
  const now = useNow(15)
  const { name, code, issueId, status } = application
  const isDrawn = status === 'allotted' || status === 'not_allotted'
  const kind = kindOf(application)
  const draw = useCall<typeof offerings.draw>(kind.draw, { id: issueId }, { when: isDrawn })
  return (
    <Screen
      title={name}
      subtitle={code}
      onRefresh={() => refresh(offerings.applications, kind.draw)}
      footer={<Button text={t('offerings.seeOffer')} kind="secondary" wide href={kind.offerHref(application)} />}
    >
      <Result application={application} />
      <SubscriptionCard application={application} now={now} isPlain />
      {draw.data === undefined && draw.failure !== undefined ? (
        <LoadError title={t('offerings.drawFailed')} text={t('offerings.failedText')} answer={draw} />
      ) : undefined}
      {draw.data === undefined ? undefined : <DrawProof offer={issueId} draw={draw.data} application={application} />}
      <Card>
        <KeyValues rows={subscriptionDetailRows(t, application)} />
      </Card>
    </Screen>
  )
}

function Result({ application }: { application: Application }) {
  const t = useText()
  const { status, allotted, quantity, refund } = application
  const kind = kindOf(application)
  const tag = kind.tagOf(t, application)
  const lots = lotsIn(application, allotted)
  const headline =
    status === 'not_allotted'
      ? t(kind.noLots)
      : status === 'allotted'
        ? t('offerings.lotsAndShares', { lots, shares: quantityText(allotted) })
        : t(kind.waiting)
  return (
    <Card>
      <Stack gap={4}>
        <Line spread="apart">
          <Typography size={13} tone="second">
            {t('offerings.youWereAllotted')}
          </Typography>
          <Tag text={capitalize(tag.text)} tone={tag.tone} />
        </Line>
        <Hero text={headline} />
        <Typography size={13} tone="second">
          {status === 'not_allotted'
            ? moneyText(refund, paidIn)
            : t('offerings.ofLots', { lots: String(lotsIn(application, quantity)), shares: quantityText(quantity) })}
        </Typography>
      </Stack>
    </Card>
  )
}
