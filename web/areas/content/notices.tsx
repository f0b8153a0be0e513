import { content } from '@mex/contract/content/calls.ts'
import { useEffect } from 'react'

import { refresh } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { useNavigation, useParameters } from '#data/use-navigation.ts'
import { ArticleList } from './article-list.tsx'
import { Messages } from './messages.tsx'
import { useUnread, type Unread } from './unread.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { Tabs } from '#ui/tabs.tsx'

const tabs = ['notices', 'messages'] as const
const pageSize = 20

const firstTab = ({ notices, messages }: Unread) => (notices === 0 && messages > 0 ? 'messages' : 'notices')

/** Notices to all users, and messages to the user. */
export function Notices() {
  const t = useText()
  const navigation = useNavigation()
  const requested = useParameters('notices').tab
  const unread = useUnread()
  const tab = tabs.find((each) => each === requested) ?? 'notices'
  const first = !unread.isKnown || requested !== undefined ? undefined : firstTab(unread)
  useEffect(() => {
    // Without a tab in the address, the one that has something unread is opened, and stays open once it is read.
    if (first !== undefined) navigation.setParameters('notices', { tab: first })
    // oxlint-disable-next-line react/exhaustive-deps -- only when it becomes known
  }, [first])
  const texts: Readonly<Record<(typeof tabs)[number], string>> = {
    notices:
      unread.notices === 0 ? t('content.notices') : t('content.noticesUnread', { count: String(unread.notices) }),
    messages:
      unread.messages === 0 ? t('content.messages') : t('content.messagesUnread', { count: String(unread.messages) }),
  }
  return (
    <Screen
      wide="desk"
      title={t(tab === 'notices' ? 'titles.notices' : 'content.messages')}
      onRefresh={() => refresh(content.articles, content.messages)}
    >
      <Tabs
        label={t('content.kinds')}
        options={tabs.map((value) => ({ value, text: texts[value] }))}
        value={tab}
        onChange={(next) => navigation.setParameters('notices', { tab: next })}
      />
      {tab === 'notices' ? <ToEverybody /> : <Messages />}
    </Screen>
  )
}

function ToEverybody() {
  const t = useText()
  const pages = usePages(content.articles, { type: 'notice', pageNum: 1, pageSize })
  return (
    <ArticleList
      label={t('content.notices')}
      pages={pages}
      waitingRows={6}
      failed={{ title: t('content.listFailed'), text: t('content.listFailedText') }}
      empty={<EmptyState title={t('content.noNotices')} text={t('content.noNoticesText')} />}
    />
  )
}
