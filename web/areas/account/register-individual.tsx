import { useParameters } from '#data/use-navigation.ts'
import { CountryField, useStates } from './country-field.tsx'
import { EmailFields } from './email-fields.tsx'
import {
  enter,
  FormText,
  RegistrationForm,
  SecretFields,
  useFullRegistration,
  type FullForm,
} from './full-registration.tsx'
import { PersonaButton } from './door/persona-button.tsx'
import { drawPersona, drawSecurityNumber } from './personas.ts'
import { RegistrationPage } from './registration-page.tsx'
import { FormField } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'

export function RegisterIndividual() {
  const t = useText()
  const { invite } = useParameters('registerIndividual')
  const registering = useFullRegistration(2, invite)
  const { form } = registering
  const states = useStates(form.watch('country'))
  return (
    <RegistrationPage
      way="individual"
      title={t('titles.registerIndividual')}
      heading={t('auth.individualTitle')}
      text={t('auth.individualText')}
      invite={invite}
    >
      <RegistrationForm registering={registering}>
        <PersonaButton text={t('auth.personaText')} onPress={() => enter(form, drawPersona(Math.random))} />
        <EmailFields form={form} purpose="register" hint={t('auth.emailHint')} />
        <FormText form={form} name="streetAddress" label={t('spec.individualLabels.streetAddress')} />
        <FormText form={form} name="additionalAddress" label={t('spec.individualLabels.additionalAddress')} optional />
        <FormText
          form={form}
          name="stateProvince"
          label={t('spec.individualLabels.stateOrProvince')}
          suggestions={states}
        />
        <FormText form={form} name="phoneNumber" label={t('spec.individualLabels.phoneNumber')} max={20} type="tel" />
        <FormField control={form.control} name="country">
          {(field) => <CountryField field={field} />}
        </FormField>
        <SecurityNumber form={form} />
        <SecretFields form={form} />
      </RegistrationForm>
    </RegistrationPage>
  )
}

/** Generates a number that was never issued, so that users do not enter a real one. */
function SecurityNumber({ form }: { form: FullForm }) {
  const t = useText()
  const draw = (): void => enter(form, { socialSecurityNumber: drawSecurityNumber(Math.random) })
  return (
    <FormField control={form.control} name="socialSecurityNumber">
      {(field) => (
        <TextField
          {...field}
          label={capitalize(t('spec.individualLabels.socialSecurityNumber'))}
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
  )
}
