import styles from './text-button.module.css'

type Props = {
  text: string
  disabled?: boolean
  href?: string
  onPress?: () => void
}

/** A word to press beside other words: 'Max', 'Send code', 'Forgot password?'. Its target of 44 px takes no room. */
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
