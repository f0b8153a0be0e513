import type { ReactNode } from 'react'

import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'
import { ErrorState } from '#ui/error-state.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Screen } from '#ui/screen.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

type Props = { title: string; head?: ReactNode; failure: CallFailure | undefined; retry: () => void }

/** Replaces an order form whose data are not loaded: skeletons, or the failure. */
export function TicketLoading({ title, head, failure, retry }: Props) {
  const t = useText()
  return (
    <Screen title={title} head={head} waiting={failure === undefined}>
      {failure === undefined ? (
        <TicketSkeleton />
      ) : (
        <ErrorState title={t('ticket.failed')} text={t('ticket.failedText')} code={failure.code} onRetry={retry} />
      )}
    </Screen>
  )
}

/** The skeleton of the form, with its size. */
function TicketSkeleton() {
  return (
    <Stack gap={12}>
      <Skeleton height={44} />
      <Skeleton height={44} />
      <Skeleton width={90} height={18} />
      <Skeleton height={50} />
      <Line gap={8} spread="even">
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
        <Skeleton height={44} />
      </Line>
      <Skeleton width={70} height={18} />
      <Skeleton height={44} />
      <Skeleton height={80} />
    </Stack>
  )
}
