import { useIsConnected } from '#data/live.ts'
import { Button } from '#ui/button.tsx'

type Props = {
  text: string
  /** Why the button is disabled without a connection. */
  offline: string
  busy: boolean
  /** Without it, the button submits the enclosing form. */
  onPress?: () => void
}

/** The button that sends a form: large, and disabled while the server cannot be reached. */
export function SubmitButton({ text, offline, busy, onPress }: Props) {
  return (
    <Button
      text={text}
      size="large"
      wide
      busy={busy}
      disabled={!useIsConnected()}
      reason={offline}
      {...(onPress === undefined ? { type: 'submit' } : { onPress })}
    />
  )
}
