import type { ReactNode } from 'react'

import type { CallFailure } from '#data/failure.ts'
import { LoadError } from '#components/load-error.tsx'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'

/** The result of `useCall` or `usePages` behind a list. */
export type RowSource = {
  readonly isWaiting: boolean
  readonly failure: CallFailure | undefined
  readonly retry: () => Promise<unknown>
}

type StateProps = { source: RowSource; empty?: ReactNode; skeletonRows?: number }

/** Replaces the rows of a list: skeletons, a failure or the empty state. */
export function ListState({ source, empty, skeletonRows = 8 }: StateProps) {
  const t = useText()
  if (source.failure !== undefined) {
    return <LoadError title={t('market.listFailed')} text={t('market.listFailedText')} answer={source} />
  }
  if (source.isWaiting) return <SkeletonRows rows={skeletonRows} />
  return empty ?? <EmptyState title={t('market.noneTitle')} text={t('market.noneText')} />
}
