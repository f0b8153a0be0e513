import { ExternalLink } from 'lucide-react'

import { useProduct } from '#data/product.ts'
import { useSession } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Typography } from '#ui/typography.tsx'
import { ChatThread } from './chat-thread.tsx'
import { SignInFor } from './sign-in-for.tsx'

/** Customer service: the chat, or the external service that the operator has configured. */
export function CustomerService() {
  const t = useText()
  const { supportUrl } = useProduct()
  const isSignedIn = useSession() !== undefined
  if (supportUrl !== undefined) {
    return (
      <EmptyState
        icon={<ExternalLink aria-hidden="true" />}
        title={t('content.elsewhere')}
        text={t('content.elsewhereText', { host: new URL(supportUrl).host })}
        action={<Button text={t('content.openElsewhere')} href={supportUrl} />}
      />
    )
  }
  if (isSignedIn) return <ChatThread />
  return (
    <>
      <Typography as="p" size={13} tone="second">
        {t('content.chatIntro')}
      </Typography>
      <SignInFor title={t('content.signInForChat')} text={t('content.signInForChatText')} />
    </>
  )
}
