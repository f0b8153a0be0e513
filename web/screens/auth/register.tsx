import { account } from '@mex/contract/account.ts'

import { useSend } from '#data/call.ts'
import { signIn, signOut, useSession, whileEnding } from '#data/session.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { EmailCode } from '#parts/account/email-code.tsx'
import { AgreementText, LegalLine } from '#parts/account/legal-links.tsx'
import { NewPassword } from '#parts/account/new-password.tsx'
import { CallForm, FormField, useCallForm } from '#parts/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { Notice } from '#ui/notice.tsx'
import { PasswordField } from '#ui/password-field.tsx'
import { Screen } from '#ui/screen.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Words } from '#ui/words.tsx'

export function Register() {
  const t = useText()
  const navigation = useNavigation()
  const isGuest = useSession()?.user?.isGuest === true
  return (
    <Screen title={t('titles.authRegister')}>
      <Stack gap={4}>
        <Words as="h2" size={24} weight="bold">
          {t('auth.create')}
        </Words>
        <Words as="p" size={13} tone="second">
          {t('auth.createText')}
        </Words>
      </Stack>
      {isGuest ? (
        <Notice tone="success">
          <strong>{t('auth.claimTitle')}</strong> {t('auth.claimText')}
        </Notice>
      ) : undefined}
      <RegisterForm onSignedIn={() => navigation.back()} onLogin={() => navigation.instead('/pages/auth/login')} />
      <Line spread="center" gap={8}>
        <Words size={13} tone="second">
          {t('auth.haveAccount')}
        </Words>
        <TextButton text={t('shell.logIn')} onPress={() => navigation.instead('/pages/auth/login')} />
      </Line>
      <Stack gap={0}>
        <LegalLine />
        <Words as="p" size={12} tone="third" align="center">
          {t('auth.notAffiliated')}
        </Words>
      </Stack>
    </Screen>
  )
}

/** Said while it is typed, but not before the second writing is as long as the first. */
const differ = (first: string, second: string): boolean =>
  second !== '' && second.length >= first.length && second !== first

const empty = { email: '', emailCode: '', password: '', passwordConfirm: '', invitationCode: '', agree: false }

/**
 * Registers, then signs in with the same words: the token of the registration itself is only good for verification and
 * is not kept.
 */
function useRegistration({ onSignedIn, onLogin }: { onSignedIn: () => void; onLogin: () => void }) {
  const t = useText()
  const register = useSend(account.register, { showsRefusals: true, done: t('spec.successes.registerSuccess') })
  const login = useSend(account.login, { showsRefusals: true })
  const form = useCallForm(account.register, empty, register.failure)
  const submit = form.submitTo((input) =>
    whileEnding(async () => {
      if ((await register.send(input)) === undefined) return
      const answer = await login.send({ username: input.email, password: input.password })
      if (answer === undefined) {
        signOut()
        onLogin()
        return
      }
      signIn(answer)
      onSignedIn()
    }),
  )
  return { form, submit, isBusy: register.isBusy || login.isBusy }
}

function RegisterForm(ways: { onSignedIn: () => void; onLogin: () => void }) {
  const t = useText()
  const { form, submit, isBusy } = useRegistration(ways)
  const { control, message } = form
  const address = form.watch('email')
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <FormField control={control} name="email">
          {(field) => (
            <TextField
              {...field}
              label={t('auth.email')}
              type="email"
              autoComplete="username"
              hint={t('auth.emailHint')}
              maxLength={50}
              required
            />
          )}
        </FormField>
        <FormField control={control} name="emailCode">
          {(field) => (
            <EmailCode
              field={field}
              email={address}
              purpose="register"
              checkEmail={() => form.trigger('email', { shouldFocus: false })}
            />
          )}
        </FormField>
        <FormField control={control} name="password">
          {(field) => <NewPassword field={field} label={t('auth.newPassword')} email={address} />}
        </FormField>
        <FormField control={control} name="passwordConfirm">
          {(field) => (
            <PasswordField
              {...field}
              label={t('auth.again')}
              autoComplete="new-password"
              maxLength={50}
              error={differ(form.watch('password'), field.value) ? t('spec.messages.passwordsDiffer') : field.error}
              required
            />
          )}
        </FormField>
        <FormField control={control} name="invitationCode">
          {(field) => <TextField {...field} label={t('auth.invitation')} autoComplete="off" maxLength={6} />}
        </FormField>
        <FormField control={control} name="agree">
          {(field) => (
            <Checkbox label={<AgreementText />} checked={field.value} onChange={field.onChange} error={field.error} />
          )}
        </FormField>
        {message === undefined ? undefined : (
          <Notice tone="danger" urgent>
            {message || t('spec.errors.serverSaysNothing')}
          </Notice>
        )}
        <Button text={t('auth.createAccount')} type="submit" size="large" wide busy={isBusy} />
      </CallForm>
    </Card>
  )
}
