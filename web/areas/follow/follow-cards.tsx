import type { Follow } from '@mex/contract/follow/shapes.ts'
import { rate } from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'

import { moneyText, profitText } from '#components/figures.ts'
import { capitalize } from '#text/capitalize.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import type { KeyValue } from '#ui/key-values.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Tag } from '#ui/tag.tsx'
import { Typography } from '#ui/typography.tsx'
import { dateOf, zonedTime, numberText, paidIn, positionText, shareChange, sharePrice, stateTag } from './figures.ts'
import styles from './follow.module.css'

/** What is gained of an amount. */
const gainOf = ({ profit, amount }: Follow) =>
  profit === undefined ? undefined : shareChange(rate(divide(profit * 10n ** 12n, amount, 'near')))

/** What an order is, what it is worth, and what comes next. */
export function FollowHead({ order, href }: { order: Follow; href: string }) {
  const t = useText()
  const { agencyName, campaignNumber, value, amount, profit, status } = order
  const tag = stateTag(t, order)
  const gain = gainOf(order)
  const change = profitText(profit, paidIn)
  return (
    <Stack gap={8}>
      <Stack gap={0}>
        <Line spread="apart" align="baseline" wrap>
          <a href={href}>
            <Typography as="h2" size={17} weight="bold">
              {agencyName}
            </Typography>
          </a>
          <span className={styles['right']}>
            <Typography size={15} weight="bold">
              {moneyText(status === 'refunded' ? amount : (value ?? amount), paidIn)}
            </Typography>
          </span>
        </Line>
        <Line spread="apart" align="baseline" gap={4} wrap>
          <Typography size={12} tone="second">
            {t('follow.orderLine', { position: positionText(t, order), number: numberText(campaignNumber) })}
          </Typography>
          {change === undefined || gain === undefined ? undefined : (
            <span className={styles['right']}>
              <Change change={{ ...change, text: `${change.text} · ${gain.text}` }} glyph={false} />
            </span>
          )}
        </Line>
      </Stack>
      <Line wrap>
        <Tag text={capitalize(tag.text)} tone={tag.tone} />
        <Typography size={12} tone="second">
          {comingText(t, order)}
        </Typography>
      </Line>
    </Stack>
  )
}

/** What happens to an order next, in a few words. */
function comingText(t: Text, { status, opensAt, closesAt, settlesAt, isStopped }: Follow): string {
  switch (status) {
    case 'waiting':
      return t('follow.entersAt', { time: zonedTime(opensAt) })
    case 'running':
      return t('follow.exitsAt', { exit: zonedTime(closesAt), settle: dateOf(settlesAt).slice(0, 5) })
    case 'ended': {
      const settles = t('follow.settlesOn', { date: dateOf(settlesAt) })
      return isStopped ? `${settles} · ${t('follow.stopped')}` : settles
    }
    case 'settled':
      return isStopped ? `${dateOf(settlesAt)} · ${t('follow.stopped')}` : dateOf(settlesAt)
    case 'refunded':
      return ''
  }
}

/** The figures of an order under their names. */
export function followRows(t: Text, order: Follow): readonly KeyValue[] {
  const { amount, openPrice, closePrice, last, payout, fee, status, result } = order
  const put = { label: t('follow.youPutIn'), value: moneyText(amount, paidIn) }
  if (payout === undefined) return [put]
  const isEnded = status === 'ended' || status === 'settled'
  const gain = gainOf(order)
  return [
    put,
    { label: t('follow.enteredAt'), value: `$${sharePrice(openPrice)}` },
    isEnded
      ? { label: t('follow.leftAt'), value: `$${sharePrice(closePrice)}` }
      : { label: t('follow.now'), value: `$${sharePrice(last)}` },
    ...(isEnded
      ? [
          { label: t('follow.agencyFigure'), value: shareChange(result)?.text ?? '—' },
          { label: t('follow.yourFigure'), value: gain?.text ?? '—' },
          { label: t('follow.feePaid'), value: moneyText(fee, paidIn) },
        ]
      : []),
    {
      label: t(status === 'settled' ? 'follow.received' : isEnded ? 'follow.willReceive' : 'follow.ifEnded'),
      value: moneyText(payout, paidIn),
      strong: true,
    },
  ]
}
