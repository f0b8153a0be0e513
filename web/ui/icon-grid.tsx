import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './icon-grid.module.css'

export type IconGridItem = { readonly href: string; readonly text: string; readonly icon: ReactNode }

type Props = {
  label: string
  items: readonly IconGridItem[]
  /** Draws each icon in a tinted square: the four actions of an account. */
  tinted?: boolean
}

/** Links, four in a row: an icon above a label. */
export function IconGrid({ label, items, tinted = false }: Props) {
  return (
    <nav className={classes(styles['grid'], tinted && styles['tinted'])} aria-label={label}>
      {items.map((item) => (
        <a key={item.href} className={styles['item']} href={item.href}>
          <span className={styles['icon']}>{item.icon}</span>
          <span className={styles['text']}>{item.text}</span>
        </a>
      ))}
    </nav>
  )
}
