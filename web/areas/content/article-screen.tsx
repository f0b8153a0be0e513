import { content, type Article as LoadedArticle } from '@mex/contract/content/calls.ts'
import { Suspense, useEffect } from 'react'

import { hrefOf } from '#data/links.ts'
import { refresh, useCall } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { ArticleBody } from './article-body.tsx'
import { parseId } from '#components/parse-id.ts'
import { ListBeside } from '#components/list-beside.tsx'
import { LoadError } from '#components/load-error.tsx'

const HelpList = lazyComponent(() => import('./help.tsx').then((file) => file.AllHelp))
const RelatedList = lazyComponent(() => import('./related-list.tsx').then((file) => file.RelatedList))

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
    <Screen title={data?.tag === 'LEARN' ? t('content.help') : title} wide="desk" waiting={isWaiting}>
      <ListBeside list={<Others article={data} />}>
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
      </ListBeside>
    </Screen>
  )
}

/** What else there is of the same kind: the help, or news and notices like it. */
function Others({ article }: { article: LoadedArticle | undefined }) {
  const place = <SkeletonRows rows={8} />
  if (article === undefined) return place
  return (
    <Suspense fallback={place}>
      {article.tag === 'LEARN' ? <HelpList current={article.id} /> : <RelatedList article={article} />}
    </Suspense>
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
