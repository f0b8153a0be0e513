import { useId, type Ref } from 'react'

/** One thing to choose. `count` is shown after the text. */
export type Option<Value extends string | number> = {
  readonly value: Value
  readonly text: string
  readonly count?: number | undefined
  readonly disabled?: boolean
}

export type ChoiceProps<Value extends string | number> = {
  /** Names the choice for screen readers. */
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
  /** Where it stands why nothing, or this, cannot be chosen. */
  faultId?: string | undefined
}

/**
 * Real radio buttons under whatever `Segmented`, `Chips` and `Tabs` draw over them: arrows, forms and readers know them.
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
