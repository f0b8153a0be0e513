import type { ArticleSummary } from '@mex/contract/content/calls.ts'
import { BookOpen, ChevronRight } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { VisuallyHidden } from '#ui/layout.tsx'
import { classes } from '#ui/classes.ts'
import styles from './article-row.module.css'

const addressFor = ({ id, type }: ArticleSummary): string =>
  type === 'notice' ? hrefOf('noticeDetail', { id, kind: 'notice' }) : hrefOf('newsDetail', { id })

/** What stands under the title: the subject; in a list of one subject the summary, or nothing beside an article. */
export type ArticleDetail = 'subject' | 'summary' | 'none'

type Props = {
  article: ArticleSummary
  detail?: ArticleDetail | undefined
  /** It is in view beside the list. */
  isCurrent?: boolean
}

/** An article in a list: picture, title, subject and date. */
export function ArticleRow({ article, detail = 'subject', isCurrent = false }: Props) {
  const t = useText()
  const { title, summary, tag, tagName, cover, createdAt, isSimulated, isRead } = article
  return (
    <a className={styles['row']} href={addressFor(article)} aria-current={isCurrent ? 'page' : undefined}>
      <span className={styles['words']}>
        <span className={classes(styles['title'], isRead === false && styles['unread'])}>
          {isRead === false ? <VisuallyHidden>{t('spec.noticeStates.unread')}: </VisuallyHidden> : undefined}
          {title}
        </span>
        {detail === 'summary' ? <span className={styles['summary']}>{summary}</span> : undefined}
        <span className={styles['facts']}>
          {detail === 'subject' ? <span>{tagName}</span> : undefined}
          {tag === 'LEARN' ? undefined : <time>{formatDate(createdAt)}</time>}
          {isSimulated ? <span className={styles['mark']}>{t('content.simulated')}</span> : undefined}
        </span>
      </span>
      {cover === undefined ? undefined : (
        <img className={styles['cover']} src={cover} alt="" width="96" height="54" loading="lazy" />
      )}
      {tag !== 'LEARN' ? undefined : detail !== 'subject' ? (
        <ChevronRight className={styles['arrow']} aria-hidden="true" />
      ) : (
        <span className={styles['sign']} aria-hidden="true">
          <BookOpen />
        </span>
      )}
    </a>
  )
}
