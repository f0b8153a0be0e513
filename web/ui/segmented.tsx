import { Choice, type ChoiceProps } from './choice.tsx'
import { classes } from './classes.ts'
import styles from './segmented.module.css'

type Props<Value extends string | number> = ChoiceProps<Value> & {
  /** Colours the chosen one: the side of an order. */
  tone?: 'plain' | 'up' | 'down'
  /** Shows the label above, as fields do. */
  caption?: boolean
}

/** One of a few, all in sight: side, order type, leverage. */
export function Segmented<Value extends string | number>({ tone = 'plain', caption = false, ...choice }: Props<Value>) {
  const segments = (
    <Choice {...choice} row={classes(styles['row'], styles[tone])} option={styles['option']} words={styles['words']} />
  )
  if (!caption) return segments
  return (
    <div className={styles['captioned']}>
      <span className={styles['caption']} aria-hidden="true">
        {choice.label}
      </span>
      {segments}
    </div>
  )
}
