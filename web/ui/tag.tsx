import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './tag.module.css'
import tones from './tones.module.css'

export type TagTone = 'plain' | 'brand' | 'info' | 'warn' | 'up' | 'down' | 'danger' | 'success'

type Props = {
  text: string
  tone?: TagTone
  icon?: ReactNode
  /** The tooltip. */
  title?: string
}

/** A small label: a state, a side. */
export function Tag({ text, tone = 'plain', icon, title }: Props) {
  return (
    <span className={classes(styles['tag'], tones[tone])} title={title}>
      {icon}
      <span className={styles['words']}>{text}</span>
    </span>
  )
}

/** The practice mark: the same round amber pill everywhere. */
export function PracticeTag({ text }: { text: string }) {
  return <span className={classes(styles['tag'], tones['warn'], styles['practice'])}>{text}</span>
}
