import { SearchX } from 'lucide-react'
import type { ReactNode } from 'react'

import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import type { InstrumentState } from '#areas/market/door/use-instrument.ts'

type Props = {
  page: InstrumentState
  /** Shown while the quote loads. */
  children: ReactNode
}

/** Replaces the quote of an instrument: an unknown one, a failure, or the skeleton. */
export function QuoteState({ page: { isUnknown, failure, code, retry }, children }: Props) {
  const t = useText()
  if (isUnknown) {
    return (
      <EmptyState
        icon={<SearchX aria-hidden="true" />}
        title={t('quote.unknownTitle')}
        text={t('quote.unknownText', { code: code === '' ? '—' : code })}
        action={<Button text={t('quote.findAnother')} href={hrefOf('search')} />}
      />
    )
  }
  if (failure === undefined) return children
  return (
    <ErrorState
      title={t('quote.failed')}
      text={[failure.message, t('quote.failedText')].filter((text) => text !== '').join(' ')}
      code={failure.code}
      onRetry={() => void retry()}
    />
  )
}
