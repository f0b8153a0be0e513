import {
  completePapers,
  documentIdentity,
  isImageField,
  realNumber,
  type Papers,
  type PaperField,
} from '@mex/core/identity-papers.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import { settings } from '@mex/core/settings.ts'
import {
  refuseSubmission,
  reviewTimes,
  triesSince,
  verificationNumbers,
  type VerificationStatus,
} from '@mex/core/verification.ts'
import { sendMessages } from '#areas/content/actions.ts'
import type { Files } from '#areas/files/actions.ts'
import type { Chance } from '#chance.ts'
import { runOne } from '#db/lane.ts'
import type { KeyedRequest } from '#db/requests.ts'
import type { Database, Tx } from '#db/sql.ts'
import { openSeals } from '#seals.ts'
import { conclude, holderOf, judge, lockSubmission, pictureRecord, tellStanding } from './reviews.ts'
import {
  countSubmissions,
  dueSubmissions,
  insertSubmission,
  lastSubmission,
  saveIdentity,
  standingOf,
  takeSubmissionId,
  type Submission,
} from './store.ts'

export { decideReview } from './reviews.ts'
export { applyForBlocks, reviewApplications } from './permissions.ts'

/** Who hands papers in; pictures from before there was an account are found by the network. */
export type Submitter = {
  readonly userId: number
  readonly isCompany: boolean
  readonly isGuest: boolean
  readonly network: string
}

/** The answer of the call too. */
export type Submitted = { readonly realStatus: 1; readonly reviewBy: number }

/** Papers as their owner handed them in last. */
export type KnownSubmission = { readonly submission: Submission; readonly papers: Papers }

/** Verification of identities (rulebook §6). */
export type Verifications = {
  /**
   * Hands papers in, in a transaction in which the person is locked or new: a company does so by registering. Refuses:
   * missing_field, document_number_real, card_number_real and what `refuseSubmission` refuses; nothing is written then.
   */
  submitVerification(tx: Tx, user: Submitter, papers: Papers, now: number): Promise<Submitted | Refusal>
  /** The same as a request of its own. */
  submit(user: Submitter, papers: Papers, now: number, request?: KeyedRequest): Promise<Submitted | Refusal>
  /** What somebody handed in last; undefined when that was nothing yet. */
  last(tx: Tx, userId: number): Promise<KnownSubmission | undefined>
  /** Decides what is due; answers how many. Safe to be run twice at once. */
  reviewDue(now: number): Promise<number>
}

export type VerificationParts = {
  readonly db: Database
  readonly secret: Buffer
  readonly chance: Chance
  readonly files: Pick<Files, 'attachImages'>
  readonly hasCountry: (code: string) => boolean
}

const batch = 100

export function openVerifications({ db, secret, chance, files, hasCountry }: VerificationParts): Verifications {
  const seals = openSeals(secret, 'identity papers', chance)
  const label = (userId: number): string => `person ${userId}`
  const papersOf = ({ sealed, userId }: Submission): Papers =>
    JSON.parse(seals.open(sealed, label(userId)).toString()) as Papers

  async function submitVerification(tx: Tx, user: Submitter, given: Papers, now: number): Promise<Submitted | Refusal> {
    const { userId, isGuest, network } = user
    const [{ identity }, triesToday] = await Promise.all([
      standingOf(tx, userId),
      countSubmissions(tx, userId, triesSince(now)),
    ])
    const refused = refuseSubmission({ status: identity, isGuest, triesToday })
    if (refused !== undefined) return refused
    const papers = await completed(tx, user, given)
    if (isRefusal(papers)) return papers
    const { country } = papers
    if (country !== undefined && !hasCountry(country)) return refusal('missing_field', { field: 'country' })
    const real = realNumber(papers, settings.verification.documentPolicy)
    if (real !== undefined) return real
    const { dueAt, reviewBy } = reviewTimes(now)
    const sealed = seals.seal(Buffer.from(JSON.stringify(papers)), label(userId))
    const document = seals.digest(...documentIdentity(holderOf(user), papers))
    const id = await takeSubmissionId(tx)
    const images = (Object.keys(papers) as PaperField[])
      .filter(isImageField)
      .map((field) => ({ field, path: papers[field] }))
    const missing = await files.attachImages(tx, { userId, network }, images, { record: pictureRecord(id), now })
    if (missing !== undefined) return missing
    await insertSubmission(tx, { id, userId, sealed, document, submittedAt: now, dueAt })
    await saveIdentity(tx, userId, 'under_review', undefined)
    await sendMessages(tx, [
      { user: userId, type: 'KYC', about: { kind: 'kyc_under_review' }, at: now, reference: pictureRecord(id) },
    ])
    await tellStanding(tx, userId)
    return { realStatus: 1, reviewBy }
  }

  async function completed(tx: Tx, user: Submitter, given: Papers): Promise<Papers | Refusal> {
    const before = await lastSubmission(tx, user.userId)
    const isRetry = before?.status === 'refused' && before.reason !== undefined
    return isRetry
      ? completePapers(holderOf(user), given, { papers: papersOf(before), fault: before.reason })
      : completePapers(holderOf(user), given)
  }

  async function reviewOne(id: number, userId: number, now: number): Promise<boolean> {
    const outcome = await runOne(db, { userId }, async (tx) => {
      const submission = await lockSubmission(tx, id)
      if (submission?.status !== 'under_review') return [refusal('wrong_state')]
      const verdict = await judge(tx, submission, papersOf(submission), hasCountry)
      const status = await conclude(tx, submission, verdict, now)
      return [isRefusal(status) ? status : { status }]
    })
    return !isRefusal(outcome)
  }

  return {
    submitVerification,
    submit: (user, papers, now, request) =>
      runOne(db, { userId: user.userId, request }, async (tx) => [await submitVerification(tx, user, papers, now)]),
    async last(tx, userId) {
      const submission = await lastSubmission(tx, userId)
      return submission === undefined ? undefined : { submission, papers: papersOf(submission) }
    },
    async reviewDue(now) {
      let decided = 0
      for (const { id, userId } of await dueSubmissions(db, now, batch))
        if (await reviewOne(id, userId, now)) decided += 1
      return decided
    },
  }
}

/** Where a person's verification stands: 0 not submitted, 1 under review, 2 unsuccessful, 3 verified. */
export async function verificationOf(tx: Tx, userId: number): Promise<0 | 1 | 2 | 3> {
  return verificationNumbers[await identityOf(tx, userId)]
}

/** The same as a word, for `verificationGate`. */
export const identityOf = async (tx: Tx, userId: number): Promise<VerificationStatus> =>
  (await standingOf(tx, userId)).identity
