import type { IdentityFault } from './identity-documents.ts'
import { refusal, type Refusal } from '#refusal.ts'
import { settings } from '#settings.ts'
import { states } from '#states.ts'

const limits = settings.verification
const second = 1000
const hour = 3600 * second
const day = 24 * hour

/** The spec's numbers of the verification states (`realStatus`). */
export const verificationNumbers = { none: 0, under_review: 1, refused: 2, verified: 3 } as const
export type VerificationStatus = keyof typeof verificationNumbers

/** Allowed transitions (rulebook §6.1). */
export const verification = states<VerificationStatus, 'submit' | 'approve' | 'refuse'>({
  none: { submit: 'under_review' },
  under_review: { approve: 'verified', refuse: 'refused' },
  refused: { submit: 'under_review' },
  verified: {},
})

/** Why a submission is refused in each verification state. */
const inTheWay: Readonly<Partial<Record<VerificationStatus, Refusal>>> = {
  under_review: refusal('verification_pending'),
  verified: refusal('already_verified'),
}

export type SubmissionFacts = {
  readonly status: VerificationStatus
  /** Guests have no identity yet: they register first (rulebook §4.1). */
  readonly isGuest: boolean
  /** Submissions of the last 24 hours, whatever became of them. */
  readonly triesToday: number
}

/** Whether a user may submit documents now. Refuses: wrong_state, verification_pending, already_verified, submissions_used_up. */
export function refuseSubmission({ status, isGuest, triesToday }: SubmissionFacts): Refusal | undefined {
  if (isGuest) return refusal('wrong_state')
  if (!verification.can(status, 'submit')) return inTheWay[status]
  return triesToday >= limits.triesPerDayMax ? refusal('submissions_used_up') : undefined
}

/** Since when submissions count as one day's. */
export const triesSince = (now: number): number => now - day

export type ReviewTimes = {
  /** When the automatic checks decide, unless an operator has decided before. */
  readonly dueAt: number
  /** By when it is decided in any case. */
  readonly reviewBy: number
}

export function reviewTimes(submittedAt: number): ReviewTimes {
  const reviewBy = submittedAt + limits.hoursMax * hour
  return { reviewBy, dueAt: Math.min(reviewBy, submittedAt + limits.automaticDelaySeconds * second) }
}

/** The result of a review. */
export type Verdict = { readonly status: 'verified' } | { readonly status: 'refused'; readonly fault: IdentityFault }

/** The status after a verdict. Refuses wrong_state: it has been decided already. */
export function decideVerdict(status: VerificationStatus, verdict: Verdict): VerificationStatus | Refusal {
  return verification.next(status, verdict.status === 'verified' ? 'approve' : 'refuse') ?? refusal('wrong_state')
}

/**
 * Why an operator's verdict does not count (rulebook §6.1): it may come before the checks decide, and says what they
 * find. Documents are shown to no operator, so none can judge them better. Refuses: wrong_state when it has been decided
 * already, invalid_parameter where the checks find otherwise.
 */
export function decideVerdictByOperator(
  status: VerificationStatus,
  verdict: Verdict,
  found: Verdict,
): Refusal | undefined {
  const decided = decideVerdict(status, verdict)
  if (typeof decided !== 'string') return decided
  const faultOf = (each: Verdict): IdentityFault | undefined => (each.status === 'refused' ? each.fault : undefined)
  return faultOf(verdict) === faultOf(found) ? undefined : refusal('invalid_parameter', { field: 'reason' })
}

/** When the pictures of a decided submission are removed (rulebook §6.2). */
export const picturesKeptUntil = (decidedAt: number): number => decidedAt + limits.pictureDays * day

/** Whether a user may use what requires a verified identity (rulebook §6.3). Refuses: verification_missing, verification_pending. */
export function verificationGate(status: VerificationStatus): Refusal | undefined {
  if (status === 'verified') return undefined
  return refusal(status === 'under_review' ? 'verification_pending' : 'verification_missing')
}

/** The spec's numbers of the permission for block trades (`blockStatus`). */
export const permissionNumbers = { none: 0, under_review: 1, refused: 2, open: 3 } as const
export type PermissionStatus = keyof typeof permissionNumbers
export type PermissionFault = 'KYC' | 'RISK_NOT_ACKNOWLEDGED'

/** Rulebook §6.4; a permission that is open stays open. */
export const permission = states<PermissionStatus, 'apply' | 'approve' | 'refuse'>({
  none: { apply: 'under_review' },
  under_review: { approve: 'open', refuse: 'refused' },
  refused: { apply: 'under_review' },
  open: {},
})

/**
 * Whether a user may apply for block trades. Refuses: permission_pending, permission_open, verification_missing,
 * verification_pending.
 */
export function refuseApplication(status: PermissionStatus, identity: VerificationStatus): Refusal | undefined {
  if (status === 'under_review') return refusal('permission_pending')
  if (status === 'open') return refusal('permission_open')
  return verificationGate(identity)
}

/** When an application is decided. */
export const permissionDueAt = (appliedAt: number): number => appliedAt + limits.permissionDelaySeconds * second

/**
 * Whether a user may buy blocks (rulebook §6.3, §6.4). Refuses: verification_missing, verification_pending, permission_missing,
 * permission_pending.
 */
export function permissionGate(status: PermissionStatus, identity: VerificationStatus): Refusal | undefined {
  const unverified = verificationGate(identity)
  if (unverified !== undefined || status === 'open') return unverified
  return refusal(status === 'under_review' ? 'permission_pending' : 'permission_missing')
}

export type PermissionFacts = { readonly identity: VerificationStatus; readonly riskAcknowledged: boolean }

/** Why an application is refused; undefined when the permission opens. */
export function permissionFault({ identity, riskAcknowledged }: PermissionFacts): PermissionFault | undefined {
  if (identity !== 'verified') return 'KYC'
  return riskAcknowledged ? undefined : 'RISK_NOT_ACKNOWLEDGED'
}
