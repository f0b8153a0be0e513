import { content, type Message } from '@mex/contract/content/calls.ts'
import { MailX } from 'lucide-react'
import { Suspense, useEffect } from 'react'

import { hrefOf } from '#data/links.ts'
import { useCall, useSend } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'
import { lazyComponent } from '#ui/lazy.tsx'
import { Screen } from '#ui/screen.tsx'
import { SkeletonCard, SkeletonRows } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { parseId } from '#components/parse-id.ts'
import { ListBeside } from '#components/list-beside.tsx'
import { LoadError } from '#components/load-error.tsx'
import { SignInFor } from './sign-in-for.tsx'

const Messages = lazyComponent(() => import('./messages.tsx').then((file) => file.Messages))

/** The refusal code of an unknown message. */
const notFound = 1003

/** The page that a message links to. */
function wayOf(
  { type, referenceType }: Message,
  t: Text,
): { readonly text: string; readonly href: string } | undefined {
  if (referenceType === 'position') return { text: t('content.openPosition'), href: hrefOf('trade') }
  if (referenceType === 'deposit') return { text: t('funding.records'), href: hrefOf('depositRecords') }
  if (type === 'KYC') return { text: t('titles.verifyIdentity'), href: hrefOf('verifyIdentity') }
  if (referenceType === 'transfer' || referenceType === 'withdrawal')
    return { text: t('content.openHistory'), href: hrefOf('history') }
  if (referenceType === 'chat') return { text: t('content.openChat'), href: hrefOf('webView', { page: 'chat' }) }
  if (referenceType === 'alert') return { text: t('titles.alerts'), href: hrefOf('alerts') }
  return undefined
}

/** The message of the URL, the sign-in card without a session, or the empty state for an invalid id. */
export function MessageScreen({ id }: { id: string | undefined }) {
  const t = useText()
  const isSignedIn = useSession() !== undefined
  const number = parseId(id)
  if (isSignedIn && number !== undefined) return <OneMessage id={number} />
  return (
    <Screen title={t('content.messageTitle')}>
      {isSignedIn ? (
        <Gone />
      ) : (
        <SignInFor title={t('content.signInForMessages')} text={t('content.signInForMessagesText')} />
      )}
    </Screen>
  )
}

/** One message, marked as read when it is shown. */
function OneMessage({ id }: { id: number }) {
  const t = useText()
  const { data, failure, retry, isWaiting } = useCall(content.message, { id })
  const { send } = useSend(content.readMessages, { stale: [content.messages, content.message] })
  const isUnread = data?.isRead === false
  useEffect(() => {
    if (isUnread) void send({ id })
    // oxlint-disable-next-line react/exhaustive-deps -- `send` is a new function in every render
  }, [isUnread, id])
  return (
    <Screen title={t('content.messageTitle')} wide="desk" waiting={isWaiting}>
      <ListBeside
        list={
          <Suspense fallback={<SkeletonRows rows={6} />}>
            <Messages current={id} />
          </Suspense>
        }
      >
        {data !== undefined ? (
          <Shown message={data} />
        ) : failure?.code === notFound ? (
          <Gone />
        ) : failure !== undefined ? (
          <LoadError
            title={t('content.messageFailed')}
            text={t('content.listFailedText')}
            answer={{ failure, retry }}
          />
        ) : (
          <SkeletonCard height={180} />
        )}
      </ListBeside>
    </Screen>
  )
}

function Gone() {
  const t = useText()
  return (
    <EmptyState
      icon={<MailX aria-hidden="true" />}
      title={t('content.messageGone')}
      text={t('content.messageGoneText')}
      action={<Button text={t('content.allMessages')} href={hrefOf('notices', { tab: 'messages' })} />}
    />
  )
}

function Shown({ message }: { message: Message }) {
  const t = useText()
  const way = wayOf(message, t)
  return (
    <Card>
      <Stack gap={16}>
        <Stack gap={4}>
          <Typography as="h2" size={20} weight="bold">
            {message.title}
          </Typography>
          <Typography as="p" size={12} tone="third">
            {formatTimestamp(message.createdAt)}
          </Typography>
        </Stack>
        <Typography as="p">{message.content}</Typography>
        {way === undefined ? undefined : <Button text={way.text} kind="secondary" wide href={way.href} />}
      </Stack>
    </Card>
  )
}
