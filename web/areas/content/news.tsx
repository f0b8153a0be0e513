import type { ArticleTag } from '@mex/contract/content/articles.ts'
import { content } from '@mex/contract/content/calls.ts'
import { useState } from 'react'

import { useCall } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Section } from '#ui/screen.tsx'
import { ArticleList } from './article-list.tsx'

const rowsAtOnce = 5
const allTags = 'ALL'
/** All categories but notices, which have their own page. */
const elsewhere = 'SERVICE'

type Chosen = ArticleTag | typeof allTags

/** News and educational articles by subject. */
export function News() {
  const t = useText()
  const [tag, setTag] = useState<Chosen>(allTags)
  const words = useCall(content.dictionary, { name: 'article_tag' }, { freshSeconds: 3600 })
  const pages = usePages(
    content.articles,
    { type: 'news', tag: tag === allTags ? undefined : tag, pageNum: 1, pageSize: rowsAtOnce },
    { keepEarlier: true, everySeconds: 120 },
  )
  const options = [
    { value: allTags as Chosen, text: t('content.allTags') },
    ...(words.data ?? [])
      .filter(({ value }) => value !== elsewhere)
      .map(({ label, value }) => ({ value: value as ArticleTag, text: label })),
  ]
  return (
    <Section title={t('content.news')}>
      <Chips label={t('content.tags')} options={options} value={tag} onChange={setTag} />
      <ArticleList
        label={t('content.news')}
        pages={pages}
        waitingRows={rowsAtOnce}
        failed={{ title: t('content.newsFailed'), text: t('content.newsFailedText') }}
        empty={
          <EmptyState
            title={t('content.noNews')}
            text={tag === allTags ? t('content.noNewsText') : t('content.noNewsOfTag')}
          />
        }
      />
    </Section>
  )
}
