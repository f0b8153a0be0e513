import { robots as calls } from '@mex/contract/robots/calls.ts'
import type { RobotOrderDetail } from '@mex/contract/robots/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import type { CSSProperties } from 'react'

import { moneyText } from '#components/figures.ts'
import { useCall } from '#data/call.ts'
import { formatDate, formatTime } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { dayOf, isRunning, paidIn } from './figures.ts'
import styles from './robots.module.css'

/** The height of the bars, their ends and their text in px: also of their place, before there are any. */
const barsHeight = 148

type Bar = { readonly at: number; readonly cents: number }

/** Bars for drawing and for the two figures of their description. */
const barsOf = (list: readonly (readonly (number | string)[])[]): readonly Bar[] =>
  list.map(([at, income]) => ({ at: Number(at) * 1000, cents: Math.floor(Number(income) * 100) }))

const cents = (amount: number): Money => money(BigInt(amount))

type Props = { order: RobotOrderDetail; ofDay: Money }

/** Income by day as bars with the energy of a day as a line; by hour in the first two days. */
export function IncomeBars({ order, ofDay }: Props) {
  const t = useText()
  const isYoung = dayOf(order) < 2
  const type = isYoung ? '1D' : '1M'
  const { data } = useCall(calls.series, { orderId: order.id, type }, { everySeconds: 60, keepEarlier: true })
  if (data === undefined) return <Skeleton height={barsHeight} />
  const bars = barsOf(data.list)
  const [first, last] = [bars[0], bars.at(-1)]
  if (first === undefined || last === undefined) {
    return (
      <div className={styles['noBars']} style={{ minHeight: barsHeight }}>
        <Typography as="p" size={12} tone="second">
          {t('robots.noBars')}
        </Typography>
      </div>
    )
  }
  const energy = isYoung ? money(divide(ofDay, 24n, 'near')) : ofDay
  const amounts = bars.map((bar) => bar.cents)
  const top = Math.max(...amounts, Number(energy), 1)
  const dateText = isYoung ? formatTime : formatDate
  const label = t(isYoung ? 'robots.hourBars' : 'robots.bars', {
    count: String(bars.length),
    low: moneyText(cents(Math.min(...amounts)), paidIn),
    high: moneyText(cents(Math.max(...amounts)), paidIn),
    energy: moneyText(energy, paidIn),
  })
  return (
    <>
      <figure className={styles['bars']} aria-label={label}>
        {bars.map(({ at, cents: amount }) => (
          <span
            key={at}
            data-last={(at === last.at && isRunning(order)) || undefined}
            style={{ height: `${(amount / top) * 100}%` }}
          />
        ))}
        <i style={{ '--y': `${(Number(energy) / top) * 100}%` } as CSSProperties} />
      </figure>
      <div className={styles['ends']} aria-hidden="true">
        <span>{dateText(first.at)}</span>
        <span>{bars.length > 1 ? dateText(last.at) : ''}</span>
      </div>
      <Typography as="p" size={12} tone="second">
        {t(isYoung ? 'robots.hourBarsText' : 'robots.barsText', { energy: moneyText(energy, paidIn) })}
      </Typography>
    </>
  )
}
