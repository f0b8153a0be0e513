import { OTPField } from '@base-ui/react/otp-field'
import type { ReactNode } from 'react'
import { useText } from '#text/use-text.ts'
import { Field, type FieldProps } from './field.tsx'
import styles from './code-field.module.css'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** Called when the last digit is entered. */
  onComplete?: (value: string) => void
  length?: number
  /** Beside the label: the button that sends the code. */
  aside?: ReactNode
}

/** A one-time code with a box for each digit. The phone can fill it from a text message. */
export function CodeField(props: Props) {
  const { label, aside, hint, error, required, disabled, value, onChange, onComplete, length = 6 } = props
  const t = useText()
  return (
    <Field {...{ label, aside, hint, error, required, disabled }}>
      {(control) => (
        <OTPField.Root
          id={control.id}
          className={styles['row']}
          length={length}
          value={value}
          disabled={disabled ?? false}
          aria-describedby={control['aria-describedby']}
          onValueChange={(next) => onChange(next)}
          onValueComplete={(next) => onComplete?.(next)}
        >
          {Array.from({ length }, (_, index) => (
            <OTPField.Input
              key={index}
              className={styles['digit']}
              aria-invalid={control['aria-invalid']}
              aria-label={index === 0 ? undefined : t('ui.digit', { number: String(index + 1), total: String(length) })}
            />
          ))}
        </OTPField.Root>
      )}
    </Field>
  )
}
