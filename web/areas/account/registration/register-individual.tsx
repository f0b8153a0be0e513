import { useParameters } from '#data/use-navigation.ts'
import { CountryField, useStates } from '#areas/account/fields/country-field.tsx'
import { enter, FormText, FullRegistrationPage, type FullForm } from './full-registration.tsx'
import { drawPersona, drawSecurityNumber } from './personas.ts'
import { FormField } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'

export function RegisterIndividual() {
  const t = useText()
  const { invite } = useParameters('registerIndividual')
  return (
    <FullRegistrationPage
      userType={2}
      title={t('titles.registerIndividual')}
      heading={t('auth.individualTitle')}
      text={t('auth.individualText')}
      invite={invite}
      fill={(form) => enter(form, drawPersona(Math.random))}
    >
      {(form) => (
        <>
          <FormText form={form} name="streetAddress" label={t('spec.individualLabels.streetAddress')} />
          <FormText
            form={form}
            name="additionalAddress"
            label={t('spec.individualLabels.additionalAddress')}
            optional
          />
          <StateField form={form} />
          <FormText form={form} name="phoneNumber" label={t('spec.individualLabels.phoneNumber')} max={20} type="tel" />
          <FormField control={form.control} name="country">
            {(field) => <CountryField field={field} />}
          </FormField>
          <SecurityNumber form={form} />
        </>
      )}
    </FullRegistrationPage>
  )
}

/** A field that suggests the states of the entered country. */
function StateField({ form }: { form: FullForm }) {
  const t = useText()
  const states = useStates(form.watch('country'))
  return (
    <FormText
      form={form}
      name="stateProvince"
      label={t('spec.individualLabels.stateOrProvince')}
      suggestions={states}
    />
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
