import { isPracticeNumber } from '@mex/core/funding/cards.ts'
import { registration } from '@mex/contract/account/registration.ts'
import { documentTypes, isImageField, isNumberField, type IdentityField } from '@mex/core/kyc/identity-documents.ts'

import { useCall } from '#data/call.ts'
import { ImageField } from '#areas/files/door/image-field.tsx'
import { useText } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Select } from '#ui/select.tsx'
import { TextButton } from '#ui/text-button.tsx'
import { TextField } from '#ui/text-field.tsx'
import { useDocumentLabels } from './names.ts'
import { deviceDraw, drawAccount, drawNumber } from './door/persona.ts'
import { checkPhoto } from './photo-check.ts'
import { drawSpecimen, shownOn } from './door/specimen.ts'
import type { DocumentForm } from './use-document-form.ts'

type Props = { form: DocumentForm; field: IdentityField }

const day = 86_400

/** Countries by name; empty while loading. */
export const useCountries = () => useCall(registration.countries, {}, { freshSeconds: day })

/** The input of one field of the form. */
export function DocumentInput({ form, field }: Props) {
  if (isImageField(field)) return <PictureInput form={form} field={field} />
  if (field === 'country') return <CountryInput form={form} />
  if (field === 'documentType' || field === 'officerCertificateType') return <TypeInput form={form} field={field} />
  return <LineInput form={form} field={field} />
}

/** Autofill is off, because it would offer the data of a real person. */
function LineInput({ form, field }: Props) {
  const t = useText()
  const names = useDocumentLabels()
  const isNumber = isNumberField(field)
  const isAccount = field === 'corporateAccountNumber'
  const draw = (): string => (isAccount ? drawAccount(deviceDraw, isPracticeNumber) : drawNumber(deviceDraw))
  return (
    <TextField
      label={names.field(field)}
      name={field}
      value={form.papers[field] ?? ''}
      onChange={(value) => form.set(field, isNumber ? value.toUpperCase() : value)}
      error={form.errors[field]}
      hint={isNumber ? t('kyc.numberHint') : isAccount ? t('kyc.accountHint') : undefined}
      autoComplete="off"
      maxLength={isNumber ? 20 : isAccount ? 19 : 50}
      required
      {...(isNumber ? { autoCapitalize: 'characters' as const } : {})}
      {...(field === 'officerPhone' ? { type: 'tel' as const, inputMode: 'tel' as const } : {})}
      {...(isAccount ? { inputMode: 'numeric' as const } : {})}
      {...(isNumber || isAccount
        ? { aside: <TextButton text={t('kyc.draw')} onPress={() => form.set(field, draw())} /> }
        : {})}
    />
  )
}

function TypeInput({ form, field }: Props) {
  const names = useDocumentLabels()
  return (
    <Segmented
      caption
      label={names.field(field)}
      options={documentTypes.map((type) => ({ value: type, text: names.types[type] }))}
      value={documentTypes.find((type) => type === form.papers[field]) ?? 'identity_card'}
      onChange={(type) => form.set(field, type)}
    />
  )
}

function CountryInput({ form }: { form: DocumentForm }) {
  const t = useText()
  const names = useDocumentLabels()
  const { data, failure, retry } = useCountries()
  return (
    <Select
      label={names.field('country')}
      name="country"
      options={(data ?? []).map(({ code, name }) => ({ value: code, text: name }))}
      value={data === undefined || form.papers.country === '' ? undefined : form.papers.country}
      onChange={(code) => form.set('country', code)}
      placeholder={data === undefined ? t('ui.loading') : t('auth.chooseCountry')}
      error={form.errors.country}
      required
      disabled={data === undefined}
      {...(data === undefined && failure !== undefined
        ? { aside: <TextButton text={t('ui.tryAgain')} onPress={() => void retry()} /> }
        : {})}
    />
  )
}

function PictureInput({ form, field }: Props) {
  const t = useText()
  const names = useDocumentLabels()
  const label = names.field(field)
  const draw = (): Promise<Blob> =>
    drawSpecimen({
      mark: t('kyc.specimenMark'),
      title: field.startsWith('corporate') || field === 'licenseImage' ? label : names.type(form.papers.documentType),
      hasPortrait: field === 'frontImage' || field === 'passportImage',
      lines: shownOn(field).map((shown) => [names.field(shown), form.papers[shown] ?? '–'] as const),
    })
  const inspect = async (picture: Blob): Promise<string | undefined> => {
    const fault = await checkPhoto(picture)
    if (fault === undefined) return undefined
    return fault === 'too_small' ? t('kyc.tooSmall') : t('kyc.blurred')
  }
  return (
    <ImageField
      name={field}
      label={label}
      hint={t('kyc.pictureHint')}
      value={form.papers[field] ?? ''}
      onChange={(path) => form.set(field, path)}
      onBlur={() => undefined}
      required
      error={form.errors[field]}
      sample={{ text: t('kyc.useSpecimen'), draw }}
      inspect={inspect}
    />
  )
}
