import { registration } from '@mex/contract/account/registration.ts'

import { CallForm, FormField } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Card } from '#ui/card.tsx'
import { TextField } from '#ui/text-field.tsx'
import type { ReactNode } from 'react'
import { Agreement } from '#areas/account/fields/agreement.tsx'
import { PersonaButton } from '#areas/account/door/persona-button.tsx'
import { EmailFields } from '#areas/account/fields/email-fields.tsx'
import { RegistrationPage } from './registration-page.tsx'
import { FormMessage } from '#components/form-message.tsx'
import { InvitationField } from '#areas/account/fields/invitation-field.tsx'
import { NewPassword } from '#areas/account/fields/new-password.tsx'
import { ConfirmPassword } from '#areas/account/fields/confirm-password.tsx'
import { useRegistration } from './use-registration.ts'

/** The fields of both full registration forms; each sends its own subset. */
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
  enterpriseName: '',
  licenseNumber: '',
  licenseImage: '',
  enterpriseAddress: '',
  corporateAccountNumber: '',
  corporateAccountImage: '',
  placeOfRegistration: '',
  officerCertificateType: 'passport',
  officerCertificateNumber: '',
  officerPhone: '',
  invitationCode: '',
  agree: false,
}
type Values = typeof empty
type TextName = Exclude<keyof Values, 'userType' | 'agree'>

const useFullRegistration = (userType: 2 | 4, invite: string | undefined) =>
  useRegistration<typeof registration.registerFully, Values>(registration.registerFully, {
    ...empty,
    userType,
    invitationCode: invite ?? '',
  })

export type FullForm = ReturnType<typeof useFullRegistration>['form']

/** Enters generated values and clears the errors of their fields. */
export function enter(form: FullForm, drawn: Readonly<Partial<Record<TextName, string>>>): void {
  for (const [name, value] of Object.entries(drawn)) {
    form.setValue(name as TextName, value)
    form.clearErrors(name as TextName)
  }
}

type TextProps = {
  form: FullForm
  name: TextName
  label: string
  optional?: boolean
  max?: number
  type?: 'text' | 'tel'
  /** The keyboard of a number: digits only, or capitals too. */
  written?: 'digits' | 'capitals'
  suggestions?: readonly string[]
}

/** A text field of a full registration form. */
export function FormText({ form, name, label, optional = false, max = 50, type = 'text', ...rest }: TextProps) {
  const t = useText()
  const { written, suggestions } = rest
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <TextField
          {...field}
          label={optional ? t('auth.optional', { label: capitalize(label) }) : capitalize(label)}
          type={type}
          {...(type === 'tel' ? { inputMode: 'tel' as const } : {})}
          {...(written === 'digits' ? { inputMode: 'numeric' as const } : {})}
          {...(written === 'capitals' ? { autoCapitalize: 'characters' as const } : {})}
          autoComplete="off"
          maxLength={max}
          required={!optional}
          {...(suggestions !== undefined ? { suggestions } : {})}
        />
      )}
    </FormField>
  )
}

/** The user ID, the password and its confirmation. */
function SecretFields({ form, isCompany }: { form: FullForm; isCompany: boolean }) {
  const t = useText()
  const { control } = form
  const [address, username] = form.watch(['email', 'username'])
  return (
    <>
      <FormField control={control} name="username">
        {(field) => (
          <TextField
            {...field}
            label={capitalize(t('spec.individualLabels.username'))}
            autoComplete="username"
            autoCapitalize="none"
            hint={isCompany ? t('auth.companyUsernameHint') : t('auth.usernameHint')}
            maxLength={isCompany ? 15 : 50}
            required
          />
        )}
      </FormField>
      <FormField control={control} name="password">
        {(field) => (
          <NewPassword
            field={field}
            label={capitalize(t('spec.individualLabels.password'))}
            use={isCompany ? 'company' : 'registration'}
            names={[address, username]}
          />
        )}
      </FormField>
      <FormField control={control} name="passwordConfirm">
        {(field) => <ConfirmPassword field={field} first={form.watch('password')} label={t('auth.again')} />}
      </FormField>
    </>
  )
}

type PageProps = {
  userType: 2 | 4
  title: string
  heading: string
  text: string
  /** The invitation code of the URL. */
  invite: string | undefined
  /** Fills the form with fictitious values. */
  fill: (form: FullForm) => void
  /** The fields of this kind of account, between the e-mail address and the password. */
  children: (form: FullForm) => ReactNode
}

/** A full registration: the form with the fields of both kinds around its own, the consent and the submit button. */
export function FullRegistrationPage({ userType, title, heading, text, invite, fill, children }: PageProps) {
  const t = useText()
  const { form, submit, isBusy } = useFullRegistration(userType, invite)
  const isCompany = userType === 4
  return (
    <RegistrationPage
      way={isCompany ? 'company' : 'individual'}
      title={title}
      heading={heading}
      text={text}
      invite={invite}
    >
      <Card>
        <CallForm onSubmit={() => void submit()}>
          <PersonaButton holder={isCompany ? 'company' : 'individual'} onPress={() => fill(form)} />
          <EmailFields form={form} purpose="register" hint={t('auth.emailHint')} />
          {children(form)}
          <SecretFields form={form} isCompany={isCompany} />
          <FormField control={form.control} name="invitationCode">
            {(field) => <InvitationField field={field} />}
          </FormField>
          <FormField control={form.control} name="agree">
            {(field) => <Agreement field={field} />}
          </FormField>
          <FormMessage message={form.message} />
          <Button text={t('auth.createAccount')} type="submit" size="large" wide busy={isBusy} />
        </CallForm>
      </Card>
    </RegistrationPage>
  )
}
