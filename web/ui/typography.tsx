import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type from './type.module.css'
import styles from './typography.module.css'

export type TypographyTone = 'plain' | 'second' | 'third' | 'brand' | 'up' | 'down' | 'warn' | 'info' | 'danger'

type Props = {
  size?: 11 | 12 | 13 | 15 | 17 | 20 | 24 | 34
  weight?: 'regular' | 'medium' | 'semibold' | 'bold'
  tone?: TypographyTone
  align?: 'left' | 'center' | 'right'
  /** Stays on one line and is cut with an ellipsis. */
  cut?: boolean
  /** The HTML element: a heading where the text titles a section. */
  as?: 'span' | 'p' | 'h2' | 'h3' | 'div'
  children: ReactNode
}

/** Text in one of the eight sizes and four weights. */
export function Typography(props: Props) {
  const { size = 15, weight = 'regular', tone = 'plain', align = 'left', cut = false, as: Element = 'span' } = props
  const name = classes(
    type[`size-${size}`],
    type[weight],
    styles[tone],
    align !== 'left' && styles[align],
    cut && styles['cut'],
  )
  return <Element className={name}>{props.children}</Element>
}
