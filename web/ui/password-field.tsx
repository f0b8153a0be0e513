import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useText } from '#text/use-text.ts'
import { Field, type FieldProps } from './field.tsx'
import { IconButton } from './icon-button.tsx'
import styles from './field.module.css'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** Tells the browser's password manager which password this is; the page itself never stores one. */
  autoComplete: 'current-password' | 'new-password' | 'off'
  maxLength?: number
}

/** A password field, hidden until the reveal button is pressed. */
export function PasswordField({ label, aside, hint, error, required, disabled, value, onChange, ...rest }: Props) {
  const [shown, setShown] = useState(false)
  const t = useText()
  return (
    <Field {...{ label, aside, hint, error, required, disabled }}>
      {(control) => (
        <div className={styles['box']}>
          <input
            className={styles['input']}
            {...control}
            {...rest}
            type={shown ? 'text' : 'password'}
            value={value}
            autoCapitalize="none"
            spellCheck={false}
            onChange={(event) => onChange(event.target.value)}
          />
          <IconButton
            icon={shown ? <EyeOff /> : <Eye />}
            label={shown ? t('ui.hidePassword') : t('ui.showPassword')}
            onPress={() => setShown(!shown)}
          />
        </div>
      )}
    </Field>
  )
}
