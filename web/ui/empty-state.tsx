import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './state.module.css'

type Props = {
  title: string
  /** One line on why there is nothing. */
  text?: string
  icon?: ReactNode
  /** The one thing to do about it, as a `Button`. */
  action?: ReactNode
  /** Without the card around it. */
  plain?: boolean
}

/** Nothing here yet: why, and what can be done. */
export function EmptyState({ title, text, icon, action, plain = false }: Props) {
  return (
    <div className={classes(styles['state'], plain && styles['plain'])}>
      {icon ?? <Inbox aria-hidden="true" />}
      <h2 className={styles['title']}>{title}</h2>
      {text ? <p className={styles['text']}>{text}</p> : undefined}
      {action !== undefined ? <div className={styles['actions']}>{action}</div> : undefined}
    </div>
  )
}
