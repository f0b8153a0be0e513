import type { ArticleSummary } from '@mex/contract/content/calls.ts'
import type { Pages } from '#data/pages.ts'
import { LoadedRows, MoreRows, type LoadedRowsProps } from '#components/loaded-rows.tsx'
import { Stack } from '#ui/layout.tsx'
import { List } from '#ui/list.tsx'
import { ArticleRow, type ArticleDetail } from './article-row.tsx'

type Props = Pick<LoadedRowsProps<ArticleSummary>, 'failed' | 'waitingRows' | 'empty'> & {
  label: string
  pages: Pages<ArticleSummary>
  detail?: ArticleDetail | undefined
  /** The article that is in view beside the list. */
  current?: number | undefined
}

/** The loaded articles, and the button for more. */
export function ArticleList({ label, pages, waitingRows, empty, failed, detail, current }: Props) {
  return (
    <LoadedRows called={pages} {...{ failed, waitingRows, empty }}>
      {(articles) => (
        <Stack gap={12}>
          <List label={label}>
            {articles.map((article) => (
              <ArticleRow key={article.id} article={article} detail={detail} isCurrent={article.id === current} />
            ))}
          </List>
          <MoreRows pages={pages} />
        </Stack>
      )}
    </LoadedRows>
  )
}
