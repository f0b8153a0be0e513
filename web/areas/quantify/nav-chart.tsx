import type { Product } from '@mex/contract/quantify/shapes.ts'

import { useText } from '#text/use-text.ts'
import styles from './quantify.module.css'

type Line = readonly number[]

type Props = {
  /** What the chart shows, for screen readers; the figures beside it say the same. */
  label: string
  /** The record, oldest first. */
  points: Line
  /** The same bought once and kept. */
  kept?: Line | undefined
  /** A level that is marked: what somebody bought at. */
  level?: number | undefined
  small?: boolean
  /** The dates under the two ends. */
  ends?: readonly [string, string]
}

const width = 300
const height = 100

/** The value of a unit over time, and what it is compared with. */
export function NavChart({ label, points, kept = [], level, small = false, ends }: Props) {
  const all = [...points, ...kept, ...(level === undefined ? [] : [level])]
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const span = high - low || 1
  const heightOf = (value: number): number => height - 4 - ((value - low) / span) * (height - 8)
  const pathOf = (line: Line): string =>
    line
      .map((value, index) => {
        const x = line.length < 2 ? width : (index / (line.length - 1)) * width
        return `${index === 0 ? 'M' : 'L'}${x.toFixed(1)} ${heightOf(value).toFixed(1)}`
      })
      .join('')
  return (
    <figure className={styles[small ? 'spark' : 'chart']}>
      <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" role="img" aria-label={label}>
        {level === undefined ? undefined : (
          <path className={styles['kept']} d={`M0 ${heightOf(level)}L${width} ${heightOf(level)}`} />
        )}
        {kept.length === 0 ? undefined : <path className={styles['kept']} d={pathOf(kept)} />}
        <path className={styles['line']} d={pathOf(points)} />
      </svg>
      {ends === undefined ? undefined : (
        <figcaption className={styles['ends']} aria-hidden="true">
          <span>{ends[0]}</span>
          <span>{ends[1]}</span>
        </figcaption>
      )}
    </figure>
  )
}

/** Which line is which. */
export function Legend() {
  const t = useText()
  const key = (name: 'line' | 'kept') => (
    <svg viewBox="0 0 18 8" width="18" height="8" aria-hidden="true">
      <path className={styles[name]} d="M0 4H18" />
    </svg>
  )
  return (
    <p className={styles['legend']}>
      <span>
        {key('line')} {t('quantify.strategy')}
      </span>
      <span>
        {key('kept')} {t('quantify.keptSame')}
      </span>
    </p>
  )
}

/** Buy and hold as if it had begun with the first shown value of the strategy. */
export function indexed(history: Product['navHistory']): readonly number[] {
  const first = history[0]
  if (first === undefined) return []
  return history.map(([, , kept]) => (Number(kept) / Number(first[2])) * Number(first[1]))
}
