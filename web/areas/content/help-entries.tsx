import type { HelpEntry } from '@mex/contract/content/calls.ts'
import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

import { LoadError } from '#components/load-error.tsx'
import type { CallState } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useText } from '#text/use-text.ts'
import { List } from '#ui/list.tsx'
import { SkeletonRows } from '#ui/skeleton.tsx'
import styles from './help-entries.module.css'
import { hrefOfPath } from './page-link.ts'

type Props = {
  label: string
  found: CallState<readonly HelpEntry[]>
  failed: string
  empty: ReactNode
}

/** Entries of the help with their texts: a how-to leads to its page, the others to their article. */
export function LoadedEntries({ label, found, failed, empty }: Props) {
  const t = useText()
  const { data, failure } = found
  if (data === undefined) {
    if (failure === undefined) return <SkeletonRows rows={8} />
    return <LoadError title={failed} text={t('content.articleFailedText')} answer={found} />
  }
  if (data.length === 0) return empty
  return (
    <List label={label}>
      {data.map((entry) => (
        <Entry key={`${entry.kind} ${entry.slug}`} entry={entry} />
      ))}
    </List>
  )
}

function Entry({ entry }: { entry: HelpEntry }) {
  const { title, text } = entry
  const href = hrefOfEntry(entry)
  const words = (
    <span className={styles['words']}>
      <span className={styles['title']}>{title}</span>
      <span className={styles['text']}>{text}</span>
    </span>
  )
  if (href === undefined) return <div className={styles['entry']}>{words}</div>
  return (
    <a className={styles['entry']} href={href}>
      {words}
      <ChevronRight aria-hidden="true" />
    </a>
  )
}

function hrefOfEntry({ page, articleId }: HelpEntry): string | undefined {
  if (page !== undefined) return hrefOfPath(page)
  return articleId === undefined ? undefined : hrefOf('newsDetail', { id: articleId })
}
