import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './tag.module.css'

export type TagTone = 'plain' | 'brand' | 'info' | 'warn' | 'up' | 'down' | 'danger'

type Props = { text: string; tone?: TagTone; icon?: ReactNode }

/** A small word about a thing: its state, its side. */
export function Tag({ text, tone = 'plain', icon }: Props) {
  return (
    <span className={classes(styles['tag'], styles[tone])}>
      {icon}
      <span className={styles['words']}>{text}</span>
    </span>
  )
}

/** The practice mark: the same round amber pill everywhere. */
export function PracticeTag({ text }: { text: string }) {
  return <span className={classes(styles['tag'], styles['practice'])}>{text}</span>
}
