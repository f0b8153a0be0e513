import type { ChatMessage } from '@mex/contract/push.ts'
import { ChevronRight } from 'lucide-react'
import { useEffect, useRef } from 'react'

import { withLocalTimes } from '#data/local-times.ts'
import { answerLinks, useChat } from './chat.ts'
import { PrivatePicture } from '#areas/files/door/private-picture.tsx'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { SkeletonRows } from '#ui/skeleton.tsx'
import styles from './chat.module.css'
import { ChatEntry } from './chat-entry.tsx'

/** The chat messages, newest last, and the input below. */
export function ChatThread() {
  const t = useText()
  const messages = useChat()
  const end = useRef<HTMLDivElement>(null)
  const newest = messages?.at(-1)?.id
  useEffect(() => {
    if (newest !== undefined) end.current?.scrollIntoView({ block: 'end' })
  }, [newest])
  return (
    <div className={styles['thread']}>
      <div>
        {messages === undefined ? (
          <SkeletonRows rows={3} />
        ) : (
          <ol className={styles['messages']} aria-label={t('content.chatLabel')} aria-live="polite">
            <Introduction />
            {messages.map((message) => (
              <Said key={message.id} message={message} />
            ))}
          </ol>
        )}
      </div>
      <ChatEntry messages={messages} />
      <div ref={end} />
    </div>
  )
}

/** What the assistant is, as its first words. */
function Introduction() {
  const t = useText()
  return (
    <li className={styles['message']} data-from="bot">
      <span className={styles['who']}>{t('content.assistant')}</span>
      <div className={styles['bubble']}>
        <p>{t('content.chatIntro')}</p>
      </div>
    </li>
  )
}

function Said({ message }: { message: ChatMessage }) {
  const t = useText()
  const { from, text, image, createdAt } = message
  const names = { user: t('content.you'), bot: t('content.assistant'), operator: t('content.operator') }
  const links = answerLinks(message)
  return (
    <li className={styles['message']} data-from={from}>
      <span className={styles['who']}>
        {names[from]} · {formatTimestamp(createdAt)}
      </span>
      <div className={styles['bubble']}>
        {text === undefined ? undefined : <p>{from === 'bot' ? withLocalTimes(text) : text}</p>}
        {image === undefined ? undefined : <PrivatePicture path={image} label={t('content.picture')} />}
        {links.length === 0 ? undefined : (
          <ul className={styles['articles']}>
            {links.map(({ href, title }) => (
              <li key={href}>
                <a href={href}>
                  {title}
                  <ChevronRight aria-hidden="true" />
                </a>
              </li>
            ))}
          </ul>
        )}
      </div>
    </li>
  )
}
