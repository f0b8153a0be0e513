import type { Article } from '@mex/contract/content/calls.ts'
import { useMemo } from 'react'

import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { Notice } from '#ui/notice.tsx'
import styles from './article-body.module.css'
import { sanitizeHtml } from './sanitize.ts'

/** The body of an article. */
export function ArticleBody({ article }: { article: Article }) {
  const t = useText()
  const { title, summary, content, cover, tag, tagName, createdAt, isSimulated } = article
  const body = useMemo(() => sanitizeHtml(content), [content])
  return (
    <article className={styles['paper']}>
      <header className={styles['head']}>
        <p className={styles['facts']}>
          <span>{tagName}</span>
          {tag === 'LEARN' ? undefined : <time>{formatTimestamp(createdAt)}</time>}
        </p>
        <h2>{title}</h2>
        <p className={styles['summary']}>{summary}</p>
      </header>
      {cover === undefined ? undefined : (
        <img className={styles['cover']} src={cover} alt="" width="320" height="180" />
      )}
      {isSimulated ? <Notice tone="warn">{t('content.simulatedText')}</Notice> : undefined}
      <div className={styles['body']} dangerouslySetInnerHTML={body} />
    </article>
  )
}
