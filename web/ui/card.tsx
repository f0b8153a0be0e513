import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './card.module.css'

type Props = {
  /** Less padding, for small cards in a strip or grid. */
  small?: boolean
  /** No padding: for a list or a strip that has its own. */
  flush?: boolean
  /** Makes the whole card a link. */
  href?: string
  /** Makes the whole card a button. */
  onPress?: () => void
  /** The accessible name of a card that is a link or a button, where its content is not enough. */
  label?: string
  children: ReactNode
}

/** A surface on the canvas. */
export function Card({ small, flush, href, onPress, label, children }: Props) {
  const name = classes(styles['card'], small && styles['small'], flush && styles['flush'])
  if (href !== undefined) {
    return (
      <a className={classes(name, styles['pressable'])} href={href} aria-label={label} onClick={onPress}>
        {children}
      </a>
    )
  }
  if (onPress !== undefined) {
    return (
      <button type="button" className={classes(name, styles['pressable'])} aria-label={label} onClick={onPress}>
        {children}
      </button>
    )
  }
  return <div className={name}>{children}</div>
}
