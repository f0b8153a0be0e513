import { useEffect, useRef } from 'react'
import { Choice, type ChoiceProps } from './choice.tsx'
import styles from './chips.module.css'

/** One of many options in a row that scrolls sideways: markets, lists, filters. */
export function Chips<Value extends string | number>(props: ChoiceProps<Value>) {
  const row = useRef<HTMLFieldSetElement>(null)
  const { value } = props
  useEffect(() => {
    // With the frame, which measures the page anyway.
    const frame = requestAnimationFrame(() => {
      const chosen = row.current?.querySelector('label:has(:checked)')
      if (!(chosen instanceof HTMLElement) || row.current === null) return
      row.current.scrollLeft = chosen.offsetLeft - (row.current.clientWidth - chosen.offsetWidth) / 2
    })
    return () => cancelAnimationFrame(frame)
  }, [value])
  return <Choice {...props} element={row} row={styles['row']} option={styles['chip']} />
}
