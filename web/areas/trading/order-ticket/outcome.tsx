import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { isOutcomeUnknown } from './place-order.ts'

/** Why an order was not placed, or that its outcome is unknown. */
export function Outcome({ failure }: { failure: CallFailure | undefined }) {
  const t = useText()
  if (failure === undefined || failure.code === 401 || failure.code === 403) return undefined
  const isOpen = isOutcomeUnknown(failure)
  const message = failure.message || t('spec.errors.serverSaysNothing')
  return (
    <Notice tone={isOpen ? 'warn' : 'danger'} urgent>
      <Stack gap={0}>
        <strong>{t(isOpen ? 'ticket.unknownTitle' : 'ticket.refusedTitle')}</strong>
        <span>{isOpen ? t('ticket.unknownText') : message}</span>
      </Stack>
    </Notice>
  )
}
