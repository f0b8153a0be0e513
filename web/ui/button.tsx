import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { linkTarget } from './link-target.ts'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'up' | 'down' | 'danger'

type Props = {
  text: string
  /** What assistive technology says instead of the text, where that is a sign. */
  label?: string
  /** `up` and `down` are for the two sides of an order; `danger` for what cannot be undone. */
  kind?: ButtonKind
  /** large 50 px: the main action of a page · medium 44 px · small 36 px with a touch target of 44 px. */
  size?: 'large' | 'medium' | 'small'
  /** Takes the whole width. */
  wide?: boolean
  icon?: ReactNode
  /** Shows that the action is running and ignores further presses. */
  busy?: boolean
  disabled?: boolean
  /** Why the button is disabled: shown under it and linked to it for screen readers. */
  reason?: string | undefined
  /** A URL inside the page ('#/…') or outside; makes the button a link. */
  href?: string
  /** The key that presses the button (app/workspace/keys.ts). */
  keys?: string | undefined
  /** `submit` submits the enclosing form. */
  type?: 'button' | 'submit'
  onPress?: () => void
}

/** A button with a text. */
export function Button({ kind = 'primary', size = 'medium', type = 'button', ...rest }: Props) {
  const { text, label, wide, icon, busy = false, disabled = false, reason, href, keys, onPress } = rest
  const reasonId = useId()
  const isExplained = disabled && reason !== undefined && reason !== ''
  const className = classes(
    styles['button'],
    styles[kind],
    styles[size],
    wide && styles['wide'],
    busy && styles['busy'],
  )
  const content = (
    <>
      {icon}
      <span className={styles['text']}>{text}</span>
      {busy ? <span className={styles['spinner']} aria-hidden="true" /> : undefined}
    </>
  )
  if (href !== undefined && !disabled) {
    return (
      <a className={className} href={href} aria-label={label} {...linkTarget(href)} onClick={onPress}>
        {content}
      </a>
    )
  }
  const button = (
    <button
      type={type}
      className={className}
      disabled={disabled}
      aria-label={label}
      aria-busy={busy || undefined}
      aria-keyshortcuts={keys}
      aria-describedby={isExplained ? reasonId : undefined}
      onClick={busy ? (event) => event.preventDefault() : onPress}
    >
      {content}
    </button>
  )
  if (!isExplained) return button
  return (
    <div className={classes(styles['explained'], wide && styles['wide'])}>
      {button}
      <p className={styles['reason']} id={reasonId}>
        {reason}
      </p>
    </div>
  )
}
