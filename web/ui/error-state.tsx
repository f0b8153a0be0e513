import { CloudAlert } from 'lucide-react'
import { useText } from '#text/use-text.ts'
import { Button } from './button.tsx'
import styles from './state.module.css'

type Props = {
  /** What failed: 'Positions didn’t load'. */
  title: string
  /** What is safe, and the message of the server. */
  text: string
  /** The refusal's code, or 'network'. */
  code?: string | number | undefined
  onRetry?: () => void
}

/** A failure: what failed, that nothing is lost, the code, and Try again. */
export function ErrorState({ title, text, code, onRetry }: Props) {
  const t = useText()
  return (
    <div className={styles['state']} role="alert">
      <CloudAlert aria-hidden="true" />
      <h2 className={styles['title']}>{title}</h2>
      <p className={styles['text']}>{code === undefined ? text : t('ui.withCode', { text, code: String(code) })}</p>
      {onRetry !== undefined ? <Button text={t('ui.tryAgain')} kind="secondary" onPress={onRetry} /> : undefined}
    </div>
  )
}
