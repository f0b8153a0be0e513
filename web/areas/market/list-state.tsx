import type { ReactNode } from 'react'

import type { CallFailure } from '#data/failure.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** The answer behind a list, as `useCall` and `usePages` give it. */
export type RowSource = {
  readonly isWaiting: boolean
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

type StateProps = { source: RowSource; empty?: ReactNode; skeletonRows?: number }

/** What stands in place of rows: they are on their way, could not be fetched, or there are none. */
export function ListState({ source, empty, skeletonRows = 8 }: StateProps) {
  const t = useText()
  if (source.failure !== undefined) {
    return (
      <ErrorState
        title={t('market.listFailed')}
        text={source.failure.message || t('market.listFailedText')}
        code={source.failure.code}
        onRetry={() => void source.retry()}
      />
    )
  }
  if (source.isWaiting) return <SkeletonRows rows={skeletonRows} />
  return empty ?? <EmptyState title={t('market.noneTitle')} text={t('market.noneText')} />
}
