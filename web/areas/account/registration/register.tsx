import { authentication } from '@mex/contract/account/authentication.ts'

import { useParameters } from '#data/use-navigation.ts'
import { Agreement } from '#areas/account/fields/agreement.tsx'
import { EmailFields } from '#areas/account/fields/email-fields.tsx'
import { FormMessage } from '#components/form-message.tsx'
import { InvitationField } from '#areas/account/fields/invitation-field.tsx'
import { NewPassword } from '#areas/account/fields/new-password.tsx'
import { ConfirmPassword } from '#areas/account/fields/confirm-password.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { useRegistration } from './use-registration.ts'
import { CallForm, FormField } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'

export function Register() {
  const t = useText()
  const { invite } = useParameters('register')
  return (
    <RegistrationPage
      way="email"
      title={t('titles.register')}
      heading={t('auth.create')}
      text={t('auth.createText')}
      invite={invite}
    >
      <RegisterForm invite={invite ?? ''} />
    </RegistrationPage>
  )
}

const empty = { email: '', emailCode: '', password: '', passwordConfirm: '', invitationCode: '', agree: false }

function RegisterForm({ invite }: { invite: string }) {
  const t = useText()
  const { form, submit, isBusy } = useRegistration(authentication.register, { ...empty, invitationCode: invite })
  const { control, message } = form
  const address = form.watch('email')
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <EmailFields form={form} purpose="register" hint={t('auth.emailHint')} isName />
        <FormField control={control} name="password">
          {(field) => <NewPassword field={field} label={t('auth.newPassword')} use="registration" names={[address]} />}
        </FormField>
        <FormField control={control} name="passwordConfirm">
          {(field) => <ConfirmPassword field={field} first={form.watch('password')} label={t('auth.again')} />}
        </FormField>
        <FormField control={control} name="invitationCode">
          {(field) => <InvitationField field={field} />}
        </FormField>
        <FormField control={control} name="agree">
          {(field) => <Agreement field={field} />}
        </FormField>
        <FormMessage message={message} />
        <Button text={t('auth.createAccount')} type="submit" size="large" wide busy={isBusy} />
      </CallForm>
    </Card>
  )
}
