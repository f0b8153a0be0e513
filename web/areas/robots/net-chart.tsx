import type { RobotView } from '@mex/contract/robots/shapes.ts'
import { money, type Money } from '@mex/core/money/money.ts'
import type { CSSProperties } from 'react'

import { signedText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { coinText, evenChange, netAt, paidIn } from './figures.ts'
import styles from './net-chart.module.css'

/** Changes of the coin's price that the chart reaches at least, in percent. */
const least = 40
/** Room beyond the break-even, in percent. */
const beyond = 10

const at = (x: number, y: number): CSSProperties => ({ '--x': `${x}%`, '--y': `${y}%` }) as CSSProperties

const nothing = money(0n)

/** What the chart draws: the net falls and rises in proportion to the price of the coin. */
function planOf(robot: RobotView) {
  const even = evenChange(robot)
  const reach = even === undefined ? least : Math.min(100, Math.max(least, Math.ceil(Math.abs(even)) + beyond))
  const [low, high] = [netAt(robot, -reach), netAt(robot, reach)]
  const [bottom, top] = [Math.min(Number(low), 0), Math.max(Number(high), 0)]
  const yOf = (net: number): number => 5 + ((top - net) / Math.max(top - bottom, 1)) * 90
  const xOf = (change: number): number => ((change + reach) / (2 * reach)) * 100
  return { even, reach, low, high, yOf, xOf }
}

/** The net after the cycle as a line over the price of the coin, red below the break-even and green above it. */
export function NetChart({ robot }: { robot: RobotView }) {
  const t = useText()
  const { even, reach, low, high, yOf, xOf } = planOf(robot)
  const zero = yOf(0)
  const crossing = even === undefined ? (low < 0n ? 100 : 0) : Math.min(100, Math.max(0, xOf(even)))
  const [left, right] = [yOf(Number(low)), yOf(Number(high))]
  const price = robot.coinPrice
  const said = (net: Money): string => signedText(net, paidIn)
  const moved = (percent: number): string => `${percent > 0 ? '+' : '−'}${Math.abs(percent)}%`
  const label = t('robots.chart', {
    count: String(robot.cycle),
    coin: robot.coin,
    low: said(low),
    from: moved(-reach),
    now: said(netAt(robot, 0)),
    high: said(high),
    to: moved(reach),
    even: coinText(robot.breakEvenPrice),
  })
  return (
    <figure className={styles['chart']} aria-label={label}>
      <div className={styles['plot']} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={styles['lossArea']} d={`M0 ${zero}L0 ${left}L${crossing} ${zero}Z`} />
          <path className={styles['gainArea']} d={`M${crossing} ${zero}L100 ${right}L100 ${zero}Z`} />
          <path className={styles['zero']} d={`M0 ${zero}H100`} />
          <path className={styles['loss']} d={`M0 ${left}L${crossing} ${zero}`} />
          <path className={styles['gain']} d={`M${crossing} ${zero}L100 ${right}`} />
        </svg>
        <span className={styles['today']} style={at(50, yOf(Number(netAt(robot, 0))))} />
        <span className={styles['even']} style={at(crossing, zero)} />
        <span className={styles['name']} style={at(crossing, zero)} data-end={crossing > 55 || undefined}>
          {t('robots.breakEvenAt', { price: coinText(robot.breakEvenPrice) })}
        </span>
      </div>
      <div className={styles['values']} aria-hidden="true">
        <span>{said(high)}</span>
        <span style={{ '--y': `${zero}%` } as CSSProperties}>{said(nothing)}</span>
        <span>{said(low)}</span>
      </div>
      <div className={styles['axis']} aria-hidden="true">
        <span>{moved(-reach)}</span>
        <span>{price === undefined ? t('robots.today') : `${t('robots.today')} ${coinText(price)}`}</span>
        <span>{moved(reach)}</span>
      </div>
    </figure>
  )
}
