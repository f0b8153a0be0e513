import type { Agency, CampaignRecord } from '@mex/contract/follow/shapes.ts'
import { rate } from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { useState, type CSSProperties } from 'react'

import { joinSentences } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Typography } from '#ui/typography.tsx'
import { scaleOf } from './bar-scale.ts'
import { dateOf, dayOf, numberText, percentNumber, positionText, shareChange } from './figures.ts'
import { WideTable } from '#ui/wide-table.tsx'
import styles from './follow.module.css'
import { VisuallyHidden } from '#ui/layout.tsx'
import { TitledCard } from '#ui/titled-card.tsx'

/** Campaigns whose bars are shown. */
const barsMax = 8

/** What followers of the last campaigns got, net, with the fee as the pale part. */
export function FollowersCard({ record }: { record: readonly CampaignRecord[] }) {
  const t = useText()
  const language = useLanguage()
  if (record.length === 0) return undefined
  const shown = record.slice(0, barsMax).toReversed()
  const count = BigInt(shown.length)
  const average = rate(
    divide(
      shown.reduce((sum, { followersResult }) => sum + followersResult, 0n),
      count,
      'near',
    ),
  )
  const lost = shown.filter(({ followersResult }) => followersResult < 0n).length
  const followed = shown.filter(({ followers }) => followers > 0).length
  // Bars of gains alone are drawn with their fee.
  const hasFee = shown.some(({ followersResult }) => followersResult > 0n)
  const { zero, height } = scaleOf(
    shown.map(({ result, followersResult }) => ({ gross: percentNumber(result), net: percentNumber(followersResult) })),
  )
  return (
    <TitledCard
      title={t(followed === 0 ? 'follow.wouldTitle' : 'follow.gotTitle')}
      note={t('follow.gotLast', { n: String(shown.length) })}
    >
      <ol className={styles['bars']} style={{ '--zero': `${zero}%` } as CSSProperties}>
        {shown.map((campaign) => (
          <Bar key={campaign.campaignId} campaign={campaign} percentHeight={height} />
        ))}
      </ol>
      <Typography as="p" size={12} tone="second">
        {joinSentences(language, [
          t('follow.gotText'),
          ...(hasFee ? [t('follow.gotFee')] : []),
          t('follow.gotAverage', {
            average: shareChange(average)?.text ?? '—',
            lost: String(lost),
            n: String(shown.length),
          }),
          t('follow.gotRows', { n: followed }),
        ])}
      </Typography>
    </TitledCard>
  )
}

/** '+3.8', '−1.9', and '0.0' without a sign. */
function tenthText(percent: number): string {
  const size = Math.abs(percent).toFixed(1)
  return Number(size) === 0 ? size : `${percent < 0 ? '−' : '+'}${size}`
}

function Bar({ campaign, percentHeight }: { campaign: CampaignRecord; percentHeight: number }) {
  const t = useText()
  const { number, result, followersResult } = campaign
  const [gross, net] = [percentNumber(result), percentNumber(followersResult)]
  const said = (share: typeof result): string => shareChange(share)?.text ?? '—'
  const height = (value: number): string => `${Math.abs(value) * percentHeight}%`
  return (
    <li
      className={styles['bar']}
      data-sign={net > 0 ? 'up' : 'down'}
      style={{ '--net': height(net), '--gross': height(Math.max(gross, net)) } as CSSProperties}
    >
      <span aria-hidden="true">{tenthText(net)}</span>
      <VisuallyHidden>
        {t('follow.gotBar', { number: numberText(number), net: said(followersResult), result: said(result) })}
      </VisuallyHidden>
    </li>
  )
}

/** Rows that are shown before somebody asks for all. */
const rowsFirst = 10

/** Every campaign since the inception: the agency's own figure beside what followers got. */
export function RecordCard({ agency: { record, inceptionAt } }: { agency: Agency }) {
  const t = useText()
  const [isWhole, setWhole] = useState(false)
  if (record.length === 0) return undefined
  const shown = isWhole ? record : record.slice(0, rowsFirst)
  return (
    <TitledCard title={t('follow.recordTitle')}>
      <Typography as="p" size={12} tone="second">
        {t('follow.recordText', { n: String(record.length), date: dateOf(inceptionAt) })}
      </Typography>
      <WideTable className={styles['record']}>
        <thead>
          <tr>
            <th scope="col">{t('follow.recordCampaign')}</th>
            <th scope="col">{t('follow.recordAgency')}</th>
            <th scope="col">{t('follow.recordFollowers')}</th>
          </tr>
        </thead>
        <tbody>
          {shown.map((campaign) => (
            <RecordRow key={campaign.campaignId} campaign={campaign} />
          ))}
        </tbody>
      </WideTable>
      {isWhole || record.length <= rowsFirst ? undefined : (
        <Button
          text={t('follow.showAll', { n: String(record.length) })}
          kind="secondary"
          onPress={() => setWhole(true)}
        />
      )}
    </TitledCard>
  )
}

function RecordRow({ campaign }: { campaign: CampaignRecord }) {
  const t = useText()
  const { number, closedAt, opensAt, isStopped, result, followersResult } = campaign
  const [agency, followers] = [shareChange(result), shareChange(followersResult)]
  const dates = `${dayOf(opensAt)}–${dateOf(closedAt)}`
  return (
    <tr>
      <th scope="row">
        <span>{`${numberText(number)} ${positionText(t, campaign)}`}</span>
        <span className={styles['small']}>{isStopped ? `${dates} · ${t('follow.stopMark')}` : dates}</span>
      </th>
      <td data-trend={agency?.trend}>{agency?.text ?? '—'}</td>
      <td data-trend={followers?.trend}>{followers?.text ?? '—'}</td>
    </tr>
  )
}
