import { useIsConnected } from '#data/live.ts'
import { Button } from '#ui/button.tsx'
import { useEnterButton } from '#components/use-enter-button.ts'

type Props = {
  text: string
  /** Why there is nothing to review while offline, and otherwise; undefined when there is. */
  offline: string
  missing: string | undefined
  onPress: () => void
}

/** The button below a form that leads to the review of what was entered; Enter in a field presses it. */
export function ReviewButton({ text, offline, missing, onPress }: Props) {
  useEnterButton()
  const reason = useIsConnected() ? missing : offline
  return (
    <Button
      text={text}
      size="large"
      wide
      disabled={reason !== undefined}
      reason={reason}
      keys="Enter"
      onPress={onPress}
    />
  )
}
