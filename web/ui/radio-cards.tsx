import { Captioned, Choice, type ChoiceProps } from './choice.tsx'
import styles from './radio-cards.module.css'

type Props<Value extends string | number> = ChoiceProps<Value> & {
  /** Shows the label above the cards. */
  caption: string
}

/** One of a few options, each a card: for an important choice that is made once. */
export function RadioCards<Value extends string | number>({ caption, ...choice }: Props<Value>) {
  return (
    <Captioned caption={caption}>
      <Choice {...choice} row={styles['row']} option={styles['option']} radios />
    </Captioned>
  )
}
