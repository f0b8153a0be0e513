import { account } from '@mex/contract/account/calls.ts'
import { CircleUserRound } from 'lucide-react'

import { hrefOf } from '#data/links.ts'
import { useSend } from '#data/call.ts'
import { language } from '#data/preferences.ts'
import { signIn } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Stack } from '#ui/layout.tsx'

/** Replaces a personal part of a public page for signed-out visitors. */
export function SignInFor({ title, text }: { title: string; text: string }) {
  const t = useText()
  const guest = useSend(account.guest, { onAnswer: signIn })
  return (
    <EmptyState
      icon={<CircleUserRound aria-hidden="true" />}
      title={title}
      text={text}
      action={
        <Stack gap={8}>
          <Button
            text={t('shell.tryItNow')}
            wide
            busy={guest.isBusy}
            onPress={() => void guest.send({ language: language.get() })}
          />
          <Button text={t('shell.logIn')} kind="secondary" wide href={hrefOf('login')} />
        </Stack>
      }
    />
  )
}
