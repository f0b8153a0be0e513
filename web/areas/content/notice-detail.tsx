import { useParameters } from '#data/use-navigation.ts'
import { ArticleScreen } from './article-screen.tsx'
import { MessageScreen } from './message-screen.tsx'
import { useText } from '#text/use-text.ts'

/** A notice to all users or a message to one; `kind` tells which. */
export function NoticeDetail() {
  const t = useText()
  const { id, kind } = useParameters('noticeDetail')
  if (kind === 'message') return <MessageScreen id={id} />
  return <ArticleScreen title={t('titles.noticeDetail')} id={id} />
}
