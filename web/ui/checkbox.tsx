import { Check } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import styles from './checkbox.module.css'

type Props = {
  /** Beside the box; may contain links. */
  label: ReactNode
  checked: boolean
  onChange: (checked: boolean) => void
  error?: string | undefined
  disabled?: boolean
}

/** A consent, or one of several options chosen together. */
export function Checkbox({ label, checked, onChange, error, disabled }: Props) {
  const id = useId()
  return (
    <div className={styles['field']}>
      <label className={styles['row']}>
        <span className={styles['box']}>
          <input
            type="checkbox"
            checked={checked}
            disabled={disabled}
            aria-invalid={error ? true : undefined}
            aria-describedby={error ? id : undefined}
            onChange={(event) => onChange(event.target.checked)}
          />
          <Check aria-hidden="true" />
        </span>
        <span>{label}</span>
      </label>
      {error ? (
        <p className={styles['error']} id={id} role="alert">
          {error}
        </p>
      ) : undefined}
    </div>
  )
}
