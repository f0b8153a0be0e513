import { content } from '@mex/contract/content/calls.ts'

import { LoadError } from '#components/load-error.tsx'
import { useCall, type CallState } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { ArticleBody } from './article-body.tsx'

/** What finds the help article of a topic. */
export const articleOf = (topic: string) => ({ type: 'news', tag: 'LEARN', topic, pageNum: 1, pageSize: 1 }) as const

/** The help article of a topic; alone on the page, with the way to all of them. */
export function HelpTopic({ topic, isAlone }: { topic: string; isAlone: boolean }) {
  const t = useText()
  const found = useCall(content.articles, articleOf(topic))
  const all = <Button text={t('content.allHelp')} kind="secondary" wide href={hrefOf('webView', { page: 'help' })} />
  if (found.data === undefined) return <Waiting called={found} />
  const [summary] = found.data.rows
  if (summary === undefined)
    return <EmptyState title={t('content.articleGone')} text={t('content.articleGoneText')} action={all} />
  return (
    <Stack>
      <HelpArticle id={summary.id} />
      {isAlone ? all : undefined}
    </Stack>
  )
}

function HelpArticle({ id }: { id: number }) {
  const article = useCall(content.article, { id })
  if (article.data === undefined) return <Waiting called={article} />
  return (
    <Card>
      <ArticleBody article={article.data} />
    </Card>
  )
}

function Waiting({ called }: { called: Pick<CallState<unknown>, 'failure' | 'retry'> }) {
  const t = useText()
  if (called.failure === undefined) return <SkeletonCard height={480} />
  return <LoadError title={t('content.articleFailed')} text={t('content.articleFailedText')} answer={called} />
}
