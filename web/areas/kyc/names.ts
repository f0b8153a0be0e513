import type { DocumentType, IdentityField } from '@mex/core/kyc/identity-documents.ts'

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

const isType = (type: string | undefined): type is DocumentType =>
  type === 'identity_card' || type === 'passport' || type === 'driving_licence'
