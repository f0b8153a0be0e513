import { authentication } from '@mex/contract/account/authentication.ts'
import { useEffect, useState } from 'react'

import { useSend } from '#data/call.ts'
import { signIn, useSessionEnded } from '#data/session.ts'
import { readStored, writeStored } from '#data/storage.ts'
import { useNavigation } from '#data/use-navigation.ts'
import { FormMessage } from '#components/form-message.tsx'
import { GuestButton } from '#components/guest-button.tsx'
import { clearPrefilledName, prefilledName } from './prefilled-name.ts'
import { CurrentPassword } from '#areas/account/fields/current-password.tsx'
import { Introduction } from './introduction.tsx'
import { LanguageChoice } from '#areas/account/settings/language-choice.tsx'
import { LegalFooter } from '#areas/account/door/legal-links.tsx'
import { PasskeySignIn } from './passkey-sign-in.tsx'
import { CallForm, FormField, useCallForm } from '#components/call-form.tsx'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { Checkbox } from '#ui/checkbox.tsx'
import { Line, Stack } from '#ui/layout.tsx'
import { List, Row } from '#ui/list.tsx'
import { Notice } from '#ui/notice.tsx'
import { Screen, Section } from '#ui/screen.tsx'
import { TextField } from '#ui/text-field.tsx'
import { Typography } from '#ui/typography.tsx'

export function Login() {
  const t = useText()
  const navigation = useNavigation()
  const hasEnded = useSessionEnded()
  // After signing in: back to the page that required it, or home.
  const leave = () => navigation.back()
  return (
    <Screen title={t('titles.login')}>
      <Introduction title={t('auth.welcome')} text={t('auth.welcomeText')} />
      {hasEnded ? <Notice tone="warn">{t('auth.sessionEnded')}</Notice> : undefined}
      <LoginForm onSignedIn={leave} />
      <Card>
        <Stack gap={12}>
          <Typography as="p" size={13} tone="second" align="center">
            {t('auth.guestText')}
          </Typography>
          <GuestButton text={t('auth.guest')} kind="secondary" onSignedIn={leave} />
        </Stack>
      </Card>
      <Section title={t('auth.newHere')}>
        <List label={t('auth.newHere')}>
          {/* Replaces this page, so that a registration returns to the page that required the session. */}
          <Row title={t('auth.registerByEmail')} onPress={() => navigation.replace('register')} />
          <Row title={t('auth.registerIndividual')} onPress={() => navigation.replace('registerIndividual')} />
          <Row title={t('auth.registerCompany')} onPress={() => navigation.replace('registerCompany')} />
        </List>
      </Section>
      <Section title={t('auth.language')}>
        <LanguageChoice />
      </Section>
      <LegalFooter />
    </Screen>
  )
}

/** Stores the user name if the user wants that; the browser's password manager stores the password. */
function LoginForm({ onSignedIn }: { onSignedIn: () => void }) {
  const t = useText()
  const [remembers, setRemembers] = useState(() => readStored('username') !== undefined)
  const login = useSend(authentication.login, { showsRefusals: true })
  const form = useCallForm(
    authentication.login,
    { username: readStored('username') ?? '', password: '' },
    login.failure,
    {
      draft: 'login',
    },
  )
  const { setValue } = form
  useEffect(() => {
    const name = prefilledName()
    if (name !== undefined) setValue('username', name)
    clearPrefilledName()
  }, [setValue])
  const submit = form.submitTo(async (input) => {
    const answer = await login.send(input)
    if (answer === undefined) return undefined
    writeStored('username', remembers ? input.username : undefined)
    signIn(answer)
    onSignedIn()
    return true
  })
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <FormField control={form.control} name="username">
          {(field) => (
            <TextField
              {...field}
              label={t('auth.name')}
              autoComplete="username"
              inputMode="email"
              autoCapitalize="none"
              maxLength={50}
              required
            />
          )}
        </FormField>
        <FormField control={form.control} name="password">
          {(field) => <CurrentPassword field={field} label={t('auth.password')} />}
        </FormField>
        <Line>
          <Checkbox label={t('auth.remember')} checked={remembers} onChange={setRemembers} />
        </Line>
        <FormMessage message={form.message} failure={login.failure} />
        <Button text={t('shell.logIn')} type="submit" size="large" wide busy={login.isBusy} />
        <PasskeySignIn onSignedIn={onSignedIn} />
      </CallForm>
    </Card>
  )
}
