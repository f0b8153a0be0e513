import { CircleAlert } from 'lucide-react'
import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './field.module.css'

/** The props of every field. */
export type FieldProps = {
  label: string
  /** At the right end of the label's line: 'Max 93'. */
  aside?: ReactNode
  hint?: string | undefined
  /** The validation error; shown under the field and read out. */
  error?: string | undefined
  required?: boolean | undefined
  disabled?: boolean | undefined
}

/** The attributes that link the input to its label, hint and error. */
export type Control = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': boolean | undefined
  readonly required: boolean | undefined
  readonly disabled: boolean | undefined
}

type Props = FieldProps & {
  /** The label is read out but not shown. */
  quiet?: boolean
  children: (control: Control) => ReactNode
}

/** The line under a field: its error or its hint. */
export function FieldNote({ id, hint, error }: Pick<FieldProps, 'hint' | 'error'> & { id: string }) {
  return (
    <p id={id} className={error ? styles['error'] : styles['hint']} role={error ? 'alert' : undefined}>
      {error ? <CircleAlert aria-hidden="true" /> : undefined}
      {error || hint}
    </p>
  )
}

/** Label, control, hint and error of one field. Field components build on it; screens use those. */
export function Field({ label, aside, hint, error, required, disabled, quiet = false, children }: Props) {
  const id = useId()
  const notes = [error || hint ? `${id}-note` : '', error && hint ? `${id}-hint` : ''].join(' ').trim()
  const control: Control = {
    id,
    'aria-describedby': notes || undefined,
    'aria-invalid': error ? true : undefined,
    required,
    disabled,
  }
  return (
    <div className={styles['field']}>
      <div className={classes(styles['head'], quiet && styles['quiet'])}>
        <label htmlFor={id}>{label}</label>
        {aside !== undefined ? <span className={styles['aside']}>{aside}</span> : undefined}
      </div>
      {children(control)}
      <FieldNote id={`${id}-note`} hint={hint} error={error} />
      {/* The hint stays: it helps most beside an error. */}
      {error && hint ? <FieldNote id={`${id}-hint`} hint={hint} /> : undefined}
    </div>
  )
}
