import { useId, type ReactNode } from 'react'
import { classes } from './classes.ts'
import { linkTarget } from './link-target.ts'
import styles from './button.module.css'

export type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'up' | 'down' | 'danger'

type Props = {
  text: string
  /** `up` and `down` are for the two sides of an order; `danger` for what cannot be undone. */
  kind?: ButtonKind
  /** large 50 px: the one thing a page is for · medium 44 px · small 36 px to look at, 44 px to touch. */
  size?: 'large' | 'medium' | 'small'
  /** Takes the whole width. */
  wide?: boolean
  icon?: ReactNode
  /** Shows that the press is being carried out and takes no second one. */
  busy?: boolean
  disabled?: boolean
  /** Why it is disabled; read to everyone under the button and tied to it for screen readers. */
  reason?: string | undefined
  /** An address inside the page ('#/…') or outside; makes it a link. */
  href?: string
  /** `submit` sends the form that it stands in. */
  type?: 'button' | 'submit'
  onPress?: () => void
}

/** The button with words. */
export function Button({ kind = 'primary', size = 'medium', type = 'button', ...rest }: Props) {
  const { text, wide, icon, busy = false, disabled = false, reason, href, onPress } = rest
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
      <a className={className} href={href} {...linkTarget(href)} onClick={onPress}>
        {content}
      </a>
    )
  }
  const button = (
    <button
      type={type}
      className={className}
      disabled={disabled}
      aria-busy={busy || undefined}
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
