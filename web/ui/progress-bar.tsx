import { classes } from './classes.ts'
import styles from './progress-bar.module.css'

type Props = {
  /** The accessible name. */
  label: string
  /** 0–100; other values are clamped. */
  percent: number
  tone?: 'brand' | 'good' | 'up' | 'warn' | 'danger' | 'quiet'
  /** 4 px or 6 px. */
  thin?: boolean
}

/** A progress bar: the elapsed part of a session, the used margin. */
export function ProgressBar({ label, percent, tone = 'brand', thin = false }: Props) {
  const value = Math.max(0, Math.min(100, percent))
  return (
    <progress
      className={classes(styles['bar'], styles[tone], thin && styles['thin'])}
      aria-label={label}
      max={100}
      value={value}
    />
  )
}

export type Share = { readonly label: string; readonly percent: number; readonly tone: ShareTone }
export type ShareTone = 'brand' | 'info' | 'warn' | 'grey' | 'green' | 'orange'

/** A stacked bar. Hidden from screen readers, because the legend beside it has the figures. */
export function ShareBar({ shares }: { shares: readonly Share[] }) {
  return (
    <div className={styles['shares']} aria-hidden="true">
      {shares
        .filter((share) => share.percent > 0)
        .map((share) => (
          <span
            key={share.label}
            className={styles[`share-${share.tone}`]}
            style={{ flexGrow: share.percent, flexBasis: 0, minWidth: 3 }}
          />
        ))}
    </div>
  )
}

/** The dot of a legend. */
export function ShareDot({ tone }: { tone: ShareTone }) {
  return <span className={classes(styles['dot'], styles[`share-${tone}`])} aria-hidden="true" />
}
