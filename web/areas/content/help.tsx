import { content } from '@mex/contract/content/calls.ts'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { usePages } from '#data/pages.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useWide } from '#data/wide.ts'
import { ListBeside } from '#components/list-beside.tsx'
import { useLanguage, useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ArticleList } from './article-list.tsx'
import { LoadedEntries } from './help-entries.tsx'
import styles from './help-entries.module.css'
import { articleOf, HelpTopic } from './help-topic.tsx'

/** More than the number of help articles. */
const pageSize = 50
const keywordMax = 50
/** What a wide window shows beside the list until an article is chosen. */
const firstTopic = 'accounts'

/** The help article of the URL's topic, or all of them. */
export function Help() {
  const { topic } = useParameters('webView')
  const isWide = useWide()
  const shown = topic ?? firstTopic
  const summary = useCall(content.articles, articleOf(shown), { when: isWide })
  if (topic === undefined && !isWide) return <AllHelp />
  return (
    <ListBeside list={<AllHelp current={summary.data?.rows[0]?.id} />} isChosen={topic !== undefined}>
      <HelpTopic topic={shown} isAlone={!isWide} />
    </ListBeside>
  )
}

/** The help articles or what is found for a keyword, and the links to the list of words and to customer service. */
export function AllHelp({ current }: { current?: number | undefined }) {
  const t = useText()
  const [written, setWritten] = useState('')
  const keyword = useDeferredValue(written.trim())
  return (
    <Stack gap={12}>
      <div className={styles['find']} data-stays>
        <TextField
          pale
          type="search"
          label={t('content.findHelp')}
          placeholder={t('content.findHelp')}
          lead={<Search aria-hidden="true" />}
          maxLength={keywordMax}
          value={written}
          onChange={setWritten}
        />
      </div>
      {keyword === '' ? <AllArticles current={current} /> : <FoundEntries keyword={keyword} />}
    </Stack>
  )
}

function FoundEntries({ keyword }: { keyword: string }) {
  const t = useText()
  const found = useCall(content.help, { keyword }, { keepEarlier: true })
  return (
    <>
      <LoadedEntries
        label={t('content.help')}
        found={found}
        failed={t('content.helpFailed')}
        empty={<EmptyState title={t('content.noHelp')} text={t('content.noHelpText')} />}
      />
      <MoreHelp />
    </>
  )
}

function AllArticles({ current }: { current: number | undefined }) {
  const t = useText()
  const language = useLanguage()
  // Beside an article the titles are enough: more of them are in view.
  const isBeside = useWide()
  const pages = usePages(content.articles, { type: 'news', tag: 'LEARN', pageNum: 1, pageSize })
  const data = pages.data?.toSorted((one, other) => one.title.localeCompare(other.title, language))
  return (
    <>
      <MoreHelp />
      <ArticleList
        label={t('content.help')}
        pages={{ ...pages, data }}
        waitingRows={8}
        detail={isBeside ? 'none' : 'summary'}
        current={current}
        failed={{ title: t('content.helpFailed'), text: t('content.newsFailedText') }}
        empty={<EmptyState title={t('content.noHelp')} text={t('content.noHelpText')} />}
      />
    </>
  )
}

function MoreHelp() {
  const t = useText()
  return (
    <List label={t('content.chat')}>
      <Row title={t('content.terms')} href={hrefOf('webView', { page: 'terms' })} />
      <Row title={t('content.chat')} href={hrefOf('webView', { page: 'chat' })} />
    </List>
  )
}
