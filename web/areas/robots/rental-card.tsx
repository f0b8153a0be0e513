import type { RobotOrderView } from '@mex/contract/robots/shapes.ts'

import { moneyText } from '#components/figures.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { ProgressBar } from '#ui/progress-bar.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { dayOf, gonePercent, paidIn, transferHref } from './figures.ts'
import { Net } from './net.tsx'
import { stateTag, StatusIcon } from './stages.tsx'
import styles from './robots.module.css'

type Props = {
  order: RobotOrderView
  /** On the page of robots: without its sums and buttons. */
  isShort?: boolean
}

/** One rental in a list: where it stands, how far it is, what it brought. */
export function RentalCard({ order, isShort = false }: Props) {
  const t = useText()
  const { id, name, number, price, status, cycle, income } = order
  const tag = stateTag(t, order)
  const day = t('robots.dayOf', { day: String(dayOf(order)), count: String(cycle) })
  return (
    <Card>
      <Stack gap={8}>
        <Line align="start" gap={12} wrap>
          <StatusIcon status={status} />
          <div className={styles['grow']}>
            <a href={hrefOf('robotRental', { id })}>
              <Typography as="h2" size={15} weight="bold">
                {name}
              </Typography>
            </a>
            <Typography size={12} tone="second">{`${number} · ${moneyText(price, paidIn)}`}</Typography>
          </div>
          <Tag text={tag.text} tone={tag.tone} />
        </Line>
        <ProgressBar
          label={day}
          percent={gonePercent(order)}
          tone={status === 'stopped' || status === 'expired' ? 'danger' : 'warn'}
          thin
        />
        <Line spread="apart" wrap>
          <Typography size={12} tone="second">
            {day}
          </Typography>
          <Typography size={12} tone="second">
            {t('robots.incomeSoFar', { amount: moneyText(income, paidIn) })}
          </Typography>
        </Line>
        {isShort ? undefined : <Outcome order={order} />}
      </Stack>
    </Card>
  )
}

/** The net so far, and what can be done now. */
function Outcome({ order }: { order: RobotOrderView }) {
  const t = useText()
  const { id, status, redeemStatus, net } = order
  const isOver = status === 'expired' || redeemStatus !== 'none'
  return (
    <Line spread="apart" wrap>
      <Line wrap>
        <Typography size={13} tone="second">
          {t(isOver ? 'robots.netAtEnd' : 'robots.netSoFar')}
        </Typography>
        <Net amount={net} />
        {status === 'expired' && redeemStatus === 'none' ? (
          <Typography size={12} tone="second">
            {t('robots.comesByItself')}
          </Typography>
        ) : undefined}
      </Line>
      {status === 'stopped' && redeemStatus === 'none' ? (
        <Button text={t('robots.transfer')} size="small" href={transferHref()} />
      ) : status === 'expired' && redeemStatus === 'none' ? (
        <Button
          text={t('robots.take', { amount: moneyText(order.residual, paidIn) })}
          size="small"
          kind="secondary"
          href={hrefOf('robotRental', { id })}
        />
      ) : undefined}
    </Line>
  )
}
