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
import type { Application, VerificationState } from './store.ts'

export type VerificationFacts = {
  readonly state: VerificationState
  readonly isCompany: boolean
  readonly last: KnownSubmission | undefined
  readonly application: Application | undefined
  readonly triesToday: number
  readonly now: number
}

const secondsUntil = (instant: number | undefined, now: number): number | undefined =>
  instant === undefined ? undefined : Math.max(0, Math.ceil((instant - now) / 1000))

/** The verification as its owner sees it: only the last digits of numbers, no pictures. */
export function verificationView(facts: VerificationFacts): Verification {
  const { state, last, application, triesToday, now } = facts
  const { submission, documents = {} } = last ?? {}
  const shown = (field: IdentityField): string | undefined => {
    const value = documents[field]
    return value !== undefined && (isNumberField(field) || field === 'corporateAccountNumber')
      ? maskedDocument(value)
      : value
  }
  const isRefused = state.identity === 'refused'
  const isPending = state.identity === 'under_review'
  const expectedAt = isPending ? submission?.dueAt : undefined
  const blockExpectedAt = state.block === 'under_review' ? application?.dueAt : undefined
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
    realStatus: verificationNumbers[state.identity],
    realReason: isRefused ? submission?.reason : undefined,
    redo: fieldsLeft(facts),
    submittedAt: submission?.submittedAt,
    expectedAt,
    expectedInSeconds: secondsUntil(expectedAt, now),
    reviewBy: isPending && submission !== undefined ? reviewTimes(submission.submittedAt).reviewBy : undefined,
    decidedAt: submission?.decidedAt,
    triesLeft: Math.max(0, settings.verification.triesPerDayMax - triesToday),
    blockReason: state.block === 'refused' ? application?.reason : undefined,
    blockExpectedAt,
    blockExpectedInSeconds: secondsUntil(blockExpectedAt, now),
  }
}

/** The fields that the next submission requires; empty while no submission is possible. */
function fieldsLeft({ state, isCompany, last }: VerificationFacts): readonly IdentityField[] {
  if (state.identity === 'none') return mandatoryFields(holderOf({ isCompany }), {})
  const fault = last?.submission.reason
  if (state.identity !== 'refused' || last === undefined || fault === undefined) return []
  return fieldsToRedo(holderOf({ isCompany }), last.documents, fault)
}

/** The push data: both statuses, so that a page knows whether to reload. */
export const verificationStateView = ({ identity, block }: VerificationState) => ({
  realStatus: verificationNumbers[identity],
  blockStatus: permissionNumbers[block],
})
