import { memo } from 'react'
import { sparklinePath } from './sparkline-path.ts'
import styles from './sparkline.module.css'

type Props = {
  /** Closing prices, oldest first; only their proportions matter, so plain numbers will do for drawing. */
  points: readonly number[]
  width?: number
  height?: number
  /** Fills the area under the line. */
  filled?: boolean
}

/**
 * A small line of the last prices, without a colour of its own: it covers more than the day whose change stands beside it. Hidden from
 * screen readers, because the numbers say enough.
 */
export const Sparkline = memo(function Sparkline({ points, width = 60, height = 28, filled = true }: Props) {
  const { line, area } = sparklinePath(points, width, height)
  return (
    <svg
      className={styles['sparkline']}
      width={width}
      height={height}
      viewBox={`0 0 ${width} ${height}`}
      aria-hidden="true"
    >
      {filled ? <path className={styles['area']} d={area} /> : undefined}
      <path className={styles['line']} d={line} />
    </svg>
  )
})
