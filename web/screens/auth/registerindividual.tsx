import { registration } from '@mex/contract/registration.ts'
import type { ReactNode } from 'react'
import type { Control } from 'react-hook-form'

import { useParameters } from '#data/use-navigation.ts'
import { Agreement } from '#parts/account/agreement.tsx'
import { CountryField } from '#parts/account/country-field.tsx'
import { EmailCode } from '#parts/account/email-code.tsx'
import { FormMessage } from '#parts/account/form-message.tsx'
import { NewPassword } from '#parts/account/new-password.tsx'
import { PasswordAgain } from '#parts/account/password-again.tsx'
import { PersonaButton } from '#parts/account/persona-button.tsx'
import { drawPersona, drawSecurityNumber } from '#parts/account/personas.ts'
import { RegistrationPage } from '#parts/account/registration-page.tsx'
import { useRegistration } from '#parts/account/use-registration.ts'
import { CallForm, FormField } from '#parts/call-form.tsx'
import { sentence } from '#text/sentence.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'

export function RegisterIndividual() {
  const t = useText()
  const { invite } = useParameters('/pages/auth/registerindividual')
  return (
    <RegistrationPage
      way="individual"
      title={t('titles.authRegisterindividual')}
      heading={t('auth.individualTitle')}
      text={t('auth.individualText')}
      invite={invite}
    >
      <IndividualForm invite={invite ?? ''} />
    </RegistrationPage>
  )
}

const empty = {
  userType: 2,
  email: '',
  emailCode: '',
  username: '',
  password: '',
  passwordConfirm: '',
  streetAddress: '',
  additionalAddress: '',
  stateProvince: '',
  phoneNumber: '',
  country: '',
  socialSecurityNumber: '',
  invitationCode: '',
  agree: false,
}
type Values = typeof empty
type Line = 'streetAddress' | 'additionalAddress' | 'stateProvince'

function IndividualForm({ invite }: { invite: string }) {
  const t = useText()
  const { form, submit, isBusy } = useRegistration<typeof registration.registerFully, Values>(
    registration.registerFully,
    { ...empty, invitationCode: invite },
  )
  const { control, message } = form
  const fill = (): void => {
    for (const [name, value] of Object.entries(drawPersona(Math.random)))
      form.setValue(name as keyof Values, value, { shouldValidate: form.formState.isSubmitted })
  }
  const draw = (): void =>
    form.setValue('socialSecurityNumber', drawSecurityNumber(Math.random), {
      shouldValidate: form.formState.isSubmitted,
    })
  return (
    <Card>
      <CallForm onSubmit={() => void submit()}>
        <PersonaButton text={t('auth.personaText')} onPress={fill} />
        <EmailFields form={form} />
        <AddressFields control={control} />
        <FormField control={control} name="socialSecurityNumber">
          {(field) => (
            <TextField
              {...field}
              label={sentence(t('spec.individualLabels.socialSecurityNumber'))}
              autoComplete="off"
              inputMode="numeric"
              placeholder="666-12-3456"
              hint={t('auth.numberHint')}
              aside={<TextButton text={t('auth.drawNumber')} onPress={draw} />}
              maxLength={11}
              required
            />
          )}
        </FormField>
        <SecretFields form={form} />
        <FormField control={control} name="invitationCode">
          {(field) => <TextField {...field} label={t('auth.invitation')} autoComplete="off" maxLength={6} />}
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

type Form = ReturnType<typeof useRegistration<typeof registration.registerFully, Values>>['form']

function EmailFields({ form }: { form: Form }) {
  const t = useText()
  const { control } = form
  const address = form.watch('email')
  return (
    <>
      <FormField control={control} name="email">
        {(field) => (
          <TextField
            {...field}
            label={sentence(t('spec.individualLabels.email'))}
            type="email"
            autoComplete="email"
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
    </>
  )
}

/** The user ID and the password twice. */
function SecretFields({ form }: { form: Form }) {
  const t = useText()
  const { control } = form
  const [address, username] = form.watch(['email', 'username'])
  return (
    <>
      <FormField control={control} name="username">
        {(field) => (
          <TextField
            {...field}
            label={sentence(t('spec.individualLabels.username'))}
            autoComplete="username"
            hint={t('auth.usernameHint')}
            maxLength={50}
            required
          />
        )}
      </FormField>
      <FormField control={control} name="password">
        {(field) => (
          <NewPassword
            field={field}
            label={sentence(t('spec.individualLabels.password'))}
            use="registration"
            names={[address, username]}
          />
        )}
      </FormField>
      <FormField control={control} name="passwordConfirm">
        {(field) => <PasswordAgain field={field} first={form.watch('password')} label={t('auth.again')} />}
      </FormField>
    </>
  )
}

function AddressFields<Asked>({ control }: { control: Control<Values, unknown, Asked> }) {
  const t = useText()
  const line = (name: Line, text: string, isRequired: boolean): ReactNode => (
    <FormField control={control} name={name}>
      {(field) => (
        <TextField
          {...field}
          label={isRequired ? sentence(text) : t('auth.optional', { label: sentence(text) })}
          autoComplete="off"
          maxLength={50}
          required={isRequired}
        />
      )}
    </FormField>
  )
  return (
    <>
      {line('streetAddress', t('spec.individualLabels.streetAddress'), true)}
      {line('additionalAddress', t('spec.individualLabels.additionalAddress'), false)}
      {line('stateProvince', t('spec.individualLabels.stateOrProvince'), true)}
      <FormField control={control} name="country">
        {(field) => <CountryField field={field} />}
      </FormField>
      <FormField control={control} name="phoneNumber">
        {(field) => (
          <TextField
            {...field}
            label={sentence(t('spec.individualLabels.phoneNumber'))}
            type="tel"
            autoComplete="off"
            maxLength={20}
            required
          />
        )}
      </FormField>
    </>
  )
}
