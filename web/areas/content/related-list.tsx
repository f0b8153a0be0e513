import { content, type Article } from '@mex/contract/content/calls.ts'

import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ArticleList } from './article-list.tsx'

const pageSize = 20

/** The news of the subject of an article, or the notices beside a notice. */
export function RelatedList({ article: { id, type, tag } }: { article: Article }) {
  const t = useText()
  const pages = usePages(content.articles, { type, ...(type === 'news' ? { tag } : {}), pageNum: 1, pageSize })
  return (
    <ArticleList
      label={t('content.others')}
      pages={pages}
      waitingRows={6}
      current={id}
      failed={{ title: t('content.listFailed'), text: t('content.listFailedText') }}
      empty={<EmptyState title={t('content.noNotices')} text={t('content.noNoticesText')} />}
    />
  )
}
