import { kyc } from '@mex/contract/kyc/calls.ts'
import { readRequest } from '@mex/contract/reading.ts'
import { missing, realNumber, type PaperField, type Papers } from '@mex/core/kyc/identity-papers.ts'
import type { Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'

/** Fields that are chosen from a list: whatever is in them is one of it. */
const chosen: ReadonlySet<PaperField> = new Set(['documentType', 'officerCertificateType', 'country'])

/** What the server would say of one field, before it is asked; undefined when nothing. */
export function paperFault(field: PaperField, papers: Papers): Refusal | undefined {
  const value = papers[field]?.trim()
  if (value === undefined || value === '') return missing(field, papers.documentType)
  if (chosen.has(field)) return undefined
  const read = readRequest(kyc.submit.input, { [field]: value })
  if ('refused' in read) return read
  return realNumber(read.input as Papers, settings.verification.documentPolicy)
}

export type PaperFaults = Readonly<Partial<Record<PaperField, Refusal>>>

/** The fields of a page that are at fault. */
export function paperFaults(fields: readonly PaperField[], papers: Papers): PaperFaults {
  const faults = fields.map((field) => [field, paperFault(field, papers)] as const)
  return Object.fromEntries(faults.filter(([, fault]) => fault !== undefined))
}
