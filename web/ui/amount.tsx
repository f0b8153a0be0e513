import type { CSSProperties } from 'react'
import { classes } from './classes.ts'
import styles from './amount.module.css'
import tones from './tones.module.css'
import type from './type.module.css'

/** `zero` has the colour of a fall but no sign and no triangle (spec: a profit of zero counts as negative). */
export type Trend = 'up' | 'down' | 'zero'

/** A change formatted by `text/format.ts`: the text already has its sign. */
export type ChangeText = { readonly text: string; readonly trend: Trend }

type ChangeProps = {
  change: ChangeText | undefined
  /** Shows the triangle; true by default. */
  glyph?: boolean
  size?: 11 | 12 | 13 | 15 | 17 | 20 | 24 | 34
  weight?: 'regular' | 'medium' | 'semibold' | 'bold'
}

/** A change in its colour, with sign and triangle: '▲ +3.17%'; '—' when unknown. */
export function Change({ change, glyph = true, size = 13, weight = 'semibold' }: ChangeProps) {
  if (change === undefined) return <span className={classes(styles['unknown'], type[`size-${size}`])}>—</span>
  return (
    <span className={classes(styles['change'], styles[change.trend], type[`size-${size}`], type[weight])}>
      {glyph ? <Triangle trend={change.trend} /> : undefined}
      {change.text}
    </span>
  )
}

/** A change in a filled pill: the last column of a list of quotes. */
export function ChangePill({ change }: { change: ChangeText | undefined }) {
  if (change === undefined) return <span className={classes(styles['pill'], tones['plain'])}>—</span>
  return (
    <span className={classes(styles['pill'], tones[change.trend === 'up' ? 'up' : 'down'])}>
      <Triangle trend={change.trend} />
      {change.text}
    </span>
  )
}

function Triangle({ trend }: { trend: Trend }) {
  if (trend === 'zero') return undefined
  return (
    <svg className={styles['triangle']} viewBox="0 0 10 9" aria-hidden="true">
      <path d={trend === 'up' ? 'M5 .5 9.6 8.5H.4Z' : 'M5 8.5.4.5h9.2Z'} fill="currentColor" />
    </svg>
  )
}

/** A large sum: 34 px on the home card, smaller where it would not fit. `hidden` shows dots instead, for privacy. */
export function Hero({ text, hidden = false }: { text: string; hidden?: boolean }) {
  return (
    <span className={classes(type['bold'], styles['hero'])} style={{ '--length': text.length || 1 } as CSSProperties}>
      {hidden ? <span aria-hidden="true">••••••</span> : text}
    </span>
  )
}
