import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { VisuallyHidden } from './layout.tsx'
import styles from './notice.module.css'
import tones from './tones.module.css'

type Props = {
  tone?: 'info' | 'warn' | 'danger' | 'success'
  icon?: ReactNode
  /** A button or a link after the text. */
  action?: ReactNode
  /** Interrupts a screen reader; for a failure that has just happened. */
  urgent?: boolean
  children: ReactNode
}

const icons = { info: <Info />, warn: <TriangleAlert />, danger: <CircleAlert />, success: <CircleCheck /> }

/** An important sentence in a coloured box. */
export function Notice({ tone = 'info', icon, action, urgent = false, children }: Props) {
  return (
    <div className={classes(styles['notice'], tones[tone])} role={urgent ? 'alert' : 'note'}>
      {icon ?? icons[tone]}
      <div className={styles['words']}>{children}</div>
      {action}
    </div>
  )
}

/** The time of a stale value beside it: '13:32:04'. `text` explains it to screen readers and on hover. */
export function StaleMark({ time, text }: { time: string; text: string }) {
  return (
    <span className={classes(styles['stale'], tones['warn'])} title={text}>
      <span aria-hidden="true">{time}</span>
      <VisuallyHidden>{text}</VisuallyHidden>
    </span>
  )
}
