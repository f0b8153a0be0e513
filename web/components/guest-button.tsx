import { account } from '@mex/contract/account/calls.ts'

import { useSend } from '#data/call.ts'
import { language } from '#data/preferences.ts'
import { signIn } from '#data/session.ts'
import { Button } from '#ui/button.tsx'

type Props = { text: string; kind?: 'primary' | 'secondary'; onSignedIn?: () => void }

/** Opens a guest account with one tap and signs in to it. */
export function GuestButton({ text, kind = 'primary', onSignedIn }: Props) {
  const guest = useSend(account.guest, {
    onAnswer: (answer) => {
      signIn(answer)
      onSignedIn?.()
    },
  })
  return (
    <Button
      text={text}
      kind={kind}
      size="large"
      wide
      busy={guest.isBusy}
      onPress={() => void guest.send({ language: language.get() })}
    />
  )
}
