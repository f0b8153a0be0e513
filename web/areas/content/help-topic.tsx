import { content } from '@mex/contract/content/calls.ts'

import { LoadError } from '#components/load-error.tsx'
import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { ArticleBody } from './article-body.tsx'

/** One help article under the name of its topic, and the way to all of them. */
export function HelpTopic({ topic }: { topic: string }) {
  const t = useText()
  const found = useCall(content.articles, { type: 'news', tag: 'LEARN', topic, pageNum: 1, pageSize: 1 })
  const id = found.data?.rows[0]?.id
  const article = useCall(content.article, { id: id ?? 0 }, { when: id !== undefined })
  const all = <Button text={t('content.allHelp')} kind="secondary" wide href={hrefOf('webView', { page: 'help' })} />
  if (found.data?.total === 0)
    return <EmptyState title={t('content.articleGone')} text={t('content.articleGoneText')} action={all} />
  const failed = [found, article].find(({ failure }) => failure !== undefined)
  if (failed !== undefined && article.data === undefined)
    return <LoadError title={t('content.articleFailed')} text={t('content.articleFailedText')} answer={failed} />
  if (article.data === undefined) return <SkeletonCard height={480} />
  return (
    <Stack>
      <Card>
        <ArticleBody article={article.data} />
      </Card>
      {all}
    </Stack>
  )
}
