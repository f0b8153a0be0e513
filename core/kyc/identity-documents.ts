import { isPracticeNumber } from '#funding/cards.ts'
import { refusal, type Refusal } from '#refusal.ts'

/** The subject of a verification: an individual, or a company through one of its officers. */
export type Holder = 'individual' | 'company'

export const documentTypes = ['identity_card', 'passport', 'driving_licence'] as const
export type DocumentType = (typeof documentTypes)[number]

/** Fields of an individual's submission, pictures included, in the order of the specification (§3). */
export const individualFields = [
  'firstName',
  'lastName',
  'documentType',
  'documentNumber',
  'country',
  'frontImage',
  'backImage',
  'passportImage',
] as const
/** Fields of a company's submission about itself and its officer (specification, calls D, `userType` 4). */
export const companyFields = [
  'enterpriseName',
  'licenseNumber',
  'licenseImage',
  'enterpriseAddress',
  'corporateAccountNumber',
  'corporateAccountImage',
  'placeOfRegistration',
  'officerCertificateType',
  'officerCertificateNumber',
  'officerPhone',
] as const
export type IdentityField = (typeof individualFields)[number] | (typeof companyFields)[number]

/** The submitted fields of an identity; image fields hold paths of pictures. */
export type IdentityDocuments = Readonly<Partial<Record<IdentityField, string>>>

const imageFields: ReadonlySet<IdentityField> = new Set([
  'frontImage',
  'backImage',
  'passportImage',
  'licenseImage',
  'corporateAccountImage',
])
const numberFields: ReadonlySet<IdentityField> = new Set([
  'documentNumber',
  'licenseNumber',
  'officerCertificateNumber',
])

export const isImageField = (field: IdentityField): boolean => imageFields.has(field)
export const isNumberField = (field: IdentityField): boolean => numberFields.has(field)

/** Which pictures show a document (rulebook §6.2): both sides, or the information page of a passport. */
export const imagesOf = (type: string | undefined): readonly IdentityField[] =>
  type === 'passport' ? ['passportImage'] : ['frontImage', 'backImage']

/** The fields that documents must have. */
export const mandatoryFields = (holder: Holder, documents: IdentityDocuments): readonly IdentityField[] =>
  holder === 'company'
    ? companyFields
    : [...individualFields.filter((field) => !isImageField(field)), ...imagesOf(documents.documentType)]

/** Why documents did not pass (rulebook §6.1, checks K1 to K5). */
export const identityFaults = [
  'INCOMPLETE',
  'IMAGE_UNREADABLE',
  'COUNTRY',
  'DOCUMENT_NUMBER',
  'DUPLICATE_PERSON',
] as const
export type IdentityFault = (typeof identityFaults)[number]

/** The fields that must be submitted again after a fault; all others may stay unchanged. */
export function fieldsToRedo(
  holder: Holder,
  documents: IdentityDocuments,
  fault: IdentityFault,
): readonly IdentityField[] {
  const all = mandatoryFields(holder, documents)
  switch (fault) {
    case 'INCOMPLETE':
      return all
    case 'IMAGE_UNREADABLE':
      return all.filter(isImageField)
    case 'COUNTRY':
      return ['country']
    case 'DOCUMENT_NUMBER':
    case 'DUPLICATE_PERSON':
      return all.filter(isNumberField)
  }
}

/** Documents that were refused before, and why. */
export type RefusedDocuments = { readonly documents: IdentityDocuments; readonly fault: IdentityFault }

/**
 * Completes a submission with the earlier fields that were not at fault. Another type of document starts
 * without number and pictures. Refuses missing_field with the first field that is still missing.
 */
export function completeDocuments(
  holder: Holder,
  given: IdentityDocuments,
  before?: RefusedDocuments,
): IdentityDocuments | Refusal {
  const kept: Partial<Record<IdentityField, string>> = { ...before?.documents }
  if (before !== undefined) for (const field of fieldsToRedo(holder, before.documents, before.fault)) delete kept[field]
  const hasOtherDocument = given.documentType !== undefined && given.documentType !== before?.documents.documentType
  if (holder === 'individual' && hasOtherDocument)
    for (const field of individualFields) if (isImageField(field) || isNumberField(field)) delete kept[field]
  const merged: IdentityDocuments = { ...kept, ...given }
  const complete: Partial<Record<IdentityField, string>> = {}
  for (const field of mandatoryFields(holder, merged)) {
    const value = merged[field]
    if (value === undefined) return missing(field, merged.documentType)
    complete[field] = value
  }
  return complete
}

/** The text about a missing document number names the document. */
export const missing = (field: IdentityField, documentType: string | undefined): Refusal =>
  field === 'documentNumber' && documentType !== undefined
    ? refusal('missing_field', { field, values: { document: documentType } })
    : refusal('missing_field', { field })

/** Only numbers that no authority has ever given out are taken (rulebook §6.2, `kyc.documentPolicy` = fictional). */
const practiceNumber = /^SIM[A-Z0-9]{3,17}$/
export const isPracticeDocument = (number: string): boolean => practiceNumber.test(number)

/** A number that looks like that of a real document or account; undefined when there is none. */
export function realNumber(documents: IdentityDocuments): Refusal | undefined {
  const isReal = (field: IdentityField): boolean => {
    const number = documents[field]
    return number !== undefined && isNumberField(field) && !isPracticeDocument(number)
  }
  const real = (Object.keys(documents) as IdentityField[]).find(isReal)
  if (real !== undefined) return refusal('document_number_real', { field: real })
  const { corporateAccountNumber: account } = documents
  if (account !== undefined && !isPracticeNumber(account))
    return refusal('card_number_real', { field: 'corporateAccountNumber' })
  return undefined
}

/** The key by which two submissions show the same document, whoever submits them. */
export const documentIdentity = (holder: Holder, documents: IdentityDocuments): readonly string[] =>
  holder === 'company'
    ? ['company', documents.licenseNumber ?? '']
    : [documents.country ?? '', documents.documentType ?? '', documents.documentNumber ?? '']

/** The end of a number, as it is shown. */
export const maskedDocument = (number: string): string => `•••• ${number.slice(-4)}`

/** Facts for a review besides the documents. */
export type IdentityFacts = {
  /** The pictures that are there, by path. */
  readonly pictures: ReadonlyMap<string, { readonly width: number; readonly height: number }>
  readonly hasCountry: (code: string) => boolean
  /** Another user is verified by the same document. */
  readonly isHeldByAnother: boolean
}

/** Longer and shorter side of a picture on which a document can be read, however it is turned. */
const readable = { longer: 300, shorter: 200 } as const

export const isReadable = ({ width, height }: { readonly width: number; readonly height: number }): boolean =>
  Math.max(width, height) >= readable.longer && Math.min(width, height) >= readable.shorter

/** The first of the checks K1 to K5 that documents do not pass (rulebook §6.1); undefined when they pass all. */
export function checkDocuments(
  holder: Holder,
  documents: IdentityDocuments,
  facts: IdentityFacts,
): IdentityFault | undefined {
  const fields = mandatoryFields(holder, documents)
  if (fields.some((field) => documents[field] === undefined)) return 'INCOMPLETE'
  const isShown = (path: string): boolean => {
    const picture = facts.pictures.get(path)
    return picture !== undefined && isReadable(picture)
  }
  if (fields.some((field) => isImageField(field) && !isShown(documents[field] ?? ''))) return 'IMAGE_UNREADABLE'
  if (documents.country !== undefined && !facts.hasCountry(documents.country)) return 'COUNTRY'
  if (realNumber(documents) !== undefined) return 'DOCUMENT_NUMBER'
  return facts.isHeldByAnother ? 'DUPLICATE_PERSON' : undefined
}
