import { Choice, type ChoiceProps } from './choice.tsx'
import styles from './tabs.module.css'

/** Tabs of equal width over one panel: chart periods, notices and messages. */
export function Tabs<Value extends string | number>(props: ChoiceProps<Value>) {
  return <Choice {...props} row={styles['row']} option={styles['tab']} />
}
