import type { ReactNode } from 'react'

import type { CallState } from '#data/call.ts'
import type { Pages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'
import { LoadError } from './load-error.tsx'

export type LoadedRowsProps<Row> = {
  /** The result of `useCall` or `usePages`. */
  called: Pick<CallState<readonly Row[]>, 'data' | 'failure' | 'isWaiting' | 'retry'>
  /** The text of a failure without a message of the server. */
  failed: { readonly title: string; readonly text: string }
  /** The heights of skeleton cards, in px. */
  waitingCards?: readonly number[] | undefined
  /** The number of skeleton rows, below the cards. */
  waitingRows?: number | undefined
  empty: ReactNode
  children: (rows: readonly Row[]) => ReactNode
}

/**
 * The rows of a list, or their replacement: a failure, skeletons or the empty state. Loaded rows stay when a refetch
 * fails.
 */
export function LoadedRows<Row>({ empty, children, ...waiting }: LoadedRowsProps<Row>) {
  const { called, failed, waitingCards = [], waitingRows = 0 } = waiting
  const { data, failure, isWaiting } = called
  if (data === undefined && failure !== undefined) return <LoadError {...failed} answer={called} />
  if (data === undefined || isWaiting)
    return (
      <Stack key="waiting">
        {waitingCards.map((height, index) => (
          <SkeletonCard key={index} height={height} />
        ))}
        {waitingRows === 0 ? undefined : <SkeletonRows rows={waitingRows} />}
      </Stack>
    )
  return data.length === 0 ? empty : children(data)
}

type MoreFailedProps = { pages: Pick<Pages<unknown>, 'moreFailure' | 'more'> }

/** Under the rows of a list: the failure of the next page, with a retry. */
export function MoreFailed({ pages: { moreFailure, more } }: MoreFailedProps) {
  const t = useText()
  if (moreFailure === undefined) return undefined
  return (
    <ErrorState title={t('content.moreFailed')} text={moreFailure.message} code={moreFailure.code} onRetry={more} />
  )
}

type MoreRowsProps = MoreFailedProps & {
  pages: Pick<Pages<unknown>, 'data' | 'total' | 'isFetchingMore'>
}

/** The button for the next page of a list, while there is one. */
export function MoreRows({ pages }: MoreRowsProps) {
  const t = useText()
  const { data, total, moreFailure, isFetchingMore, more } = pages
  if (moreFailure !== undefined) return <MoreFailed pages={pages} />
  if (data === undefined || total === undefined || data.length >= total) return undefined
  return (
    <Line spread="center">
      <Button text={t('content.moreNews')} kind="secondary" busy={isFetchingMore} onPress={more} />
    </Line>
  )
}
