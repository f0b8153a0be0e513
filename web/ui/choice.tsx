import { useId, type Ref } from 'react'

/** One option. `count` is shown after the text. */
export type Option<Value extends string | number> = {
  readonly value: Value
  readonly text: string
  readonly count?: number | undefined
  readonly disabled?: boolean
}

export type ChoiceProps<Value extends string | number> = {
  /** The accessible name of the group. */
  label: string
  options: readonly Option<Value>[]
  /** Undefined while nothing is chosen. */
  value: Value | undefined
  onChange: (value: Value) => void
  disabled?: boolean
}

type Props<Value extends string | number> = ChoiceProps<Value> & {
  row: string | undefined
  option: string | undefined
  words: string | undefined
  element?: Ref<HTMLFieldSetElement>
  /** The id of the element that explains why the group or the option is disabled. */
  faultId?: string | undefined
}

/**
 * Native radio buttons under the styles of `Segmented`, `Chips` and `Tabs`: arrow keys, forms and screen readers work.
 */
export function Choice<Value extends string | number>(props: Props<Value>) {
  const { label, options, value, onChange, disabled = false, row, option: className, words, element, faultId } = props
  const name = useId()
  return (
    <fieldset
      ref={element}
      className={row}
      aria-label={label}
      disabled={disabled}
      {...(faultId === undefined ? {} : { role: 'radiogroup', 'aria-invalid': true, 'aria-describedby': faultId })}
    >
      {options.map((option) => (
        <label key={option.value} className={className}>
          <input
            type="radio"
            name={name}
            checked={option.value === value}
            disabled={option.disabled}
            onChange={() => onChange(option.value)}
          />
          <span className={words}>{option.text}</span>
          {option.count === undefined ? undefined : <span>{option.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}
