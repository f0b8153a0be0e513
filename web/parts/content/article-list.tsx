import type { ArticleSummary } from '@mex/contract/content.ts'
import type { ReactNode } from 'react'

import type { Pages } from '#data/pages.ts'
import { MoreRows } from '#parts/more-rows.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { List } from '#ui/list.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import { ArticleRow } from './article-row.tsx'

type Props = {
  label: string
  pages: Pages<ArticleSummary>
  /** How many rows stand there while none has come. */
  waitingRows: number
  empty: ReactNode
  /** See `ArticleRow`. */
  withSummary?: boolean
  failed: { readonly title: string; readonly text: string }
}

/** Articles as far as they have been asked for, and the way to more. */
export function ArticleList({ label, pages, waitingRows, empty, failed, withSummary = false }: Props) {
  const { data, failure, retry } = pages
  if (data === undefined && failure !== undefined) {
    return (
      <ErrorState
        title={failed.title}
        text={failure.message || failed.text}
        code={failure.code}
        onRetry={() => void retry()}
      />
    )
  }
  if (data === undefined) return <SkeletonRows rows={waitingRows} />
  if (data.length === 0) return empty
  return (
    <Stack gap={12}>
      <List label={label}>
        {data.map((article) => (
          <ArticleRow key={article.id} article={article} withSummary={withSummary} />
        ))}
      </List>
      <MoreRows pages={pages} />
    </Stack>
  )
}
