import { ChevronDown } from 'lucide-react'
import type { Option } from './choice.tsx'
import { Field, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './select.module.css'

type Props<Value extends string | number> = FieldProps & {
  options: readonly Option<Value>[]
  value: Value | undefined
  onChange: (value: Value) => void
  onBlur?: () => void
  name?: string
  /** Shown while nothing is chosen. */
  placeholder?: string
}

/** A native select, which phones show as their own wheel or menu. */
export function Select<Value extends string | number>(props: Props<Value>) {
  const { label, aside, hint, error, required, disabled, options, value, onChange, placeholder, ...rest } = props
  return (
    <Field {...{ label, aside, hint, error, required, disabled }}>
      {(control) => (
        <div className={fieldStyles['box']}>
          <select
            className={styles['select']}
            {...control}
            {...rest}
            data-empty={value === undefined || undefined}
            value={value ?? ''}
            onChange={(event) => {
              const chosen = options.find((option) => String(option.value) === event.target.value)
              if (chosen !== undefined) onChange(chosen.value)
            }}
          >
            {value === undefined ? (
              <option value="" disabled>
                {placeholder ?? ''}
              </option>
            ) : undefined}
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.text}
              </option>
            ))}
          </select>
          <ChevronDown className={styles['arrow']} aria-hidden="true" />
        </div>
      )}
    </Field>
  )
}
