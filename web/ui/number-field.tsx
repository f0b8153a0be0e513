import { Minus, Plus } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { useText } from '#text/use-text.ts'
import { classes } from './classes.ts'
import { cleanDecimal, groupDecimal, stepDecimal } from './decimal-text.ts'
import { Field, type FieldProps } from './field.tsx'
import fieldStyles from './field.module.css'
import styles from './number-field.module.css'

type Props = FieldProps & {
  /** A decimal text, '' when nothing is entered. */
  value: string
  onChange: (value: string) => void
  onBlur?: () => void
  name?: string
  /** How many decimals can be entered. */
  decimals: number
  /** Shows − and + that go to the next multiple of this. */
  step?: string
  min?: string
  max?: string
  placeholder?: string
  unit?: ReactNode
}

/**
 * An amount, price or quantity as decimal text, with optional − and +; arrow keys step as well. The thousands are grouped
 * until somebody types: a comma that appears during typing would move the cursor, and one that goes with the focus would
 * undo the selection.
 */
export function NumberField(props: Props) {
  const { label, aside, hint, error, required, disabled, value, onChange, onBlur, decimals, step, min, max, ...rest } =
    props
  const { unit, ...input } = rest
  const t = useText()
  const [isTyping, setTyping] = useState(false)
  const shown = isTyping ? value : groupDecimal(value)
  const move = (direction: 1 | -1) => {
    if (step !== undefined) onChange(stepDecimal(value, { step, min, max, decimals }, direction))
  }
  return (
    <Field {...{ label, aside, hint, error, required, disabled }}>
      {(control) => (
        <div className={classes(fieldStyles['box'], step !== undefined && styles['stepped'])}>
          {step === undefined ? undefined : (
            <StepButton label={`${t('ui.less')}: ${label}`} disabled={disabled} onStep={() => move(-1)}>
              <Minus />
            </StepButton>
          )}
          <input
            className={classes(fieldStyles['input'], step !== undefined && styles['centered'])}
            {...control}
            {...input}
            type="text"
            inputMode={decimals === 0 ? 'numeric' : 'decimal'}
            autoComplete="off"
            value={shown}
            onBlur={() => {
              setTyping(false)
              onBlur?.()
            }}
            onChange={(event) => {
              setTyping(true)
              onChange(cleanDecimal(event.target.value, { decimals, shown }))
            }}
            onKeyDown={(event) => {
              if (step === undefined || (event.key !== 'ArrowUp' && event.key !== 'ArrowDown')) return
              event.preventDefault()
              move(event.key === 'ArrowUp' ? 1 : -1)
            }}
          />
          {unit !== undefined ? <span className={fieldStyles['unit']}>{unit}</span> : undefined}
          {step === undefined ? undefined : (
            <StepButton label={`${t('ui.more')}: ${label}`} disabled={disabled} onStep={() => move(1)}>
              <Plus />
            </StepButton>
          )}
        </div>
      )}
    </Field>
  )
}

type StepProps = { label: string; disabled: boolean | undefined; onStep: () => void; children: ReactNode }

/** Steps once when pressed and goes on, faster and faster, while it is held. */
function StepButton({ label, disabled, onStep, children }: StepProps) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const latest = useRef(onStep)
  useEffect(() => {
    latest.current = onStep
  })
  const stop = () => clearTimeout(timer.current)
  useEffect(() => stop, [])
  const repeat = (delay: number) => {
    timer.current = setTimeout(() => {
      latest.current()
      repeat(Math.max(40, delay * 0.85))
    }, delay)
  }
  const start = () => {
    stop()
    timer.current = setTimeout(() => repeat(160), 320)
  }
  return (
    <button
      type="button"
      className={styles['step']}
      aria-label={label}
      disabled={disabled}
      onClick={() => latest.current()}
      onPointerDown={start}
      onPointerUp={stop}
      onPointerLeave={stop}
      onPointerCancel={stop}
      onContextMenu={(event) => event.preventDefault()}
    >
      {children}
    </button>
  )
}
