import { isPracticeNumber } from '@mex/core/funding/cards.ts'

import { useParameters } from '#data/use-navigation.ts'
import { enter, FormText, FullRegistrationPage, type FullForm } from './full-registration.tsx'
import { FormField } from '#components/call-form.tsx'
import { deviceDraw, drawCompany } from '#areas/kyc/door/persona.ts'
import { drawSpecimen } from '#areas/kyc/door/specimen.ts'
import { ImageField } from '#areas/files/door/image-field.tsx'
import { capitalize } from '#text/capitalize.ts'
import { useText } from '#text/use-text.ts'
import { Segmented } from '#ui/segmented.tsx'
import { Typography } from '#ui/typography.tsx'

export function RegisterCompany() {
  const t = useText()
  const { invite } = useParameters('registerCompany')
  const fill = (form: FullForm): void => {
    // The officer's certificate keeps the initial type of the form.
    const { officerCertificateType: _, ...drawn } = drawCompany(deviceDraw, isPracticeNumber)
    enter(form, drawn)
  }
  return (
    <FullRegistrationPage
      userType={4}
      title={t('titles.registerCompany')}
      heading={t('auth.companyTitle')}
      text={t('auth.companyText')}
      invite={invite}
      fill={fill}
    >
      {(form) => (
        <>
          <FormText form={form} name="enterpriseName" label={t('spec.companyLabels.fullEnterpriseName')} />
          <FormText
            form={form}
            name="licenseNumber"
            label={t('spec.companyLabels.licenseNumber')}
            max={20}
            written="capitals"
          />
          <Picture form={form} name="licenseImage" label={t('spec.companyLabels.licenseImage')} />
          <FormText form={form} name="enterpriseAddress" label={t('spec.companyLabels.enterpriseAddress')} />
          <FormText
            form={form}
            name="corporateAccountNumber"
            label={t('spec.companyLabels.corporateBankAccountNumber')}
            max={19}
            written="digits"
          />
          <Picture form={form} name="corporateAccountImage" label={t('spec.companyLabels.corporateBankAccountImage')} />
          <FormText form={form} name="placeOfRegistration" label={t('spec.companyLabels.placeOfRegistration')} />
          <Officer form={form} />
        </>
      )}
    </FullRegistrationPage>
  )
}

function Officer({ form }: { form: FullForm }) {
  const t = useText()
  const options = [
    { value: 'idCard', text: t('auth.identityCard') },
    { value: 'passport', text: t('auth.passport') },
    { value: 'DL', text: t('auth.drivingLicence') },
  ]
  return (
    <>
      <Typography as="h3" size={15} weight="semibold">
        {t('auth.officer')}
      </Typography>
      <FormField control={form.control} name="officerCertificateType">
        {(field) => (
          <Segmented
            label={capitalize(t('spec.companyLabels.certificateType'))}
            caption
            options={options}
            value={field.value}
            onChange={field.onChange}
          />
        )}
      </FormField>
      <FormText
        form={form}
        name="officerCertificateNumber"
        label={t('spec.companyLabels.certificateNumber')}
        max={20}
        written="capitals"
      />
      <FormText form={form} name="officerPhone" label={t('spec.companyLabels.phone')} max={20} type="tel" />
    </>
  )
}

type PictureProps = { form: FullForm; name: 'licenseImage' | 'corporateAccountImage'; label: string }

/** A picture of a document, or a specimen that the page draws from the entered values. */
function Picture({ form, name, label }: PictureProps) {
  const t = useText()
  const numberName = name === 'licenseImage' ? 'licenseNumber' : 'corporateAccountNumber'
  const numberLabel =
    name === 'licenseImage' ? t('spec.companyLabels.licenseNumber') : t('spec.companyLabels.corporateBankAccountNumber')
  const draw = (): Promise<Blob> => {
    const { enterpriseName, [numberName]: number } = form.getValues()
    const lines = [
      [capitalize(t('spec.companyLabels.fullEnterpriseName')), enterpriseName],
      [capitalize(numberLabel), number],
    ] as const
    return drawSpecimen({ mark: t('auth.specimenMark'), title: capitalize(label), hasPortrait: false, lines })
  }
  return (
    <FormField control={form.control} name={name}>
      {(field) => (
        <ImageField
          {...field}
          label={capitalize(label)}
          hint={t('auth.specimenHint')}
          sample={{ text: t('auth.useSpecimen'), draw }}
          required
        />
      )}
    </FormField>
  )
}
