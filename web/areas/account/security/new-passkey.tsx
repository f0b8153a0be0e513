import { security } from '@mex/contract/account/security.ts'
import { useState } from 'react'

import { announce } from '#data/announce.ts'
import { asFailure, refresh } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import { createPasskey, passkeyProblem, type PasskeyProblem } from './passkeys.ts'
import { FormMessage } from '#components/form-message.tsx'
import { CallForm, focusFirstError } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { TextField } from '#ui/text-field.tsx'

/** Asks for a name and the login password, then lets the browser create a passkey. */
export function NewPasskey({ open, onClose }: { open: boolean; onClose: () => void }) {
  const t = useText()
  return (
    <Sheet open={open} title={t('security.addPasskey')} onClose={onClose}>
      <PasskeyForm onDone={onClose} />
    </Sheet>
  )
}

function useNewPasskey(onDone: () => void) {
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<PasskeyProblem>()
  const [failure, setFailure] = useState<CallFailure>()
  const create = async (name: string, password: string): Promise<void> => {
    setBusy(true)
    setProblem(undefined)
    setFailure(undefined)
    try {
      await createPasskey(name, password)
      await refresh(security.passkeys)
      announce({ kind: 'done', text: undefined })
      onDone()
    } catch (error) {
      const found = passkeyProblem(error)
      if (found !== undefined) setProblem(found)
      else {
        setFailure(asFailure(error))
        focusFirstError()
      }
    } finally {
      setBusy(false)
    }
  }
  return { create, isBusy, problem, failure }
}

function PasskeyForm({ onDone }: { onDone: () => void }) {
  const t = useText()
  const [name, setName] = useState(t('security.passkeyDefault'))
  const [password, setPassword] = useState('')
  const { create, isBusy, problem, failure } = useNewPasskey(onDone)
  const say = useFailureText()
  const words = {
    cancelled: t('security.passkeyCancelled'),
    taken: t('security.passkeyTaken'),
    other: t('auth.passkeyFailed'),
  }
  return (
    <CallForm onSubmit={() => void create(name, password)}>
      <TextField
        label={t('security.passkeyName')}
        hint={t('security.passkeyNameHint')}
        value={name}
        onChange={setName}
        error={failure?.field === 'name' ? failure.message : undefined}
        maxLength={50}
        required
      />
      <PasswordField
        label={t('security.currentPassword')}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        error={failure?.field === 'password' ? failure.message : undefined}
        maxLength={128}
        required
      />
      {problem === undefined ? (
        <FormMessage message={failure?.field === undefined ? say(failure) : undefined} failure={failure} />
      ) : (
        <Notice tone={problem === 'cancelled' ? 'info' : 'danger'} urgent>
          {words[problem]}
        </Notice>
      )}
      <Button text={t('security.createPasskey')} type="submit" size="large" wide busy={isBusy} />
    </CallForm>
  )
}
