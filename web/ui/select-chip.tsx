import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import type { Option } from './choice.tsx'
import styles from './select-chip.module.css'

type Props<Value extends string> = {
  label: string
  /** The first option filters nothing. */
  options: readonly Option<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A filter as a chip: a native select, tinted while it filters. */
export function SelectChip<Value extends string>({ label, options, value, onChange }: Props<Value>) {
  return (
    <span className={classes(styles['chip'], value !== options[0]?.value && styles['filters'])}>
      <select
        aria-label={label}
        value={value}
        onChange={(event) => {
          const chosen = options.find((option) => option.value === event.target.value)
          if (chosen !== undefined) onChange(chosen.value)
        }}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.text}
          </option>
        ))}
      </select>
      <ChevronDown aria-hidden="true" />
    </span>
  )
}

/** Select chips in a row that scrolls sideways where it is too long. */
export const SelectChips = ({ children }: { children: ReactNode }) => <div className={styles['row']}>{children}</div>
