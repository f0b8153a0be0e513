import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import { isUnknown } from './placing.ts'

/** Why an order was not placed, or that nobody can say yet whether it was. */
export function Outcome({ failure }: { failure: CallFailure | undefined }) {
  const t = useText()
  if (failure === undefined || failure.code === 401 || failure.code === 403) return undefined
  if (isUnknown(failure)) {
    return (
      <Notice tone="warn" urgent>
        <strong>{t('ticket.unknownTitle')}</strong> {t('ticket.unknownText')}
      </Notice>
    )
  }
  return (
    <Notice tone="danger" urgent>
      <strong>{t('ticket.refusedTitle')}</strong> {failure.message || t('spec.errors.serverSaysNothing')}
    </Notice>
  )
}
