import { content } from '@mex/contract/content/calls.ts'
import { Search } from 'lucide-react'
import { useDeferredValue, useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { usePages } from '#data/pages.ts'
import { useParameters } from '#data/use-navigation.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { TextField } from '#ui/text-field.tsx'
import { ArticleList } from './article-list.tsx'
import { HelpTopic } from './help-topic.tsx'

/** More than the number of help articles. */
const pageSize = 50
const keywordMax = 50

/** The help article of the URL's topic, or all of them. */
export function Help() {
  const { topic } = useParameters('webView')
  return topic === undefined ? <AllHelp /> : <HelpTopic topic={topic} />
}

/** The help articles, and the link to customer service. */
function AllHelp() {
  const t = useText()
  const [written, setWritten] = useState('')
  const keyword = useDeferredValue(written.trim())
  const pages = usePages(
    content.articles,
    { type: 'news', tag: 'LEARN', keyword: keyword === '' ? undefined : keyword, pageNum: 1, pageSize },
    { keepEarlier: true },
  )
  return (
    <Stack gap={12}>
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
      <ArticleList
        label={t('content.help')}
        pages={pages}
        waitingRows={8}
        withSummary
        failed={{ title: t('content.helpFailed'), text: t('content.newsFailedText') }}
        empty={<EmptyState title={t('content.noHelp')} text={t('content.noHelpText')} />}
      />
      {pages.isWaiting ? undefined : (
        <List label={t('content.chat')}>
          <Row title={t('content.chat')} href={hrefOf('webView', { page: 'chat' })} />
        </List>
      )}
    </Stack>
  )
}
