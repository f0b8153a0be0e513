import type { Answer } from '@mex/contract/call.ts'
import type { kyc } from '@mex/contract/kyc/calls.ts'
import {
  completeDocuments,
  documentIdentity,
  isImageField,
  realNumber,
  type IdentityField,
  type IdentityDocuments,
} from '@mex/core/kyc/identity-documents.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { refuseSubmission, reviewTimes, triesSince } from '@mex/core/kyc/verification.ts'
import { sendMessages } from '#areas/content/messages.ts'
import type { Files } from '#areas/files/actions.ts'
import type { Tx } from '#db/sql.ts'
import {
  holderOf,
  decryptDocuments,
  pictureRecord,
  encryptDocuments,
  tellVerificationState,
  type ReviewContext,
} from './reviews.ts'
import {
  countSubmissions,
  insertSubmission,
  lastSubmission,
  saveIdentity,
  verificationStateOf,
  takeSubmissionId,
} from './store.ts'

/** The user who submits documents; the network identifies pictures that were uploaded before the account existed. */
export type Submitter = {
  readonly userId: number
  readonly isCompany: boolean
  readonly isGuest: boolean
  readonly network: string
}

export type Submitted = Answer<typeof kyc.submit>

/** Dependencies for accepting documents. */
export type SubmissionContext = ReviewContext & { readonly files: Pick<Files, 'attachImages'> }

/**
 * Submits documents in a transaction in which the user is locked or new. Refuses: missing_field, document_number_real,
 * card_number_real and what `refuseSubmission` refuses; a refusal writes nothing.
 */
export async function submitDocuments(
  tx: Tx,
  context: SubmissionContext,
  user: Submitter,
  given: IdentityDocuments,
  now: number,
): Promise<Submitted | Refusal> {
  const { userId, isGuest, network } = user
  const [{ identity }, triesToday] = await Promise.all([
    verificationStateOf(tx, userId),
    countSubmissions(tx, userId, triesSince(now)),
  ])
  const refused = refuseSubmission({ status: identity, isGuest, triesToday })
  if (refused !== undefined) return refused
  const documents = await complete(tx, context, user, given)
  if (isRefusal(documents)) return documents
  const id = await takeSubmissionId(tx)
  const images = (Object.keys(documents) as IdentityField[])
    .filter(isImageField)
    .map((field) => ({ field, path: documents[field] }))
  const missing = await context.files.attachImages(tx, { userId, network }, images, { record: pictureRecord(id), now })
  if (missing !== undefined) return missing
  const { dueAt, reviewBy } = reviewTimes(now)
  const encrypted = encryptDocuments(context.encryption, documents, userId)
  const document = context.encryption.digest(...documentIdentity(holderOf(user), documents))
  await insertSubmission(tx, { id, userId, encrypted, document, submittedAt: now, dueAt })
  await saveIdentity(tx, userId, 'under_review', undefined)
  const about = { kind: 'kyc_under_review' } as const
  await sendMessages(tx, [{ user: userId, type: 'KYC', about, at: now, reference: pictureRecord(id) }])
  await tellVerificationState(tx, userId)
  return { realStatus: 1, reviewBy }
}

/** The complete documents, with an accepted country and accepted numbers. */
async function complete(
  tx: Tx,
  context: SubmissionContext,
  user: Submitter,
  given: IdentityDocuments,
): Promise<IdentityDocuments | Refusal> {
  const before = await lastSubmission(tx, user.userId)
  const isRetry = before?.status === 'refused' && before.reason !== undefined
  const earlier = isRetry
    ? { documents: decryptDocuments(context.encryption, before), fault: before.reason }
    : undefined
  const documents = completeDocuments(holderOf(user), given, earlier)
  if (isRefusal(documents)) return documents
  if (documents.country !== undefined && !context.hasCountry(documents.country))
    return refusal('missing_field', { field: 'country' })
  return realNumber(documents) ?? documents
}
