import { Inbox } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './state.module.css'

type Props = {
  title: string
  /** One line that says why the list is empty. */
  text?: string
  icon?: ReactNode
  /** The next step, as a `Button`. */
  action?: ReactNode
  /** Without the card around it. */
  plain?: boolean
}

/** An empty list: why it is empty, and the next step. */
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
