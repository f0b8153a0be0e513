import { useId } from 'react'
import styles from './switch.module.css'

type Props = {
  label: string
  /** A sentence under the label. */
  hint?: string | undefined
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
}

/** A switch that acts at once. It is a row: put it in a `List`. */
export function Switch({ label, hint, checked, onChange, disabled }: Props) {
  const id = useId()
  return (
    <label className={styles['row']}>
      <span className={styles['words']}>
        <span>{label}</span>
        {hint ? (
          <span className={styles['hint']} id={id}>
            {hint}
          </span>
        ) : undefined}
      </span>
      <input
        type="checkbox"
        role="switch"
        className={styles['switch']}
        aria-describedby={hint ? id : undefined}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.target.checked)}
      />
    </label>
  )
}
