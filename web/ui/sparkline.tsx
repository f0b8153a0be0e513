import { memo } from 'react'
import { sparklinePath } from './sparkline-path.ts'
import styles from './sparkline.module.css'

type Props = {
  /** Closing prices, oldest first; only their proportions matter, so plain numbers will do for drawing. */
  points: readonly number[]
  tone: 'up' | 'down' | 'neutral'
  width?: number
  height?: number
  /** Fills the area under the line. */
  filled?: boolean
}

/** A small line of the last prices. It says nothing that the number beside it does not, so readers skip it. */
export const Sparkline = memo(function Sparkline({ points, tone, width = 60, height = 28, filled = true }: Props) {
  const { line, area } = sparklinePath(points, width, height)
  return (
    <svg className={styles[tone]} width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {filled ? <path className={styles['area']} d={area} /> : undefined}
      <path className={styles['line']} d={line} />
    </svg>
  )
})
