import { classes } from './classes.ts'
import styles from './skeleton.module.css'

type Props = { width?: number | string; height?: number; round?: boolean }

/** The placeholder of loading content. It appears after 300 ms, so that quick answers do not flicker. */
export function Skeleton({ width = '100%', height = 14, round = false }: Props) {
  return (
    <span
      className={classes(styles['bone'], round && styles['round'])}
      style={{ width, height }}
      aria-hidden="true"
      data-skeleton
    />
  )
}

type RowsProps = { rows?: number; height?: 50 | 62 }

/** Rows of the same size as real ones: two lines at the left, a price and a pill at the right. */
export function SkeletonRows({ rows = 6, height = 62 }: RowsProps) {
  return (
    <div className={styles['rows']} aria-hidden="true">
      {Array.from({ length: rows }, (_, index) => (
        <div key={index} className={styles['row']} style={{ height }}>
          <span className={styles['words']}>
            <Skeleton width={110} />
            {height === 62 ? <Skeleton width={64} height={10} /> : undefined}
          </span>
          <Skeleton width={64} height={22} />
          <Skeleton width={78} height={28} />
        </div>
      ))}
    </div>
  )
}

/** A loading card of the given height in px. */
export function SkeletonCard({ height }: { height: number }) {
  return (
    <div className={styles['card']} style={{ height }} aria-hidden="true">
      <Skeleton width="40%" />
      <Skeleton width="65%" height={28} />
    </div>
  )
}
