import type { IdentityDocuments } from '@mex/core/kyc/identity-documents.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { verificationNumbers, type Verdict, type VerificationStatus } from '@mex/core/kyc/verification.ts'
import type { Randomness } from '#randomness.ts'
import { runOne } from '#db/lane.ts'
import type { IdempotentRequest } from '#db/idempotency-keys.ts'
import { inTransaction, type Database, type Tx } from '#db/sql.ts'
import { openEncryption } from '#encryption.ts'
import { conclude, decideByOperator, judge, lockSubmission, decryptDocuments } from './reviews.ts'
import { dueSubmissions, type Due } from './store-due.ts'
import { lastSubmission, verificationStateOf, type Submission } from './store.ts'
import { submitDocuments, type SubmissionContext, type Submitted, type Submitter } from './submissions.ts'

/** The latest submission of a user with its decrypted documents. */
export type KnownSubmission = { readonly submission: Submission; readonly documents: IdentityDocuments }

/** Verification of identities (rulebook §6). */
export type Verifications = {
  /** See `submitDocuments`: a company submits its documents in the transaction of its registration. */
  submitVerification(tx: Tx, user: Submitter, documents: IdentityDocuments, now: number): Promise<Submitted | Refusal>
  /** The same in its own transaction, idempotent by the key of the request. */
  submit(
    user: Submitter,
    documents: IdentityDocuments,
    now: number,
    request?: IdempotentRequest,
  ): Promise<Submitted | Refusal>
  /** The latest submission of a user; undefined when there is none. */
  last(tx: Tx, userId: number): Promise<KnownSubmission | undefined>
  /** Decides the due submissions; answers how many. Safe to run concurrently. */
  reviewDue(now: number): Promise<number>
}

export type VerificationDependencies = Omit<SubmissionContext, 'encryption'> & {
  readonly db: Database
  readonly secret: Buffer
  readonly randomness: Randomness
}

const batch = 100

const openReviewContext = ({ secret, randomness, hasCountry }: Omit<VerificationDependencies, 'db' | 'files'>) => ({
  hasCountry,
  encryption: openEncryption(secret, 'identity papers', randomness),
})

/** Reviews by an operator: they do not need a running server. */
export type DocumentReviews = {
  /** See `decideByOperator`. */
  decide(id: number, verdict: Verdict, now: number): Promise<VerificationStatus | Refusal>
}

export function openDocumentReviews(dependencies: Omit<VerificationDependencies, 'files'>): DocumentReviews {
  const context = openReviewContext(dependencies)
  return {
    decide: (id, verdict, now) =>
      inTransaction(dependencies.db, (tx) => decideByOperator(tx, context, id, verdict, now)),
  }
}

export function openVerifications({ db, files, ...dependencies }: VerificationDependencies): Verifications {
  const context: SubmissionContext = { ...openReviewContext(dependencies), files }

  async function review({ id, userId }: Due, now: number): Promise<boolean> {
    const outcome = await runOne(db, { userId }, async (tx) => {
      const submission = await lockSubmission(tx, id)
      if (submission?.status !== 'under_review') return [refusal('wrong_state')]
      const verdict = await judge(tx, context, submission)
      const status = await conclude(tx, submission, verdict, now)
      return [isRefusal(status) ? status : { status }]
    })
    return !isRefusal(outcome)
  }

  return {
    submitVerification: (tx, user, documents, now) => submitDocuments(tx, context, user, documents, now),
    submit: (user, documents, now, request) =>
      runOne(db, { userId: user.userId, request }, async (tx) => [
        await submitDocuments(tx, context, user, documents, now),
      ]),
    async last(tx, userId) {
      const submission = await lastSubmission(tx, userId)
      return submission === undefined
        ? undefined
        : { submission, documents: decryptDocuments(context.encryption, submission) }
    },
    async reviewDue(now) {
      let decided = 0
      const failures: unknown[] = []
      for (const due of await dueSubmissions(db, now, batch))
        try {
          if (await review(due, now)) decided += 1
        } catch (error) {
          failures.push(new Error(`review of submission ${due.id} failed`, { cause: error }))
        }
      if (failures.length > 0) throw new AggregateError(failures, 'Some reviews failed')
      return decided
    },
  }
}

/** The verification status of a user: 0 not submitted, 1 under review, 2 unsuccessful, 3 verified. */
export async function verificationOf(tx: Tx, userId: number): Promise<0 | 1 | 2 | 3> {
  return verificationNumbers[await identityOf(tx, userId)]
}

/** The same as a name, for `verificationGate`. */
export const identityOf = async (tx: Tx, userId: number): Promise<VerificationStatus> =>
  (await verificationStateOf(tx, userId)).identity
