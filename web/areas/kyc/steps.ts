import type { Verification } from '@mex/contract/kyc/calls.ts'
import {
  imagesOf,
  isImageField,
  mandatoryFields,
  type Holder,
  type IdentityField,
  type IdentityDocuments,
} from '@mex/core/kyc/identity-documents.ts'

import { documentErrors } from './document-errors.ts'

export type StepName = 'details' | 'document' | 'account' | 'officer' | 'redo' | 'review'

/** A page of the form with fields; the page `review` comes after the last one. */
export type Step = { readonly name: Exclude<StepName, 'review'>; readonly fields: readonly IdentityField[] }

/** The pages of a form: all of them, or one page with the fields that a refusal asks for again. */
export function stepsOf(
  holder: Holder,
  papers: IdentityDocuments,
  { realStatus, redo }: Verification,
): readonly Step[] {
  const all = mandatoryFields(holder, papers)
  const isRetry = realStatus === 2 && redo.length < all.length
  if (isRetry) {
    const texts = all.filter((field) => redo.includes(field) && !isImageField(field))
    const images = redo.some((field) => isImageField(field as IdentityField)) ? all.filter(isImageField) : []
    return [{ name: 'redo', fields: [...texts, ...images] }]
  }
  if (holder === 'individual')
    return [
      { name: 'details', fields: ['firstName', 'lastName'] },
      { name: 'document', fields: ['documentType', 'documentNumber', 'country', ...imagesOf(papers.documentType)] },
    ]
  const officer: readonly IdentityField[] = ['officerCertificateType', 'officerCertificateNumber', 'officerPhone']
  return [
    { name: 'details', fields: ['enterpriseName', 'licenseNumber', 'licenseImage', 'enterpriseAddress'] },
    { name: 'account', fields: ['corporateAccountNumber', 'corporateAccountImage', 'placeOfRegistration'] },
    { name: 'officer', fields: officer },
  ]
}

/** The names of all pages in order; a form with the page `redo` has no review. */
export const namesOf = (steps: readonly Step[]): readonly StepName[] => {
  const names = steps.map(({ name }) => name)
  return names.includes('redo') ? names : [...names, 'review']
}

/** The index of the first incomplete page; the number of pages when all are complete. */
export function firstOpen(steps: readonly Step[], papers: IdentityDocuments): number {
  const open = steps.findIndex(({ fields }) => Object.keys(documentErrors(fields, papers)).length > 0)
  return open < 0 ? steps.length : open
}

/** The URL parameter of a page of the form; the first page has none. */
export const stepParameter = (name: StepName): { readonly step?: StepName } =>
  name === 'details' || name === 'redo' ? {} : { step: name }
