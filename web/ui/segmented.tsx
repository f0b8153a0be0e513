import { Choice, type ChoiceProps } from './choice.tsx'
import { classes } from './classes.ts'
import styles from './segmented.module.css'

type Props<Value extends string | number> = ChoiceProps<Value> & {
  /** Colours the chosen one: the side of an order. */
  tone?: 'plain' | 'up' | 'down'
}

/** One of a few, all in sight: side, order type, leverage. */
export function Segmented<Value extends string | number>({ tone = 'plain', ...choice }: Props<Value>) {
  return (
    <Choice {...choice} row={classes(styles['row'], styles[tone])} option={styles['option']} words={styles['words']} />
  )
}
