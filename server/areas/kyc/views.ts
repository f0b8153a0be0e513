import type { Verification } from '@mex/contract/kyc/calls.ts'
import {
  fieldsToRedo,
  isNumberField,
  mandatoryFields,
  maskedDocument,
  type DocumentType,
  type IdentityField,
} from '@mex/core/kyc/identity-documents.ts'
import { settings } from '@mex/core/settings.ts'
import { permissionNumbers, reviewTimes, verificationNumbers } from '@mex/core/kyc/verification.ts'
import type { KnownSubmission } from './actions.ts'
import { holderOf } from './reviews.ts'
import type { Application, Standing } from './store.ts'

export type VerificationFacts = {
  readonly standing: Standing
  readonly isCompany: boolean
  readonly last: KnownSubmission | undefined
  readonly application: Application | undefined
  readonly triesToday: number
  readonly now: number
}

const secondsUntil = (instant: number | undefined, now: number): number | undefined =>
  instant === undefined ? undefined : Math.max(0, Math.ceil((instant - now) / 1000))

/** Where the verification stands, as its owner sees it: numbers by their ends, pictures not at all. */
export function verificationView(facts: VerificationFacts): Verification {
  const { standing, last, application, triesToday, now } = facts
  const { submission, papers = {} } = last ?? {}
  const shown = (field: IdentityField): string | undefined => {
    const value = papers[field]
    return value !== undefined && (isNumberField(field) || field === 'corporateAccountNumber')
      ? maskedDocument(value)
      : value
  }
  const isRefused = standing.identity === 'refused'
  const isPending = standing.identity === 'under_review'
  const expectedAt = isPending ? submission?.dueAt : undefined
  const blockExpectedAt = standing.block === 'under_review' ? application?.dueAt : undefined
  return {
    firstName: shown('firstName'),
    lastName: shown('lastName'),
    documentType: shown('documentType') as DocumentType | undefined,
    documentNumber: shown('documentNumber'),
    country: shown('country'),
    enterpriseName: shown('enterpriseName'),
    licenseNumber: shown('licenseNumber'),
    enterpriseAddress: shown('enterpriseAddress'),
    corporateAccountNumber: shown('corporateAccountNumber'),
    placeOfRegistration: shown('placeOfRegistration'),
    officerCertificateType: shown('officerCertificateType') as DocumentType | undefined,
    officerCertificateNumber: shown('officerCertificateNumber'),
    officerPhone: shown('officerPhone'),
    realStatus: verificationNumbers[standing.identity],
    realReason: isRefused ? submission?.reason : undefined,
    redo: fieldsLeft(facts),
    submittedAt: submission?.submittedAt,
    expectedAt,
    expectedInSeconds: secondsUntil(expectedAt, now),
    reviewBy: isPending && submission !== undefined ? reviewTimes(submission.submittedAt).reviewBy : undefined,
    decidedAt: submission?.decidedAt,
    triesLeft: Math.max(0, settings.verification.triesPerDayMax - triesToday),
    blockReason: standing.block === 'refused' ? application?.reason : undefined,
    blockExpectedAt,
    blockExpectedInSeconds: secondsUntil(blockExpectedAt, now),
  }
}

/** What the next submission must have; nothing while none is possible. */
function fieldsLeft({ standing, isCompany, last }: VerificationFacts): readonly IdentityField[] {
  if (standing.identity === 'none') return mandatoryFields(holderOf({ isCompany }), {})
  const fault = last?.submission.reason
  if (standing.identity !== 'refused' || last === undefined || fault === undefined) return []
  return fieldsToRedo(holderOf({ isCompany }), last.papers, fault)
}

/** What push says: where both stand, so that a page knows whether to ask. */
export const standingView = ({ identity, block }: Standing) => ({
  realStatus: verificationNumbers[identity],
  blockStatus: permissionNumbers[block],
})
