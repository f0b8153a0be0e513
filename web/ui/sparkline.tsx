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

/** The colour of the line is that of its own direction: it covers more than the day whose change stands beside it. */
function toneOf(points: readonly number[]): 'up' | 'down' | 'neutral' {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined || points.length < 2) return 'neutral'
  return last > first ? 'up' : 'down'
}

/** A small line of the last prices. Hidden from screen readers, because the number beside it says the same. */
export const Sparkline = memo(function Sparkline({ points, width = 60, height = 28, filled = true }: Props) {
  const { line, area } = sparklinePath(points, width, height)
  return (
    <svg
      className={styles[toneOf(points)]}
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
