import { content } from '@mex/contract/content.ts'
import { useEffect } from 'react'

import { addressOf } from '#data/addresses.ts'
import { refresh, useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { ArticlePaper } from './article-paper.tsx'

/** The refusal of what is not there. */
const notFound = 1003

/** The page of one article: news, or a notice, which counts as read once it is shown. */
export function ArticleScreen({ title, id }: { title: string; id: string | undefined }) {
  const t = useText()
  const number = Number(id)
  const isNumber = Number.isSafeInteger(number) && number > 0
  const isSignedIn = useSession() !== undefined
  const { data, failure, retry, isWaiting } = useCall(content.article, { id: number }, { when: isNumber })
  const isNotice = data?.type === 'notice'
  useEffect(() => {
    if (isNotice && isSignedIn) void refresh(content.articles)
  }, [isNotice, isSignedIn])
  return (
    <Screen title={title} waiting={isWaiting}>
      {data !== undefined ? (
        <Card>
          <ArticlePaper article={data} />
        </Card>
      ) : !isNumber || failure?.code === notFound ? (
        <EmptyState
          title={t('content.articleGone')}
          text={t('content.articleGoneText')}
          action={<Button text={t('shell.goHome')} href={addressOf('/')} />}
        />
      ) : failure !== undefined ? (
        <ErrorState
          title={t('content.articleFailed')}
          text={failure.message || t('content.articleFailedText')}
          code={failure.code}
          onRetry={() => void retry()}
        />
      ) : (
        <SkeletonCard height={480} />
      )}
    </Screen>
  )
}
