import { useId } from 'react'
import { Captioned, Choice, type ChoiceProps } from './choice.tsx'
import { classes } from './classes.ts'
import { FieldNote } from './field.tsx'
import styles from './segmented.module.css'

type Props<Value extends string | number> = ChoiceProps<Value> & {
  /** Colours the selected option: the side of an order. */
  tone?: 'plain' | 'up' | 'down'
  /** Shows the label above, as fields do. */
  caption?: boolean
  /** The validation error; shown under the control. */
  error?: string | undefined
}

/** One of a few visible options: side, order type, leverage. */
export function Segmented<Value extends string | number>(props: Props<Value>) {
  const { tone = 'plain', caption = false, error, ...choice } = props
  const id = useId()
  const segments = (
    <Choice
      {...choice}
      row={classes(styles['row'], styles[tone], caption && choice.value === undefined && styles['open'])}
      option={styles['option']}
      faultId={error === undefined ? undefined : id}
    />
  )
  if (!caption) return segments
  return (
    <Captioned caption={choice.label}>
      {segments}
      <FieldNote id={id} error={error} />
    </Captioned>
  )
}
