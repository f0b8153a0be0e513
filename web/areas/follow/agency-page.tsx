import { follows as calls } from '@mex/contract/follow/calls.ts'
import type { Agency, Campaign } from '@mex/contract/follow/shapes.ts'
import { rate } from '@mex/core/money/money.ts'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { LoadError } from '#components/load-error.tsx'
import { moneyText } from '#components/figures.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { FigureStrip } from '#ui/figure-strip.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { CampaignTimes } from './campaign-times.tsx'
import { EquityChart } from './equity-chart.tsx'
import { dateOf, monthOf, numberText, paidIn, positionText, shareChange, shareText, wholePercent } from './figures.ts'
import styles from './follow.module.css'
import { FollowersCard, RecordCard } from './record-cards.tsx'
import { TitledCard } from '#ui/titled-card.tsx'
import { periods, returnOf } from './window.ts'

/** One agency: its value since the inception, what followers got, its rule, its campaigns, and every one that ended. */
export function AgencyPage({ id }: { id: number }) {
  const t = useText()
  const called = useCall(calls.agencies, { id }, { everySeconds: 30, keepEarlier: true })
  const agency = called.data?.[0]
  if (agency !== undefined) return <AgencyView agency={agency} />
  const isGone = called.failure?.code === 1003
  return (
    <Screen title={t('titles.follow')} waiting={called.failure === undefined}>
      {isGone ? (
        <EmptyState
          title={t('follow.gone')}
          text={t('follow.goneText')}
          action={<Button text={t('follow.seeAll')} href={hrefOf('follow')} />}
        />
      ) : called.failure === undefined ? (
        <>
          <SkeletonCard height={382} />
          <SkeletonCard height={230} />
          <SkeletonCard height={200} />
        </>
      ) : (
        <LoadError title={t('follow.failed')} text={t('follow.failedText')} answer={called} />
      )}
    </Screen>
  )
}

function AgencyView({ agency }: { agency: Agency }) {
  const t = useText()
  const { name, inceptionAt, endedAt, campaigns, endsAfterFall } = agency
  const fallen = rate(0n - agency.maxDrawdown)
  const open = campaigns.find(({ state }) => state === 'open')
  const nameOf = endedAt !== undefined && monthOf(inceptionAt) === monthOf(endedAt) ? dateOf : monthOf
  return (
    <Screen
      title={name}
      subtitle={
        endedAt === undefined
          ? t('follow.subtitle', { date: monthOf(inceptionAt) })
          : t('follow.ran', { from: nameOf(inceptionAt), until: nameOf(endedAt) })
      }
      wide
      onRefresh={() => refresh(calls.agencies)}
      footer={
        endedAt === undefined ? (
          open === undefined ? (
            <Button text={t('follow.noOpenTitle')} size="large" wide disabled reason={t('follow.noOpen')} />
          ) : (
            <Button
              text={t('follow.followThis', { number: numberText(open.number) })}
              size="large"
              wide
              href={hrefOf('followOrder', { id: open.id, name: open.name, code: open.code })}
            />
          )
        ) : undefined
      }
    >
      {endedAt === undefined ? undefined : (
        <Notice tone="warn">
          {t('follow.endedNotice', {
            date: dateOf(endedAt),
            limit: wholePercent(endsAfterFall ?? fallen),
            fall: shareText(fallen),
          })}
        </Notice>
      )}
      <div className={styles['agency']}>
        <Stack>
          <ValueCard agency={agency} />
          <FollowersCard record={agency.record} />
        </Stack>
        <div className={styles['terms']}>
          <Stack>
            {campaigns.map((campaign) => (
              <CampaignCard key={campaign.id} campaign={campaign} />
            ))}
            <RuleCard agency={agency} />
          </Stack>
        </div>
        <Stack>
          <RecordCard agency={agency} />
          <LessonLink kind="follow" id={agency.id} />
        </Stack>
      </div>
    </Screen>
  )
}

function ValueCard({ agency }: { agency: Agency }) {
  const t = useText()
  const said = (share: ReturnType<typeof returnOf>): string => shareChange(share)?.text ?? '—'
  return (
    <Card>
      <Stack>
        <FigureStrip
          figures={[
            ...periods.map((n) => [t('follow.days', { n: String(n) }), said(returnOf(agency, n))] as const),
            [t('follow.worstFall'), said(agency.maxDrawdown)],
            [t('follow.worst30'), said(agency.worst30)],
            [t('follow.campaigns'), String(agency.record.length)],
          ]}
        />
        <EquityChart agency={agency} />
      </Stack>
    </Card>
  )
}

function RuleCard({ agency: { rule, inceptionAt, endsAfterFall } }: { agency: Agency }) {
  const t = useText()
  const ends = endsAfterFall === undefined ? '' : t('follow.ruleStop', { fall: wholePercent(endsAfterFall) })
  return (
    <TitledCard title={t('follow.ruleTitle')} gap={8}>
      <Typography as="p" size={13}>
        {rule}
      </Typography>
      <Typography as="p" size={13} tone="second">
        {`${ends}${t('follow.ruleText', { date: dateOf(inceptionAt) })}`}
      </Typography>
    </TitledCard>
  )
}

/** The terms of a campaign that takes orders, waits or runs. */
export function CampaignCard({ campaign }: { campaign: Campaign }) {
  const t = useText()
  const { number, state, remaining, capacity, stop, leverage, scheduleHash } = campaign
  const left = capacity === 0n ? 0n : (remaining * 100n) / capacity
  const loss = (stop * BigInt(leverage)) as typeof stop
  return (
    <Card>
      <Stack>
        <Line spread="apart" align="start" wrap>
          <Stack gap={0}>
            <Typography as="h2" size={15} weight="bold">
              {positionText(t, campaign)}
            </Typography>
            <Typography size={12} tone="second">
              {t('follow.termsFixed', { number: numberText(number) })}
            </Typography>
          </Stack>
          <Tag text={t(`follow.states.${state}`)} tone={state === 'open' ? 'brand' : 'plain'} />
        </Line>
        <CampaignTimes campaign={campaign} />
        <FigureStrip
          figures={[
            [t('follow.capacityLeft'), `${left}%`],
            [t('follow.stop'), t('follow.stopAt', { percent: shareText(loss).replace('.00', '') })],
            [t('follow.performanceFee'), t('follow.performanceFeeText')],
          ]}
        />
        <KeyValues
          rows={[
            {
              label: t('follow.capacity'),
              value: moneyText(capacity, paidIn).replace('.00', ''),
            },
            {
              label: t('follow.schedule'),
              value: (
                <span title={scheduleHash} translate="no">
                  {`${scheduleHash.slice(0, 4)} ${scheduleHash.slice(4, 8)} … ${scheduleHash.slice(-4)}`}
                </span>
              ),
            },
          ]}
        />
        <Typography as="p" size={12} tone="second">
          {t('follow.proof')}
        </Typography>
      </Stack>
    </Card>
  )
}
