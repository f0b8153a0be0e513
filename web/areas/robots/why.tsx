import { robots as calls } from '@mex/contract/robots/calls.ts'
import { answeredTicksMax, type RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { addMoney, percent, type Rate } from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { useState } from 'react'

import { LoadError } from '#components/load-error.tsx'
import { moneyText, percentText, signedText } from '#components/figures.ts'
import { useParts } from '#data/parts.ts'
import { joinSentences } from '#text/sentences.ts'
import { useLanguage, useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { KeyValues, type KeyValue } from '#ui/key-values.tsx'
import { Notice } from '#ui/notice.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { difficultyText, isRunning, lessText, paidIn } from './figures.ts'
import { Net } from './net.tsx'
import { netParts, type NetParts } from './net-parts.ts'
import { TitledCard } from '#ui/titled-card.tsx'

type Props = { order: RobotOrderDetail }

/** Why the net is what it is: what the coin, the difficulty and the ticks without energy did to the income. */
export function WhyCard({ order }: Props) {
  const t = useText()
  const [isWanted, setWanted] = useState(false)
  const isOpen = isWanted || !isRunning(order)
  if (order.baseDifficulty === undefined) return undefined
  return (
    <TitledCard title={t('robots.why')} gap={8}>
      <Typography as="p" size={12} tone="second">
        {t('robots.whyText')}
      </Typography>
      {isOpen ? (
        <Why order={order} />
      ) : (
        <Button text={t('robots.whyShow')} kind="secondary" onPress={() => setWanted(true)} />
      )}
    </TitledCard>
  )
}

/** The request of the ticks after a full answer. */
const laterTicks = ({ id, series }: RobotOrderDetail) =>
  series.length < answeredTicksMax ? undefined : { id, since: series.at(-1)?.at ?? 0 }

/** Loads the series of every tick, which is long and comes in parts: only where it is shown. */
function Why({ order: { id, redeemStatus } }: Props) {
  const t = useText()
  const everySeconds = redeemStatus === 'done' ? undefined : 120
  const called = useParts(calls.order, { id }, { next: laterTicks, everySeconds })
  const { failure } = called
  const newest = called.data?.at(-1)
  const data =
    newest === undefined ? undefined : { ...newest, series: called.data?.flatMap((part) => part.series) ?? [] }
  if (data === undefined) {
    return failure === undefined ? (
      <Skeleton height={180} />
    ) : (
      <LoadError title={t('robots.failed')} text={t('robots.failedText')} answer={called} />
    )
  }
  const parts = netParts(data)
  if (parts === undefined) return undefined
  return (
    <>
      <KeyValues rows={rowsOf(t, data, parts)} />
      <Reason order={data} parts={parts} />
    </>
  )
}

function rowsOf(t: Text, order: RobotOrderDetail, parts: NetParts): readonly KeyValue[] {
  const { coin, income, energyCost, earnedRent, net } = order
  const idle = t('robots.whyStopped', { ticks: String(parts.idleTicks) })
  return [
    { label: t('robots.whyFlat'), value: signedText(parts.flat, paidIn) },
    ...(parts.idleTicks === 0 ? [] : [{ label: idle, value: signedText(parts.idle, paidIn) }]),
    { label: t('robots.whyCoin', { coin }), value: signedText(parts.coin, paidIn) },
    {
      label: t('robots.whyDifficulty', { change: changeOf(t, order) }),
      value: signedText(parts.difficulty, paidIn),
    },
    { label: t('robots.whyIncome'), value: signedText(income, paidIn), strong: true },
    { label: t('robots.whyEnergy'), value: lessText(energyCost) },
    { label: t('robots.whyRent'), value: lessText(earnedRent) },
    { label: t('robots.whyNet'), value: <Net amount={net} />, strong: true },
  ]
}

/** The difficulty of the last tick, against that of the start. */
const lastOf = ({ series, baseDifficulty }: RobotOrderDetail): Rate | undefined =>
  series.at(-1)?.difficulty ?? baseDifficulty

function changeOf(t: Text, order: RobotOrderDetail): string {
  const [from, to] = [order.baseDifficulty, lastOf(order)]
  if (from === undefined || to === undefined || from === to) return t('robots.same')
  const moved = percent(divide((to - from) * 10_000n, from, 'near'))
  return moved > 0n
    ? t('robots.rose', { percent: percentText(moved) })
    : t('robots.fell', { percent: percentText(percent(0n - moved)) })
}

const causes = { idle: 'robots.causeIdle', coin: 'robots.causeCoin', difficulty: 'robots.causeDifficulty' } as const
type Cause = keyof typeof causes

/** In words, why the net is negative: what took most, and what the difficulty did. */
function Reason({ order, parts }: { order: RobotOrderDetail; parts: NetParts }) {
  const t = useText()
  const language = useLanguage()
  const { net, income, energyCost, earnedRent } = order
  if (net >= 0n) return undefined
  const cause = mainCause(parts)
  const costs = addMoney(energyCost, earnedRent)
  const sentences = [
    t('robots.whyNegative', { income: moneyText(income, paidIn), costs: moneyText(costs, paidIn) }),
    ...(cause === undefined ? [] : [t('robots.whyMost', { cause: t(causes[cause]) })]),
    ...(parts.difficulty < 0n
      ? [
          t('robots.whyHarder', {
            from: difficultyText(order.baseDifficulty),
            to: difficultyText(lastOf(order)),
          }),
        ]
      : []),
  ]
  return <Notice tone="warn">{joinSentences(language, sentences)}</Notice>
}

/** The part that lowered the income most; undefined if none did. */
function mainCause(parts: NetParts): Cause | undefined {
  const least = (['idle', 'coin', 'difficulty'] as const).toSorted((one, other) => Number(parts[one] - parts[other]))[0]
  return least !== undefined && parts[least] < 0n ? least : undefined
}
