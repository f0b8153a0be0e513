import { follows as calls } from '@mex/contract/follow/calls.ts'
import type { Agency } from '@mex/contract/follow/shapes.ts'
import { Bot, History, Lock } from 'lucide-react'
import { useState } from 'react'

import { LessonLink } from '#areas/lessons/door/lesson-link.tsx'
import { LoadedRows } from '#components/loaded-rows.tsx'
import { parseId } from '#components/parse-id.ts'
import { refresh, useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useParameters } from '#data/use-navigation.ts'
import { NamedChange } from '#components/named-change.tsx'
import { useText } from '#text/use-text.ts'
import { Card } from '#ui/card.tsx'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen } from '#ui/screen.tsx'
import { Sparkline } from '#ui/sparkline.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { AgencyPage } from './agency-page.tsx'
import { monthOf, shareChange } from './figures.ts'
import styles from './follow.module.css'
import { periods, returnOf, valuesOf, type Period } from './window.ts'

/** All agencies, or the one of the URL. */
export function FollowScreen() {
  const id = parseId(useParameters('follow').id)
  return id === undefined ? <Agencies /> : <AgencyPage key={id} id={id} />
}

function Agencies() {
  const t = useText()
  const [period, setPeriod] = useState<Period>(90)
  const called = useCall(calls.agencies, {}, { everySeconds: 60, keepEarlier: true })
  return (
    <Screen
      title={t('titles.follow')}
      wide
      onRefresh={() => refresh(calls.agencies)}
      actions={<IconButton icon={<History />} label={t('follow.mine')} href={hrefOf('trade', { list: 5 })} />}
    >
      <Notice icon={<Bot aria-hidden="true" />}>{t('follow.simulatedNote')}</Notice>
      <LoadedRows
        called={called}
        failed={{ title: t('follow.failed'), text: t('follow.failedText') }}
        waitingCards={[44, 146, 146, 146, 146, 146]}
        empty={<EmptyState title={t('follow.none')} text={t('follow.noneText')} />}
      >
        {(agencies) => (
          <Stack>
            <Chips
              label={t('follow.period')}
              options={periods.map((value) => ({ value, text: t('follow.days', { n: String(value) }) }))}
              value={period}
              onChange={setPeriod}
            />
            <Line spread="apart" wrap>
              <Typography size={12} tone="second">
                {t('follow.allOf', { n: String(agencies.length) })}
              </Typography>
              <Typography size={12} tone="second">
                {t('follow.sortedBy', { n: String(period) })}
              </Typography>
            </Line>
            <ul className={styles['agencies']}>
              {sorted(agencies, period).map((agency) => (
                <li key={agency.id}>
                  <AgencyCard agency={agency} period={period} />
                </li>
              ))}
            </ul>
          </Stack>
        )}
      </LoadedRows>
      <LessonLink kind="follow" />
    </Screen>
  )
}

/** Highest return first; an agency that ended stands behind those that go on. */
function sorted(agencies: readonly Agency[], period: Period): readonly Agency[] {
  const rank = (agency: Agency): number => Number(returnOf(agency, period) ?? 0n)
  const isOver = ({ endedAt }: Agency): number => (endedAt === undefined ? 0 : 1)
  return agencies.toSorted((one, other) => isOver(one) - isOver(other) || rank(other) - rank(one))
}

function AgencyCard({ agency, period }: { agency: Agency; period: Period }) {
  const t = useText()
  const { id, name, strategy, inceptionAt, endedAt, maxDrawdown, worst30 } = agency
  const open = agency.campaigns.filter(({ state }) => state === 'open').length
  const gained = shareChange(returnOf(agency, period))
  const points = valuesOf(agency, period)?.map(({ nav }) => Number(nav))
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" align="start" gap={12}>
          <Stack gap={4} align="start">
            <Stack gap={0}>
              <a href={hrefOf('follow', { id })}>
                <Typography as="h2" size={17} weight="bold">
                  {name}
                </Typography>
              </a>
              <Typography size={12} tone="second">
                {endedAt === undefined
                  ? t('follow.since', { strategy, date: monthOf(inceptionAt) })
                  : t('follow.closedSince', { date: monthOf(endedAt) })}
              </Typography>
            </Stack>
            {endedAt === undefined ? (
              <Tag
                text={open > 0 ? t('follow.openCampaign', { n: String(open) }) : t('follow.noCampaign')}
                tone={open > 0 ? 'brand' : 'plain'}
              />
            ) : (
              <Tag text={t('follow.closed')} icon={<Lock aria-hidden="true" />} />
            )}
          </Stack>
          {points === undefined ? undefined : <Sparkline points={points} width={80} height={44} />}
        </Line>
        <div className={styles['figures']}>
          <NamedChange label={t('follow.days', { n: String(period) })} change={gained} coloured size={15} />
          <NamedChange label={t('follow.worstFall')} change={shareChange(maxDrawdown)} coloured={false} size={15} />
          <NamedChange label={t('follow.worst30')} change={shareChange(worst30)} coloured={false} size={15} />
        </div>
      </Stack>
    </Card>
  )
}
