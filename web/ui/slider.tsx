import { Field, type FieldProps } from './field.tsx'
import styles from './slider.module.css'

type Props = FieldProps & {
  /** Whole numbers: a percentage, an index into a list of steps. Amounts of money are not slid. */
  value: number
  onChange: (value: number) => void
  least?: number
  most?: number
  step?: number
  /** What a screen reader says for the value: '25 %', '5×'. */
  spoken?: string
}

/** A share of a whole, by dragging or arrow keys. */
export function Slider(props: Props) {
  const { label, aside, hint, error, required, disabled, value, onChange, least = 0, most = 100, step = 1 } = props
  return (
    <Field {...{ label, aside, hint, error, required, disabled }}>
      {(control) => (
        <input
          type="range"
          className={styles['slider']}
          id={control.id}
          aria-describedby={control['aria-describedby']}
          disabled={disabled}
          aria-valuetext={props.spoken}
          min={least}
          max={most}
          step={step}
          value={value}
          style={{ ['--filled' as string]: `${most === least ? 0 : ((value - least) / (most - least)) * 100}%` }}
          onChange={(event) => onChange(Number(event.target.value))}
        />
      )}
    </Field>
  )
}
