import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import styles from './icon-button.module.css'

type Props = {
  icon: ReactNode
  /** The accessible name; also the tooltip. */
  label: string
  /** A red dot: there is something new. */
  dot?: boolean
  /** For a toggle button, such as the star of a watched share. */
  pressed?: boolean
  tone?: 'plain' | 'star' | 'sunken'
  /** Beside text: an icon of 20 px, with a touch target of 44 px that does not affect the layout. */
  snug?: boolean
  disabled?: boolean
  /** The key that presses the button. */
  keys?: string
  href?: string
  onPress?: () => void
}

/** An icon of 24 px in a touch target of 44 px. */
export function IconButton(props: Props) {
  const { icon, label, dot = false, pressed, tone = 'plain', snug = false, disabled, keys, href, onPress } = props
  const className = classes(styles['button'], styles[tone], dot && styles['dot'], snug && styles['snug'])
  if (href !== undefined) {
    return (
      <a className={className} href={href} aria-label={label} title={label} onClick={onPress}>
        {icon}
      </a>
    )
  }
  return (
    <button
      type="button"
      className={className}
      aria-label={label}
      aria-pressed={pressed}
      aria-keyshortcuts={keys}
      title={label}
      disabled={disabled}
      onClick={onPress}
    >
      {icon}
    </button>
  )
}
