import type { Agency } from '@mex/contract/follow/shapes.ts'
import { formatPrice, price } from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'

import { useText } from '#text/use-text.ts'
import { dateOf, monthOf, nearestPercent, shareText } from './figures.ts'
import styles from './follow.module.css'

type Day = { readonly nav: number; readonly held: number | undefined; readonly fall: number }

/** The record of an agency: that of one that has closed stops there, as its value moves no more. */
function historyOf({ navHistory, endedAt }: Agency): Agency['navHistory'] {
  const end = endedAt === undefined ? -1 : navHistory.findIndex(({ at }) => at >= endedAt)
  return end === -1 ? navHistory : navHistory.slice(0, end + 1)
}

/** Falls below the highest value so far, for each day. */
function daysOf(navHistory: Agency['navHistory']): readonly Day[] {
  let highest = 0
  return navHistory.map(({ nav, benchmark }) => {
    const value = Number(nav) / 1e8
    highest = Math.max(highest, value)
    return {
      nav: value,
      held: benchmark === undefined ? undefined : Number(benchmark) / 1e8,
      fall: value / highest - 1,
    }
  })
}

const hundredth = (value: bigint): string => formatPrice(price(divide(value, 10n ** 6n, 'near') * 10n ** 6n), 2)

/** '×2.29': how many times the value of the inception. */
const timesText = (value: number): string => `×${value.toFixed(2)}`

/** The value of an agency with its benchmark, and its falls under it on the same time axis. */
export function EquityChart({ agency }: { agency: Agency }) {
  const t = useText()
  const { maxDrawdown, benchmarkName, inceptionAt } = agency
  const navHistory = historyOf(agency)
  const days = daysOf(navHistory)
  const last = navHistory.at(-1)
  if (last === undefined || days.length < 2) return undefined
  const values = days.flatMap(({ nav, held }) => (held === undefined ? [nav] : [nav, held]))
  const [low, high] = [Math.min(...values), Math.max(...values)]
  const deepest = Math.min(-0.01, ...days.map(({ fall }) => fall))
  const across = (index: number): number => (index / (days.length - 1)) * 100
  const up = (value: number): number => ((high - value) / (high - low || 1)) * 100
  const line = (of: (day: Day) => number | undefined): string =>
    days
      .flatMap((day, index) => {
        const value = of(day)
        return value === undefined ? [] : [`${across(index).toFixed(2)} ${up(value).toFixed(2)}`]
      })
      .join('L')
  const fallLine = days
    .map(({ fall }, index) => `${across(index).toFixed(2)} ${((fall / deepest) * 100).toFixed(2)}`)
    .join('L')
  const value = line(({ nav }) => nav)
  const beginsAt = navHistory[0]?.at ?? inceptionAt
  const nameOf = monthOf(beginsAt) === monthOf(last.at) ? dateOf : monthOf
  return (
    <figure
      className={styles['equity']}
      aria-label={t('follow.chartLabel', {
        from: dateOf(inceptionAt),
        until: dateOf(last.at),
        nav: hundredth(last.nav),
        benchmark: benchmarkName,
        held: last.benchmark === undefined ? '—' : hundredth(last.benchmark),
        fall: shareText(maxDrawdown),
      })}
    >
      <div className={styles['plot']} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={styles['area']} d={`M${value}L100 100L0 100Z`} />
          <path className={styles['held']} d={`M${line(({ held }) => held)}`} />
          <path className={styles['line']} d={`M${value}`} />
        </svg>
        <span className={styles['high']}>{timesText(high)}</span>
        <span className={styles['low']}>{timesText(low)}</span>
      </div>
      <div className={styles['falls']} aria-hidden="true">
        <svg viewBox="0 0 100 100" preserveAspectRatio="none">
          <path className={styles['fallen']} d={`M0 0L${fallLine}L100 0Z`} />
          <path className={styles['fall']} d={`M${fallLine}`} />
        </svg>
        <span className={styles['low']}>{nearestPercent(maxDrawdown)}</span>
      </div>
      <div className={styles['ends']} aria-hidden="true">
        <span>{nameOf(beginsAt)}</span>
        <span>{nameOf(last.at)}</span>
      </div>
      <figcaption className={styles['legend']}>
        <Key line="line" name={t('follow.chartStrategy')} />
        <Key line="held" name={benchmarkName} />
      </figcaption>
    </figure>
  )
}

function Key({ line, name }: { line: 'line' | 'held'; name: string }) {
  return (
    <span className={styles['key']}>
      <svg viewBox="0 0 18 8" aria-hidden="true">
        <path className={styles[line]} d="M0 4H18" />
      </svg>
      {name}
    </span>
  )
}
