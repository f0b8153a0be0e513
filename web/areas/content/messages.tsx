import { content, type MessageSummary } from '@mex/contract/content/calls.ts'
import type { MessageType } from '@mex/contract/content/fields.ts'
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpFromLine,
  BellRing,
  Info,
  Mail,
  UserRoundCheck,
  Shield,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'

import { hrefOf } from '#data/links.ts'
import { useSend } from '#data/call.ts'
import { usePages } from '#data/pages.ts'
import { useSession } from '#data/session.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { LoadedRows, MoreRows } from '#components/loaded-rows.tsx'
import { useText } from '#text/use-text.ts'
import { Chips } from '#ui/chips.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { VisuallyHidden, Line, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { TextButton } from '#ui/text-button.tsx'
import styles from './messages.module.css'
import { SignInFor } from './sign-in-for.tsx'
import { useUnread } from './unread.ts'

const pageSize = 20

const icons: Partial<Readonly<Record<MessageType, LucideIcon>>> = {
  KYC: UserRoundCheck,
  DEPOSIT: ArrowDownToLine,
  WITHDRAW: ArrowUpFromLine,
  TRANSFER: ArrowLeftRight,
  MARGIN_CALL: TriangleAlert,
  LIQUIDATION: TriangleAlert,
  SECURITY: Shield,
  SYSTEM: Info,
}

const filters = ['all', 'unread', 'read'] as const
type Filter = (typeof filters)[number]

/** The messages to the user, newest first. */
export function Messages({ current }: { current?: number }) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const [filter, setFilter] = useState<Filter>('all')
  if (!isSignedIn) return <SignInFor title={t('content.signInForMessages')} text={t('content.signInForMessagesText')} />
  const texts = { all: t('content.allTags'), unread: t('spec.noticeStates.unread'), read: t('spec.noticeStates.read') }
  return (
    <Stack gap={12}>
      <Line spread="apart" gap={16} wrap>
        <Chips
          label={t('content.whichMessages')}
          options={filters.map((value) => ({ value, text: texts[value] }))}
          value={filter}
          onChange={setFilter}
        />
        {filter === 'read' ? undefined : <MarkAllRead />}
      </Line>
      <MessageRows filter={filter} current={current} />
    </Stack>
  )
}

function MarkAllRead() {
  const t = useText()
  const { messages } = useUnread()
  const reading = useSend(content.readMessages, { stale: [content.messages, content.message], done: true })
  if (messages === 0) return undefined
  return (
    <TextButton
      text={t('content.markAllRead')}
      disabled={reading.isBusy}
      onPress={() => void reading.send({ all: true })}
    />
  )
}

type Current = {
  /** The message that is in view beside the list. */
  current: number | undefined
}

function MessageRows({ filter, current }: { filter: Filter } & Current) {
  const t = useText()
  const isRead = filter === 'all' ? undefined : filter === 'read'
  const pages = usePages(content.messages, { pageNum: 1, pageSize, isRead })
  return (
    <LoadedRows
      called={pages}
      failed={{ title: t('content.listFailed'), text: t('content.listFailedText') }}
      waitingRows={6}
      empty={
        <EmptyState
          icon={<Mail aria-hidden="true" />}
          title={t('content.noMessages')}
          text={t('content.noMessagesText')}
        />
      }
    >
      {(messages) => (
        <Stack gap={12}>
          <List label={t('content.messages')}>
            {messages.map((message) => (
              <MessageRow key={message.id} message={message} current={current} />
            ))}
          </List>
          <MoreRows pages={pages} />
        </Stack>
      )}
    </LoadedRows>
  )
}

function MessageRow({ message, current }: { message: MessageSummary } & Current) {
  const t = useText()
  const { id, type, title, preview, isRead, createdAt } = message
  const Icon = icons[type] ?? BellRing
  return (
    <Row
      height={62}
      icon={
        <span className={styles['icon']} data-unread={!isRead} aria-hidden="true">
          <Icon />
        </span>
      }
      title={
        <span className={isRead ? undefined : styles['unread']}>
          {isRead ? undefined : <VisuallyHidden>{t('spec.noticeStates.unread')}: </VisuallyHidden>}
          {title}
        </span>
      }
      subtitle={
        <>
          <span className={styles['preview']}>{preview}</span>
          <time className={styles['time']}>{formatTimestamp(createdAt)}</time>
        </>
      }
      href={hrefOf('noticeDetail', { id, kind: 'message' })}
      isCurrent={id === current}
    />
  )
}
