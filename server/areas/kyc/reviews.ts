import {
  checkDocuments,
  isImageField,
  type Holder,
  type IdentityField,
  type IdentityDocuments,
} from '@mex/core/kyc/identity-documents.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
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
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import type { Encryption } from '#encryption.ts'
import { isHeldByAnother, lockDocument, saveIdentity, saveVerdict, submissionById, type Submission } from './store.ts'

export const holderOf = ({ isCompany }: { readonly isCompany: boolean }): Holder =>
  isCompany ? 'company' : 'individual'

/** The record that references the pictures of a submission. */
export const pictureRecord = (id: number) => ({ type: 'verification', id })

/** Pushes the verification state to the pages of a user. */
export const tellVerificationState = (tx: Tx, userId: number): Promise<void> =>
  enqueueNotices(tx, [{ userId, topic: 'standing', refId: 0 }])

/** Dependencies for decrypting and checking documents. */
export type ReviewContext = { readonly encryption: Encryption; readonly hasCountry: (code: string) => boolean }

const label = (userId: number): string => `person ${userId}`

export const encryptDocuments = (encryption: Encryption, documents: IdentityDocuments, userId: number): Buffer =>
  encryption.encrypt(Buffer.from(JSON.stringify(documents)), label(userId))

/** The decrypted documents of a submission. */
export const decryptDocuments = (encryption: Encryption, { encrypted, userId }: Submission): IdentityDocuments =>
  JSON.parse(encryption.decrypt(encrypted, label(userId)).toString()) as IdentityDocuments

/**
 * Decides a submission as an operator (rulebook §6.1): the verdict of the checks, before it is due. Refuses: not_found,
 * wrong_state, and what `decideVerdictByOperator` refuses.
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
  // The documents of a decided submission may already be deleted.
  if (submission.status !== 'under_review') return refusal('wrong_state')
  const refused = decideVerdictByOperator(submission.status, verdict, await judge(tx, context, submission))
  return refused ?? conclude(tx, submission, verdict, now)
}

/** Locks the user of a submission, then reads the submission. */
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

/** The verdict of the automatic checks (rulebook §6.1, K1 to K5). */
export async function judge(
  tx: Tx,
  { encryption, hasCountry }: ReviewContext,
  submission: Submission,
): Promise<Verdict> {
  const documents = decryptDocuments(encryption, submission)
  const images = (Object.keys(documents) as IdentityField[]).filter(isImageField)
  const paths = images.flatMap((field) => documents[field] ?? [])
  const fault = checkDocuments(holderOf(submission), documents, {
    pictures: await imageSizes(tx, paths),
    hasCountry,
    isHeldByAnother: await isHeldElsewhere(tx, submission),
  })
  return fault === undefined ? { status: 'verified' } : { status: 'refused', fault }
}

/** Saves a verdict, sends the message, and releases the pictures after their retention. */
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
