import type { ChatMessage } from '@mex/contract/push.ts'
import { settings } from '@mex/core/settings.ts'
import { Paperclip, SendHorizontal } from 'lucide-react'
import { Suspense, useEffect, useId, useRef, useState, type KeyboardEvent } from 'react'

import { sendMessage } from './chat.ts'
import { useDraftValue } from '#data/drafts.ts'
import { newIdempotencyKey } from '#data/idempotency-key.ts'
import { useIsConnected } from '#data/live.ts'
import { useText } from '#text/use-text.ts'
import { isComposing } from '#ui/composing.ts'
import { lazyComponent } from '#ui/lazy.tsx'
import { IconButton } from '#ui/icon-button.tsx'
import { VisuallyHidden } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import styles from './chat.module.css'

const ImageField = lazyComponent(() => import('#areas/files/door/image-field.tsx').then((file) => file.ImageField))

/** The last message without an answer: a retry of the same message keeps its idempotency key. */
type Tried = { readonly content: string; readonly key: string; readonly newest: number }

/** The state of the input: text, last failure, and the function that sends. */
function useEntry(messages: readonly ChatMessage[]) {
  const t = useText()
  const [text, setText] = useDraftValue<string>('chat', '')
  const [image, setImage] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [wrong, setWrong] = useState<string>()
  const [tried, setTried] = useState<Tried>()
  const isSending = useRef(false)
  const isSaid = ({ id, from, text: said, image: shown }: ChatMessage): boolean =>
    from === 'user' && id > (tried?.newest ?? Infinity) && contentOf(said, shown) === tried?.content
  const entered = contentOf(writtenIn(text), image)
  const latest = useRef(entered)
  useEffect(() => {
    latest.current = entered
  })
  const clear = (content: string, now: string): void => {
    setTried(undefined)
    setWrong(undefined)
    // Text typed during the request stays.
    if (content !== now) return
    setText('')
    setImage(undefined)
  }
  // The answer was lost, but the message arrived in the chat.
  if (!isBusy && tried !== undefined && wrong !== undefined && messages.some(isSaid)) clear(tried.content, entered)
  const send = async (given: string): Promise<void> => {
    const written = writtenIn(given)
    const picture = (image ?? '') === '' ? undefined : image
    if (isSending.current || (written === undefined && picture === undefined)) return
    const content = contentOf(written, picture)
    const key = tried?.content === content ? tried.key : newIdempotencyKey()
    setTried({ content, key, newest: tried?.content === content ? tried.newest : (messages.at(-1)?.id ?? 0) })
    isSending.current = true
    setBusy(true)
    const message = {
      ...(written === undefined ? {} : { text: written }),
      ...(picture === undefined ? {} : { image: picture }),
    }
    const sent = await sendMessage(message, key)
    isSending.current = false
    setBusy(false)
    if (sent.isSent) {
      clear(content, latest.current)
      return
    }
    if (sent.isFinal) setTried(undefined)
    setWrong(sent.reason === undefined ? t('content.chatOffline') : t('content.notSent', { reason: sent.reason }))
  }
  return { text, setText, image, setImage, isBusy, wrong, send }
}

const writtenIn = (text: string): string | undefined => (text.trim() === '' ? undefined : text.trim())

const contentOf = (text: string | undefined, image: string | undefined): string => JSON.stringify([text, image ?? ''])

/** From so many characters on the field says how many are left. */
const countedFrom = settings.chat.textMax - 100

/** What can be sent with one tap, and the input. Enter sends, Shift+Enter starts a new line. */
export function ChatEntry({ messages }: { messages: readonly ChatMessage[] | undefined }) {
  const entry = useEntry(messages ?? [])
  return (
    <>
      <Choices messages={messages} onChoose={(question) => void entry.send(question)} />
      <Composer entry={entry} />
    </>
  )
}

function Composer({ entry }: { entry: ReturnType<typeof useEntry> }) {
  const t = useText()
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { text, setText, image, setImage, isBusy, wrong, send } = entry
  const form = useRef<HTMLFormElement>(null)
  const hasPicture = image !== undefined
  useEffect(() => {
    // The picture grows the input upwards: scrolls so that picture and messages are visible.
    if (hasPicture) form.current?.scrollIntoView({ block: 'end' })
  }, [hasPicture])
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter' || event.shiftKey || isComposing(event.nativeEvent)) return
    event.preventDefault()
    void send(text)
  }
  return (
    <form
      ref={form}
      className={styles['entry']}
      onSubmit={(event) => {
        event.preventDefault()
        void send(text).then(() => field.current?.focus())
      }}
    >
      {wrong === undefined ? undefined : (
        <Notice tone="danger" urgent>
          {wrong}
        </Notice>
      )}
      {image === undefined ? undefined : <Picture value={image} onChange={setImage} />}
      {text.length < countedFrom ? undefined : (
        <span className={styles['left']}>
          {t('content.charactersLeft', { count: settings.chat.textMax - text.length })}
        </span>
      )}
      <div className={styles['line']}>
        <IconButton
          icon={<Paperclip aria-hidden="true" />}
          label={t('content.attach')}
          pressed={hasPicture}
          onPress={() => setImage(hasPicture ? undefined : '')}
        />
        <label className={styles['label']} htmlFor={id}>
          <VisuallyHidden>{t('content.yourMessage')}</VisuallyHidden>
        </label>
        <textarea
          id={id}
          ref={field}
          className={styles['field']}
          rows={1}
          value={text}
          maxLength={settings.chat.textMax}
          placeholder={t('content.yourMessage')}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={onKeyDown}
        />
        <SendButton isBusy={isBusy} isEmpty={text.trim() === '' && (image ?? '') === ''} />
      </div>
    </form>
  )
}

function SendButton({ isBusy, isEmpty }: { isBusy: boolean; isEmpty: boolean }) {
  const t = useText()
  const isConnected = useIsConnected()
  return (
    <button
      type="submit"
      className={styles['send']}
      aria-label={t('content.send')}
      title={t('content.send')}
      aria-busy={isBusy}
      disabled={!isConnected || isBusy || isEmpty}
    >
      <SendHorizontal aria-hidden="true" />
    </button>
  )
}

function Picture({ value, onChange }: { value: string; onChange: (path: string) => void }) {
  const t = useText()
  return (
    <Suspense fallback={<SkeletonCard height={120} />}>
      <ImageField
        name="image"
        label={t('content.attach')}
        value={value}
        onChange={onChange}
        onBlur={() => undefined}
        error={undefined}
      />
    </Suspense>
  )
}

type ChoicesProps = { messages: readonly ChatMessage[] | undefined; onChoose: (question: string) => void }

/** What can be sent with one tap: questions in an empty chat, or what the newest answer offers. */
function Choices({ messages, onChoose }: ChoicesProps) {
  const t = useText()
  if (messages === undefined) return undefined
  const newest = messages.at(-1)
  const choices =
    newest === undefined ? [t('content.ask1'), t('content.ask2'), t('content.ask3'), t('content.ask4')] : newest.choices
  if (choices.length === 0) return undefined
  return (
    <fieldset className={styles['asked']}>
      <legend>{newest === undefined ? t('content.suggestions') : t('content.choices')}</legend>
      {choices.map((question) => (
        <button key={question} type="button" onClick={() => onChoose(question)}>
          {question}
        </button>
      ))}
    </fieldset>
  )
}
