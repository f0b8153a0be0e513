import type { RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { inCents, energyCost as energyPriceOf } from '@mex/core/robots/economics.ts'
import { Zap, ZapOff } from 'lucide-react'

import { moneyText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { capitalize } from '#text/capitalize.ts'
import { formatTime } from '#text/format-time.ts'
import { explained } from '#text/sentences.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { dayOf, hasMiningFailed, isRunning, paidIn, robotWallet, smallText, transferHref } from './figures.ts'
import { Net } from './net.tsx'
import { IncomeBars } from './income-bars.tsx'
import { Stages, stateTag } from './stages.tsx'
import styles from './robots.module.css'

type Props = { order: RobotOrderDetail }

/** Where the rental stands, and what comes next. */
export function StageCard({ order }: Props) {
  const t = useText()
  const { status, cycle, redeemStatus, refillsAt } = order
  const tag = stateTag(t, order)
  const hasStopped = status === 'stopped' && redeemStatus === 'none'
  return (
    <Card>
      <Stack>
        <Stages status={status} />
        <Line spread="apart" wrap>
          <Line wrap>
            <Tag text={tag.text} tone={tag.tone} icon={tag.icon} />
            <Outcome order={order} />
            <Typography size={13}>{t('robots.dayOf', { day: String(dayOf(order)), count: String(cycle) })}</Typography>
          </Line>
          {status === 'mining' && refillsAt !== undefined && isRunning(order) ? (
            <Typography size={12} tone="second">
              {t('robots.nextEnergyAt', { time: formatTime(refillsAt) })}
            </Typography>
          ) : undefined}
        </Line>
        <StageText order={order} />
        {hasStopped ? <Button text={t('robots.transferLong')} wide href={transferHref()} /> : undefined}
      </Stack>
    </Card>
  )
}

/** The specification's word for how connecting ended. */
function Outcome({ order }: Props) {
  const t = useText()
  const { status, redeemStatus } = order
  if (redeemStatus !== 'none') return undefined
  if (hasMiningFailed(order)) return <Tag text={t('spec.failures.miningFailed')} tone="danger" />
  if (status === 'mining') return <Tag text={capitalize(t('spec.robotStates.success'))} tone="success" />
  return status === 'stopped' ? <Tag text={capitalize(t('spec.robotStates.failure'))} tone="danger" /> : undefined
}

function StageText({ order }: Props) {
  const t = useText()
  const language = useLanguage()
  const { status, redeemStatus, cycle, refund, redemption, residual } = order
  if (redeemStatus === 'done') return <Said text={t('robots.redeemedText', { amount: moneyText(refund, paidIn) })} />
  if (redeemStatus === 'processing') return <Said text={t('robots.redeemingText')} />
  if (hasMiningFailed(order)) return <Said text={t('robots.poolFullText')} />
  switch (status) {
    case 'finding':
    case 'locating':
    case 'starting':
      return <Said text={t('robots.soon')} />
    case 'stopped':
      return (
        <Typography as="p" size={13} tone="danger">
          {explained(
            language,
            t('spec.failures.insufficientEnergyStopMining'),
            t('robots.stoppedText', { count: String(cycle) }),
          )}
        </Typography>
      )
    case 'expired':
      return <Said text={t('robots.expiredText', { amount: moneyText(redemption?.refund ?? residual, paidIn) })} />
    case 'mining':
      return <Said text={t('robots.miningText')} />
  }
}

const Said = ({ text }: { text: string }) => (
  <Typography as="p" size={13} tone="second">
    {text}
  </Typography>
)

/** Blocks of the energy gauge: one for each six units, which is an hour. */
const blocks = 24

/** The energy that is left, and what it costs. */
export function EnergyCard({ order }: Props) {
  const t = useText()
  const { data } = useCall(wallet.balance, { wallet: robotWallet }, { everySeconds: 30 })
  const { energy, energyMax, price, unpaidEnergy, status } = order
  const full = Math.ceil((energy / energyMax) * blocks)
  const hasStopped = status === 'stopped'
  const name = t('robots.energyOf', { units: String(energy), max: String(energyMax) })
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" wrap>
          <Line>
            {hasStopped ? <ZapOff size={20} aria-hidden="true" /> : <Zap size={20} aria-hidden="true" />}
            <Typography as="h2" size={15} weight="bold">
              {name}
            </Typography>
          </Line>
          <Typography size={12} tone={hasStopped ? 'danger' : 'second'}>
            {t(hasStopped ? 'robots.noMoney' : 'robots.boughtBack')}
          </Typography>
        </Line>
        <div className={styles['blocks']} aria-hidden="true">
          {Array.from({ length: blocks }, (_, place) => (
            <span key={place} data-full={place < full || undefined} />
          ))}
        </div>
        <Typography as="p" size={12} tone="second">
          {t('robots.energyPrice', {
            amount: smallText(energyPriceOf(price, 1)),
            left: moneyText(data?.available, paidIn),
          })}
        </Typography>
        {hasStopped ? (
          <Typography as="p" size={12} tone="second">
            {t('robots.energyResumes', { amount: moneyText(unpaidEnergy, paidIn) })}
          </Typography>
        ) : undefined}
      </Stack>
    </Card>
  )
}

/** What the rental brought after energy and rent so far, with its income by day. */
export function NetCard({ order }: Props) {
  const t = useText()
  const { net, income, energyCost, earnedRent, price } = order
  const ofDay = inCents(energyPriceOf(price, 144))
  return (
    <Card>
      <Stack gap={8}>
        <Line spread="apart" align="start" wrap>
          <Stack gap={0}>
            <Typography as="h2" size={13} tone="second">
              {t(isRunning(order) ? 'robots.netSoFar' : 'robots.netAtEnd')}
            </Typography>
            <Net amount={net} size={20} />
          </Stack>
          <Stack gap={0} align="end">
            <Typography size={12} tone="second">
              {t('robots.sumIncome', { amount: moneyText(income, paidIn) })}
            </Typography>
            <Typography size={12} tone="second">
              {t('robots.sumCosts', { energy: moneyText(energyCost, paidIn), rent: moneyText(earnedRent, paidIn) })}
            </Typography>
          </Stack>
        </Line>
        <IncomeBars order={order} ofDay={ofDay} />
      </Stack>
    </Card>
  )
}
