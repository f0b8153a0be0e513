import type { ReactNode } from 'react'
import styles from './card-segment.module.css'
import { classes } from './classes.ts'

type Props = { isFirst: boolean; isLast: boolean; children: ReactNode }

/** A row of a card whose rows are drawn one by one, as a long list does: its first and last are the card's ends. */
export const CardSegment = ({ isFirst, isLast, children }: Props) => (
  <div className={classes(styles['part'], isFirst && styles['first'], isLast && styles['last'])}>{children}</div>
)
