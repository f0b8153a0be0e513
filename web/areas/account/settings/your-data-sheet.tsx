import type { Call } from '@mex/contract/call.ts'
import { records as calls } from '@mex/contract/records/calls.ts'
import { account } from '@mex/contract/account/calls.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { useState } from 'react'

import { announce } from '#data/announce.ts'
import { asFailure, useSend } from '#data/call.ts'
import { send } from '#data/send.ts'
import { signOut, useSession, whileEndingSession } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { FormMessage } from '#components/form-message.tsx'
import { CallForm, FormField, useCallForm } from '#components/call-form.tsx'
import { useFailureText } from '#components/failure-text.ts'
import { saveFile } from '#data/save-file.ts'
import { useText, type Text } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Sheet } from '#ui/sheet.tsx'
import { Typography } from '#ui/typography.tsx'

export type DataAction = 'export' | 'reset' | 'close'
type Props = { what: DataAction; open: boolean; onClose: () => void }

const callOf = { export: calls.requestExport, reset: calls.resetPractice, close: calls.closeAccount } as const

const textsOf = (t: Text) =>
  ({
    export: {
      title: t('records.exportTitle'),
      text: t('records.exportText'),
      needs: undefined,
      action: t('records.exportAction'),
    },
    reset: {
      title: t('records.resetTitle'),
      text: t('records.resetText'),
      needs: t('records.resetNeeds'),
      action: t('records.resetAction'),
    },
    close: {
      title: t('records.closeTitle'),
      text: t('records.closeText'),
      needs: t('records.closeNeeds'),
      action: t('records.closeAction'),
    },
  }) as const

/** Downloads the export file by file. */
async function saveCopy(id: number): Promise<string> {
  let name = ''
  for (let after: number | undefined = 0; after !== undefined;) {
    const file: Awaited<ReturnType<typeof send<typeof calls.exportFile>>> = await send(calls.exportFile, { id, after })
    saveFile(file)
    name = file.name
    after = file.next
  }
  return name
}

/** Tells why a request failed; a lost connection is told elsewhere. */
function useTell(): (error: unknown) => undefined {
  const say = useFailureText()
  return (error) => {
    const failure = asFailure(error)
    const why = failure.code === 'network' ? undefined : say(failure)
    if (why !== undefined) announce({ kind: 'refused', text: why })
  }
}

/** Explains an export, a reset or a closing of the account, and asks for the password that confirms it. */
export function DataSheet({ what, open, onClose }: Props) {
  const t = useText()
  const navigation = useNavigation()
  const tell = useTell()
  const isGuest = useSession()?.user?.isGuest === true
  const [isSaving, setIsSaving] = useState(false)
  const { title, text, needs, action } = textsOf(t)[what]
  const sending = useSend<Call>(callOf[what], {
    stale: [calls.ownData, account.overview, wallet.balance, trading.positions],
    showsRefusals: true,
  })
  const form = useCallForm<Call, { password: string }>(callOf[what], { password: '' }, sending.failure)
  const finish = async (answer: unknown): Promise<void> => {
    if (what === 'export') {
      setIsSaving(true)
      const name = await saveCopy((answer as { id: number }).id).catch(tell)
      setIsSaving(false)
      if (name === undefined) return
      announce({ kind: 'done', text: t('records.exportDone', { name }) })
    } else announce({ kind: 'done', text: t(what === 'reset' ? 'records.resetDone' : 'records.closeDone') })
    form.reset()
    onClose()
    if (what === 'close') {
      signOut()
      navigation.to('home')
    }
  }
  const confirm = async (input: unknown): Promise<void> => {
    const act = () => sending.send(input as never)
    const answer = await (what === 'close' ? whileEndingSession(act) : act())
    if (answer !== undefined) await finish(answer)
  }
  const isBusy = sending.isBusy || isSaving
  return (
    <Sheet open={open} onClose={onClose} title={title}>
      <CallForm onSubmit={form.submitTo(confirm)}>
        <Typography as="p" size={13} tone="second">
          {text}
        </Typography>
        {needs === undefined ? undefined : <Notice tone="info">{needs}</Notice>}
        {isGuest ? (
          <Typography as="p" size={13}>
            {t('records.guestConfirms')}
          </Typography>
        ) : (
          <FormField control={form.control} name="password">
            {(field) => (
              <PasswordField {...field} label={t('records.password')} autoComplete="current-password" maxLength={128} />
            )}
          </FormField>
        )}
        <FormMessage message={form.message} failure={sending.failure} />
        <Stack gap={8}>
          <Button
            text={action}
            kind={what === 'export' ? 'primary' : 'danger'}
            type="submit"
            size="large"
            wide
            busy={isBusy}
          />
          <Button text={t('records.notNow')} kind="quiet" wide onPress={onClose} />
        </Stack>
      </CallForm>
    </Sheet>
  )
}
