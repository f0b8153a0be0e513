import { KeyRound } from 'lucide-react'
import { useState } from 'react'

import { passkeyProblem, passkeysWork, signInByPasskey } from '#areas/account/security/passkeys.ts'
import { signIn } from '#data/session.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'

/** Signs in with a passkey; hidden if the browser does not support them. */
export function PasskeySignIn({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText()
  const [isBusy, setBusy] = useState(false)
  const [hasFailed, setFailed] = useState(false)
  if (!passkeysWork()) return undefined
  const press = async (): Promise<void> => {
    setBusy(true)
    setFailed(false)
    try {
      signIn(await signInByPasskey())
      onSignedIn()
    } catch (error) {
      setFailed(passkeyProblem(error) !== 'cancelled')
    } finally {
      setBusy(false)
    }
  }
  return (
    <>
      <Button
        text={t('auth.passkey')}
        kind="secondary"
        size="large"
        wide
        busy={isBusy}
        icon={<KeyRound aria-hidden="true" size={18} />}
        onPress={() => void press()}
      />
      {hasFailed ? (
        <Notice tone="danger" urgent>
          {t('auth.passkeyFailed')}
        </Notice>
      ) : undefined}
    </>
  )
}
