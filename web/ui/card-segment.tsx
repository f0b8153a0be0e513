import type { ReactNode } from 'react'
import styles from './card-segment.module.css'
import { classes } from './classes.ts'

type Props = { isFirst: boolean; isLast: boolean; children: ReactNode }

/** A row of a card in a virtualised list: the first and the last row draw the card's rounded ends. */
export const CardSegment = ({ isFirst, isLast, children }: Props) => (
  <div className={classes(styles['part'], isFirst && styles['first'], isLast && styles['last'])}>{children}</div>
)
