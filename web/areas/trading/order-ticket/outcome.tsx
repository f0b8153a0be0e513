import type { CallFailure } from '#data/failure.ts'
import { useFailureText } from '#components/failure-text.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { isOutcomeUnknown } from './place-order.ts'

/** Why an order was not placed, or that its outcome is unknown. */
export function Outcome({ failure }: { failure: CallFailure | undefined }) {
  const t = useText()
  const say = useFailureText()
  if (failure === undefined || failure.code === 401 || failure.code === 403) return undefined
  const isOpen = isOutcomeUnknown(failure)
  return (
    <Notice tone={isOpen ? 'warn' : 'danger'} urgent>
      <Stack gap={0}>
        <strong>{t(isOpen ? 'ticket.unknownTitle' : 'ticket.refusedTitle')}</strong>
        <span>{isOpen ? t('ticket.unknownText') : say(failure)}</span>
      </Stack>
    </Notice>
  )
}
