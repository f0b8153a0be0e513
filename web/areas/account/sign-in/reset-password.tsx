import { security } from '@mex/contract/account/security.ts'

import { useSend } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { EmailFields } from '#areas/account/fields/email-fields.tsx'
import { FormMessage } from '#components/form-message.tsx'
import { prefillName } from './prefilled-name.ts'
import { Introduction } from './introduction.tsx'
import { NewPassword } from '#areas/account/fields/new-password.tsx'
import { ConfirmPassword } from '#areas/account/fields/confirm-password.tsx'
import { CallForm, FormField, useCallForm } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Screen } from '#ui/screen.tsx'

export function ResetPassword() {
  const t = useText()
  return (
    <Screen title={t('titles.resetPassword')}>
      <Introduction title={t('auth.resetTitle')} text={t('auth.resetText')} />
      <ResetForm />
    </Screen>
  )
}

function ResetForm() {
  const t = useText()
  const navigation = useNavigation()
  const user = useSession()?.user
  const reset = useSend(security.resetPassword, { showsRefusals: true, done: true })
  const empty = { email: user?.email ?? '', emailCode: '', newPassword: '', confirmPassword: '' }
  const form = useCallForm(security.resetPassword, empty, reset.failure, { draft: 'reset' })
  const { control, message } = form
  const address = form.watch('email')
  const submit = form.submitTo(async (input) => {
    if ((await reset.send(input)) === undefined) return undefined
    prefillName(input.email)
    // Back to the previous page: login, or the settings of a signed-in user.
    navigation.back()
    return true
  })
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <EmailFields form={form} purpose="resetPassword" isName />
        <FormField control={control} name="newPassword">
          {(field) => (
            <NewPassword
              field={field}
              label={t('auth.newLoginPassword')}
              use={user?.userType === 4 ? 'company' : 'change'}
              names={[address]}
            />
          )}
        </FormField>
        <FormField control={control} name="confirmPassword">
          {(field) => <ConfirmPassword field={field} first={form.watch('newPassword')} label={t('auth.newAgain')} />}
        </FormField>
        <FormMessage message={message} />
        <Button text={t('auth.setPassword')} type="submit" size="large" wide busy={reset.isBusy} />
      </CallForm>
    </Card>
  )
}
