import { account } from '@mex/contract/account/calls.ts'

import { useSend } from '#data/call.ts'
import { language } from '#data/preferences.ts'
import { signIn } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'

/** Opens a guest account with one tap. */
export function TryItNow({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText()
  const guest = useSend(account.guest, {
    onAnswer: (answer) => {
      signIn(answer)
      onSignedIn()
    },
  })
  return (
    <Button
      text={t('auth.guest')}
      kind="secondary"
      size="large"
      wide
      busy={guest.isBusy}
      onPress={() => void guest.send({ language: language.get() })}
    />
  )
}
