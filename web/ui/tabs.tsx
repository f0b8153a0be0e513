import { Choice, type ChoiceProps } from './choice.tsx'
import { useChosenInView } from './chosen-in-view.ts'
import styles from './tabs.module.css'

/** Tabs of equal width over one panel: chart periods, notices and messages. A narrow panel lets them scroll. */
export function Tabs<Value extends string | number>(props: ChoiceProps<Value>) {
  return <Choice {...props} element={useChosenInView(props.value)} row={styles['row']} option={styles['tab']} />
}
