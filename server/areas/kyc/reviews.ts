import { checkPapers, isImageField, type Holder, type PaperField, type Papers } from '@mex/core/identity-papers.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import { decideVerdict, picturesKeptUntil, type Verdict, type VerificationStatus } from '@mex/core/verification.ts'
import { sendMessages } from '#areas/content/actions.ts'
import { imageSizes, releaseImages } from '#areas/files/actions.ts'
import { lockUsers } from '#db/lane.ts'
import { tell } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import { isHeldByAnother, lockDocument, saveIdentity, saveVerdict, submissionById, type Submission } from './store.ts'

export const holderOf = ({ isCompany }: { readonly isCompany: boolean }): Holder =>
  isCompany ? 'company' : 'individual'

/** The record by which the pictures of a submission are kept. */
export const pictureRecord = (id: number) => ({ type: 'verification', id })

/** Tells a person's pages that something about the person has changed. */
export const tellStanding = (tx: Tx, userId: number): Promise<void> =>
  tell(tx, [{ userId, topic: 'standing', refId: 0 }])

/**
 * Decides a submission in somebody's name: an operator's (rulebook §6.1), with a fault from the list where it is
 * refused. Refuses: not_found; wrong_state when it has been decided already, or when somebody else is verified by the
 * same document.
 */
export async function decideReview(
  tx: Tx,
  reviewId: number,
  verdict: Verdict,
  now: number,
): Promise<VerificationStatus | Refusal> {
  const submission = await lockSubmission(tx, reviewId)
  if (submission === undefined) return refusal('not_found', { field: 'id' })
  if (verdict.status === 'verified' && (await isHeldElsewhere(tx, submission))) return refusal('wrong_state')
  return conclude(tx, submission, verdict, now)
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

/** What the checks say of papers that are due (rulebook §6.1, K1 to K5). */
export async function judge(
  tx: Tx,
  submission: Submission,
  papers: Papers,
  hasCountry: (code: string) => boolean,
): Promise<Verdict> {
  const images = (Object.keys(papers) as PaperField[]).filter(isImageField)
  const paths = images.flatMap((field) => papers[field] ?? [])
  const fault = checkPapers(holderOf(submission), papers, {
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
  await tellStanding(tx, userId)
  return status
}
