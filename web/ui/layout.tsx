import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './layout.module.css'

type Gap = 0 | 4 | 8 | 12 | 16 | 20 | 24 | 32
const gaps: Record<Gap, string | undefined> = {
  0: undefined,
  4: styles['gap4'],
  8: styles['gap8'],
  12: styles['gap12'],
  16: styles['gap16'],
  20: styles['gap20'],
  24: styles['gap24'],
  32: styles['gap32'],
}

type StackProps = { gap?: Gap; align?: 'stretch' | 'start' | 'center' | 'end'; padded?: boolean; children: ReactNode }

/** A vertical stack. `padded` keeps the page margin of 15 px at both sides. */
export function Stack({ gap = 12, align = 'stretch', padded = false, children }: StackProps) {
  return (
    <div className={classes(styles['stack'], gaps[gap], styles[align], padded && styles['padded'])}>{children}</div>
  )
}

type LineProps = {
  gap?: Gap
  align?: 'center' | 'baseline' | 'start' | 'end'
  /** `apart` pushes the first and the last to the two edges. */
  spread?: 'apart' | 'start' | 'end' | 'center' | 'even'
  wrap?: boolean
  padded?: boolean
  children: ReactNode
}

/** A horizontal line. With `even` all children have the same width; with `wrap` too, those that do not fit stand in the next line. */
export function Line({ gap = 8, align = 'center', spread = 'start', wrap, padded, children }: LineProps) {
  const name = classes(
    styles['line'],
    gaps[gap],
    styles[`align-${align}`],
    styles[`spread-${spread}`],
    wrap && styles['wrap'],
    padded && styles['padded'],
  )
  return <div className={name}>{children}</div>
}

/** Fills the remaining width of a `Line` and cuts overflowing text. */
export function Grow({ children }: { children: ReactNode }) {
  return <div className={styles['grow']}>{children}</div>
}

type GridProps = { columns: 2 | 3 | 4; gap?: Gap; children: ReactNode }

/** Equal columns. */
export function Grid({ columns, gap = 12, children }: GridProps) {
  return <div className={classes(styles['grid'], styles[`columns-${columns}`], gaps[gap])}>{children}</div>
}

/** Side by side in a window of a tablet or a desk; in a narrow window their children follow one another as if they were not there. */
export const Columns = ({ children }: { children: ReactNode }) => (
  <div className={styles['side-by-side']}>{children}</div>
)
/** One that `stays` is in view while the other one is scrolled. */
export const Column = ({ stays = false, children }: { stays?: boolean; children: ReactNode }) => (
  <div className={classes(styles['column'], stays && styles['stays'])} data-half>
    {children}
  </div>
)

/** A row that scrolls sideways with scroll snapping, for example of index cards. `label` is its accessible name. */
export function Strip({ label, gap = 8, children }: { label: string; gap?: Gap; children: ReactNode }) {
  return (
    <section className={classes(styles['strip'], gaps[gap])} aria-label={label}>
      {children}
    </section>
  )
}

/** Visible to screen readers only. */
export function VisuallyHidden({ children }: { children: ReactNode }) {
  return <span className={styles['forReaders']}>{children}</span>
}
