import type { ArticleSummary } from '@mex/contract/content/calls.ts'
import { BookOpen } from 'lucide-react'

import { addressOf } from '#data/addresses.ts'
import { formatDate } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { ForReaders } from '#ui/layout.tsx'
import { classes } from '#ui/classes.ts'
import styles from './article-row.module.css'

const addressFor = ({ id, type }: ArticleSummary): string =>
  type === 'notice' ? addressOf('noticeDetail', { id, kind: 'notice' }) : addressOf('newsDetail', { id })

type Props = {
  article: ArticleSummary
  /** Says what it is about instead of where it belongs: for a list of one subject. */
  withSummary?: boolean
}

/** An article in a list: its picture, its title, where it belongs and when it came. */
export function ArticleRow({ article, withSummary = false }: Props) {
  const t = useText()
  const { title, summary, tag, tagName, cover, createdAt, isSimulated, isRead } = article
  return (
    <a className={styles['row']} href={addressFor(article)}>
      <span className={styles['words']}>
        <span className={classes(styles['title'], isRead === false && styles['unread'])}>
          {isRead === false ? <ForReaders>{t('spec.noticeStates.unread')}: </ForReaders> : undefined}
          {title}
        </span>
        {withSummary ? <span className={styles['summary']}>{summary}</span> : undefined}
        <span className={styles['facts']}>
          {withSummary ? undefined : <span>{tagName}</span>}
          {tag === 'LEARN' ? undefined : <time>{formatDate(createdAt)}</time>}
          {isSimulated ? <span className={styles['mark']}>{t('content.simulated')}</span> : undefined}
        </span>
      </span>
      {cover === undefined ? undefined : (
        <img className={styles['cover']} src={cover} alt="" width="96" height="54" loading="lazy" />
      )}
      {tag === 'LEARN' ? (
        <span className={styles['sign']} aria-hidden="true">
          <BookOpen />
        </span>
      ) : undefined}
    </a>
  )
}
