import { content } from '@mex/contract/content/calls.ts'
import { useEffect } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { ArticleBody } from './article-body.tsx'
import { parseId } from '#components/parse-id.ts'
import { LoadError } from '#components/load-error.tsx'

/** The refusal code of an unknown article. */
const notFound = 1003

/** The article of the URL, or the empty state for an invalid id. */
export function ArticleScreen({ title, id }: { title: string; id: string | undefined }) {
  const number = parseId(id)
  if (number !== undefined) return <Article title={title} id={number} />
  return (
    <Screen title={title}>
      <Gone />
    </Screen>
  )
}

/** One article: news, or a notice, which is marked as read when it is shown. */
function Article({ title, id }: { title: string; id: number }) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const article = useCall(content.article, { id })
  const { data, failure, isWaiting } = article
  const isNotice = data?.type === 'notice'
  useEffect(() => {
    if (isNotice && isSignedIn) void refresh(content.articles)
  }, [isNotice, isSignedIn])
  return (
    <Screen title={data?.tag === 'LEARN' ? t('content.help') : title} waiting={isWaiting}>
      {data !== undefined ? (
        <Card>
          <ArticleBody article={data} />
        </Card>
      ) : failure?.code === notFound ? (
        <Gone />
      ) : failure !== undefined ? (
        <LoadError title={t('content.articleFailed')} text={t('content.articleFailedText')} answer={article} />
      ) : (
        <SkeletonCard height={480} />
      )}
    </Screen>
  )
}

function Gone() {
  const t = useText()
  return (
    <EmptyState
      title={t('content.articleGone')}
      text={t('content.articleGoneText')}
      action={<Button text={t('shell.goHome')} href={hrefOf('home')} />}
    />
  )
}
