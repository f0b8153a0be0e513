import { kyc } from '@mex/contract/kyc/calls.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { missing, realNumber, type IdentityField, type IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import type { Refusal } from '@mex/core/refusal.ts'

/** Fields with a list of options: their values are always valid. */
const chosen: ReadonlySet<IdentityField> = new Set(['documentType', 'officerCertificateType', 'country'])

/** The server's refusal of one field, checked in the page; undefined for a valid field. */
export function documentError(field: IdentityField, papers: IdentityDocuments): Refusal | undefined {
  const value = papers[field]?.trim()
  if (value === undefined || value === '') return missing(field, papers.documentType)
  if (chosen.has(field)) return undefined
  const read = readRequest(kyc.submit.input, { [field]: value })
  if ('refused' in read) return read
  return realNumber(read.input as IdentityDocuments)
}

export type DocumentErrors = Readonly<Partial<Record<IdentityField, Refusal>>>

/** The errors of the given fields. */
export function documentErrors(fields: readonly IdentityField[], papers: IdentityDocuments): DocumentErrors {
  const faults = fields.map((field) => [field, documentError(field, papers)] as const)
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))
}
