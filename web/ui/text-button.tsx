import styles from './text-button.module.css'

type Props = {
  text: string
  disabled?: boolean
  href?: string
  onPress?: () => void
}

/** A button inside a line of text: 'Max', 'Send code', 'Forgot password?'. Its touch target of 44 px does not affect the layout. */
export function TextButton({ text, disabled = false, href, onPress }: Props) {
  if (href !== undefined) {
    return (
      <a className={styles['button']} href={href} onClick={onPress}>
        {text}
      </a>
    )
  }
  return (
    <button type="button" className={styles['button']} disabled={disabled} onClick={onPress}>
      {text}
    </button>
  )
}
