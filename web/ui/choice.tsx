import { useId, type ReactNode, type Ref } from 'react'
import { classes } from './classes.ts'
import styles from './choice.module.css'

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
  /** Shows the radio buttons; without it, each option is a button with the native one unseen over it. */
  radios?: boolean
  element?: Ref<HTMLFieldSetElement>
  /** The id of the element that explains why the group or the option is disabled. */
  faultId?: string | undefined
}

/**
 * Native radio buttons under the styles of `Segmented`, `Chips` and `Tabs`: arrow keys, forms and screen readers work.
 */
export function Choice<Value extends string | number>(props: Props<Value>) {
  const { label, options, value, onChange, disabled = false, row, option: look, radios = false } = props
  const { element, faultId } = props
  const name = useId()
  const className = classes(!radios && styles['button'], look)
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
          <span>{option.text}</span>
          {option.count === undefined ? undefined : <span>{option.count}</span>}
        </label>
      ))}
    </fieldset>
  )
}

/** A choice under its label; screen readers already know the label as the name of the group. */
export function Captioned({ caption, children }: { caption: string; children: ReactNode }) {
  return (
    <div className={styles['captioned']}>
      <span className={styles['caption']} aria-hidden="true">
        {caption}
      </span>
      {children}
    </div>
  )
}
