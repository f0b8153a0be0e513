import { useIsConnected } from '#data/live.ts'
import { Button } from '#ui/button.tsx'

type Props = {
  text: string
  /** Why there is nothing to review while offline, and otherwise; undefined when there is. */
  offline: string
  missing: string | undefined
  onPress: () => void
}

/** The button below a form that leads to the review of what was entered. */
export function ReviewButton({ text, offline, missing, onPress }: Props) {
  const reason = useIsConnected() ? missing : offline
  return <Button text={text} size="large" wide disabled={reason !== undefined} reason={reason} onPress={onPress} />
}
