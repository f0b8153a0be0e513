import type { HTMLInputAutoCompleteAttribute, HTMLInputTypeAttribute, ReactNode, Ref } from 'react'
import { classes } from './classes.ts'
import { Field, type FieldProps } from './field.tsx'
import styles from './field.module.css'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  type?: Extract<HTMLInputTypeAttribute, 'text' | 'email' | 'tel' | 'search'>
  inputMode?: 'text' | 'email' | 'tel' | 'numeric' | 'decimal' | 'search'
  autoComplete?: HTMLInputAutoCompleteAttribute
  /** For codes in capital letters. */
  autoCapitalize?: 'none' | 'characters'
  placeholder?: string
  /** Suggestions of the browser; other values can be entered too. */
  suggestions?: readonly string[]
  maxLength?: number
  /** After the value: a currency, a unit, a small button. */
  unit?: ReactNode
  /** Before the value: a search icon. */
  lead?: ReactNode
  /** Without a border on the canvas, 44 px: the search field of a bar. Its label is not shown. */
  pale?: boolean
  input?: Ref<HTMLInputElement>
}

/** One line of text. */
export function TextField(props: Props) {
  const { label, aside, hint, error, required, disabled, pale = false, unit, lead, onChange, input, ...more } = props
  const { suggestions = [], ...rest } = more
  return (
    <Field {...{ label, aside, hint, error, required, disabled }} quiet={pale}>
      {(control) => (
        <div className={classes(styles['box'], pale && styles['pale'])}>
          {lead !== undefined ? <span className={styles['lead']}>{lead}</span> : undefined}
          <input
            className={styles['input']}
            {...control}
            {...rest}
            ref={input}
            list={suggestions.length > 0 ? `${control.id}-list` : undefined}
            onChange={(event) => onChange(event.target.value)}
          />
          {suggestions.length > 0 ? (
            <datalist id={`${control.id}-list`}>
              {suggestions.map((text) => (
                <option key={text}>{text}</option>
              ))}
            </datalist>
          ) : undefined}
          {unit !== undefined ? <span className={styles['unit']}>{unit}</span> : undefined}
        </div>
      )}
    </Field>
  )
}
