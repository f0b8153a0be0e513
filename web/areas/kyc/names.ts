import type { DocumentType, IdentityField } from '@mex/core/kyc/identity-documents.ts'

import type { Language } from '#text/language.ts'
import { useText } from '#text/use-text.ts'

/** The labels of fields and documents (spec §3). */
export function useDocumentLabels() {
  const t = useText()
  const types: Readonly<Record<DocumentType, string>> = {
    identity_card: t('kyc.identityCard'),
    passport: t('kyc.passport'),
    driving_licence: t('kyc.drivingLicence'),
  }
  const fields: Readonly<Record<IdentityField, string>> = {
    firstName: t('spec.kycLabels.firstName'),
    lastName: t('spec.kycLabels.lastName'),
    country: t('spec.kycLabels.country'),
    documentType: t('spec.kycLabels.documentType'),
    documentNumber: t('spec.kycLabels.documentNumber'),
    frontImage: t('spec.kycLabels.frontImage'),
    backImage: t('spec.kycLabels.backImage'),
    passportImage: t('spec.kycLabels.passportInformationPage'),
    enterpriseName: t('spec.companyLabels.fullEnterpriseName'),
    licenseNumber: t('spec.companyLabels.licenseNumber'),
    licenseImage: t('spec.companyLabels.licenseImage'),
    enterpriseAddress: t('spec.companyLabels.enterpriseAddress'),
    corporateAccountNumber: t('spec.companyLabels.corporateBankAccountNumber'),
    corporateAccountImage: t('spec.companyLabels.corporateBankAccountImage'),
    placeOfRegistration: t('spec.companyLabels.placeOfRegistration'),
    officerCertificateType: t('spec.companyLabels.certificateType'),
    officerCertificateNumber: t('spec.companyLabels.certificateNumber'),
    officerPhone: t('spec.companyLabels.phone'),
  }
  return {
    field: (field: IdentityField): string => fields[field],
    type: (type: string | undefined): string => (isType(type) ? types[type] : ''),
    types,
  }
}

/** A form in Chinese asks for the family name first. */
export function inNameOrder(fields: readonly IdentityField[], language: Language): readonly IdentityField[] {
  const [given, family] = [fields.indexOf('firstName'), fields.indexOf('lastName')]
  if (language === 'en' || given < 0 || family < 0) return fields
  return fields.with(given, 'lastName').with(family, 'firstName')
}

/** A name as it is written: Chinese begins with the family name, without a space. */
export function fullName(firstName = '', lastName = ''): string {
  return /\p{Script=Han}/u.test(lastName) ? `${lastName}${firstName}` : `${firstName} ${lastName}`.trim()
}

const isType = (type: string | undefined): type is DocumentType =>
  type === 'identity_card' || type === 'passport' || type === 'driving_licence'
