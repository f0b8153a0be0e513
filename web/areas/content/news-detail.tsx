import { useParameters } from '#data/use-navigation.ts'
import { ArticleScreen } from './article-screen.tsx'
import { useText } from '#text/use-text.ts'

export function NewsDetail() {
  const t = useText()
  return <ArticleScreen title={t('titles.newsDetail')} id={useParameters('newsDetail').id} />
}
