import {
  checkDocuments,
  isImageField,
  type Holder,
  type IdentityField,
  type IdentityDocuments,
} from '@mex/core/kyc/identity-documents.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import {
  decideVerdict,
  decideVerdictByOperator,
  picturesKeptUntil,
  type Verdict,
  type VerificationStatus,
} from '@mex/core/kyc/verification.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { imageSizes, releaseImages } from '#areas/files/actions.ts'
import { lockUsers } from '#db/lane.ts'
import { tell } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { Encryption } from '#encryption.ts'
import { isHeldByAnother, lockDocument, saveIdentity, saveVerdict, submissionById, type Submission } from './store.ts'

export const holderOf = ({ isCompany }: { readonly isCompany: boolean }): Holder =>
  isCompany ? 'company' : 'individual'

/** The record by which the pictures of a submission are kept. */
export const pictureRecord = (id: number) => ({ type: 'verification', id })

/** Tells a person's pages that something about the person has changed. */
export const tellVerificationState = (tx: Tx, userId: number): Promise<void> =>
  tell(tx, [{ userId, topic: 'standing', refId: 0 }])

/** What documents are opened and checked with. */
export type ReviewContext = { readonly encryption: Encryption; readonly hasCountry: (code: string) => boolean }

const label = (userId: number): string => `person ${userId}`

export const encryptDocuments = (encryption: Encryption, documents: IdentityDocuments, userId: number): Buffer =>
  encryption.encrypt(Buffer.from(JSON.stringify(documents)), label(userId))

/** What was handed in, opened. */
export const decryptDocuments = (encryption: Encryption, { encrypted, userId }: Submission): IdentityDocuments =>
  JSON.parse(encryption.decrypt(encrypted, label(userId)).toString()) as IdentityDocuments

/**
 * Decides a submission in an operator's name (rulebook §6.1), which is what the checks find, earlier. Refuses:
 * not_found, and what `decideVerdictByOperator` refuses.
 */
export async function decideByOperator(
  tx: Tx,
  context: ReviewContext,
  reviewId: number,
  verdict: Verdict,
  now: number,
): Promise<VerificationStatus | Refusal> {
  const submission = await lockSubmission(tx, reviewId)
  if (submission === undefined) return refusal('not_found', { field: 'id' })
  // Papers of what was decided long ago may be gone.
  if (submission.status !== 'under_review') return refusal('wrong_state')
  const refused = decideVerdictByOperator(submission.status, verdict, await judge(tx, context, submission))
  return refused ?? conclude(tx, submission, verdict, now)
}

/** Locks the person of a submission, and reads it as it is then. */
export async function lockSubmission(tx: Tx, id: number): Promise<Submission | undefined> {
  const found = await submissionById(tx, id)
  if (found === undefined) return undefined
  await lockUsers(tx, [found.userId])
  return submissionById(tx, id)
}

async function isHeldElsewhere(tx: Tx, { document, userId }: Submission): Promise<boolean> {
  await lockDocument(tx, document)
  return isHeldByAnother(tx, document, userId)
}

/** What the checks say of documents that are due (rulebook §6.1, K1 to K5). */
export async function judge(tx: Tx, { encryption, hasCountry }: ReviewContext, submission: Submission, ): Promise<Verdict> {
  const documents = decryptDocuments(encryption, submission)
  const images = (Object.keys(documents) as IdentityField[]).filter(isImageField)
  const paths = images.flatMap((field) => documents[field] ?? [])
  const fault = checkDocuments(holderOf(submission), documents, {
    pictures: await imageSizes(tx, paths),
    hasCountry,
    isHeldByAnother: await isHeldElsewhere(tx, submission),
    policy: settings.verification.documentPolicy,
  })
  return fault === undefined ? { status: 'verified' } : { status: 'refused', fault }
}

/** Saves a verdict, tells the person, and lets go of the pictures after their time. */
export async function conclude(
  tx: Tx,
  submission: Submission,
  verdict: Verdict,
  now: number,
): Promise<VerificationStatus | Refusal> {
  const { id, userId } = submission
  const status = decideVerdict(submission.status, verdict)
  if (isRefusal(status)) return status
  const reason = verdict.status === 'refused' ? verdict.fault : undefined
  await saveVerdict(tx, id, { status, reason, at: now })
  await saveIdentity(tx, userId, status, reason)
  await releaseImages(tx, pictureRecord(id), picturesKeptUntil(now))
  const about =
    verdict.status === 'verified'
      ? ({ kind: 'kyc_verified' } as const)
      : ({ kind: 'kyc_refused', values: { reason: verdict.fault } } as const)
  await sendMessages(tx, [{ user: userId, type: 'KYC', about, at: now, reference: { type: 'verification', id } }])
  await tellVerificationState(tx, userId)
  return status
}
