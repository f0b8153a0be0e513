import type { Pages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Line } from '#ui/layout.tsx'

type MoreFailedProps = { pages: Pick<Pages<unknown>, 'moreFailure' | 'more'> }

/** Under the rows of a list whose next ones did not come: that, and the way to ask again. */
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

/** The way to the next rows of a list, while there are any. */
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
