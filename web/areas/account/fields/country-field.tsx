import { registration } from '@mex/contract/account/registration.ts'

import { useCall } from '#data/call.ts'
import type { FieldBinding } from '#components/call-form.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Select } from '#ui/select.tsx'
import { TextButton } from '#ui/text-button.tsx'

const useCountries = () => useCall(registration.countries, {}, { freshSeconds: 3600 })

/** The states or provinces of a country or area; empty if addresses have none, and without a country. */
export const useStates = (code: string): readonly string[] =>
  useCountries().data?.find((country) => country.code === code)?.states ?? []

/** A country or area from the server's list. */
export function CountryField({ field }: { field: FieldBinding<string> }) {
  const t = useText()
  const { data, failure, retry } = useCountries()
  const isMissing = data === undefined && failure !== undefined
  return (
    <Select
      {...field}
      label={capitalize(t('spec.individualLabels.country'))}
      options={(data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
      value={field.value === '' || data === undefined ? undefined : field.value}
      placeholder={t('auth.chooseCountry')}
      error={isMissing ? t('auth.countriesFailed') : field.error}
      aside={isMissing ? <TextButton text={t('ui.tryAgain')} onPress={() => void retry()} /> : undefined}
      required
    />
  )
}
