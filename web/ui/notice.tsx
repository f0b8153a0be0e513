import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { VisuallyHidden } from './layout.tsx'
import styles from './notice.module.css'
import tones from './tones.module.css'

type Props = {
  tone?: 'info' | 'warn' | 'danger' | 'success'
  icon?: ReactNode
  /** A button or a link after the words. */
  action?: ReactNode
  /** Interrupts a screen reader; for what has just gone wrong. */
  urgent?: boolean
  children: ReactNode
}

const icons = { info: <Info />, warn: <TriangleAlert />, danger: <CircleAlert />, success: <CircleCheck /> }

/** A sentence that must not be missed, in a coloured box. */
export function Notice({ tone = 'info', icon, action, urgent = false, children }: Props) {
  return (
    <div className={classes(styles['notice'], tones[tone])} role={urgent ? 'alert' : 'note'}>
      {icon ?? icons[tone]}
      <div className={styles['words']}>{children}</div>
      {action}
    </div>
  )
}

/** Beside a value that is not fresh: '13:32:04'. `text` says it in words for readers and on hover. */
export function StaleMark({ time, text }: { time: string; text: string }) {
  return (
    <span className={classes(styles['stale'], tones['warn'])} title={text}>
      <span aria-hidden="true">{time}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
