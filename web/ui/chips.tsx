import { Choice, type ChoiceProps } from './choice.tsx'
import { useChosenInView } from './chosen-in-view.ts'
import styles from './chips.module.css'

/** One of many options in a row that scrolls sideways: markets, lists, filters. */
export function Chips<Value extends string | number>(props: ChoiceProps<Value>) {
  return <Choice {...props} element={useChosenInView(props.value)} row={styles['row']} option={styles['chip']} />
}
