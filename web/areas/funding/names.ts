import { depositReasonTexts, withdrawalReasonTexts } from '@mex/contract/funding/reasons.ts'
import { textIn } from '@mex/contract/text.ts'
import type { DepositReason, Review, WithdrawalReason } from '@mex/core/funding/review.ts'

import { capitalize } from '#text/capitalize.ts'
import { asTraditional } from '#text/server-texts.ts'
import { useLanguage, useText } from '#text/use-text.ts'
import type { TagTone } from '#ui/tag.tsx'

export type FundingLabels = {
  /** The labels of the spec for a deposit: Pending Review, Audit Failure, Completed. */
  readonly status: (status: Review) => string
  /** The labels of every other review: Pending review, Review failed, Approved. */
  readonly review: (status: Review) => string
  readonly depositReason: (reason: DepositReason) => string
  readonly withdrawalReason: (reason: WithdrawalReason) => string
}

export function useFundingLabels(): FundingLabels {
  const t = useText()
  const language = useLanguage()
  const statuses = {
    pending: t('spec.depositStates.pendingReview'),
    refused: t('spec.depositStates.auditFailure'),
    approved: t('spec.depositStates.completed'),
  }
  const reviews = {
    pending: t('spec.reviewStates.pendingReview'),
    refused: t('spec.reviewStates.reviewFailed'),
    approved: t('spec.reviewStates.approved'),
  }
  return {
    status: (status) => statuses[status],
    review: (status) => capitalize(reviews[status]),
    depositReason: (reason) => textIn(depositReasonTexts[reason], language, asTraditional),
    withdrawalReason: (reason) => textIn(withdrawalReasonTexts[reason], language, asTraditional),
  }
}

export const statusTones: Readonly<Record<Review, TagTone>> = { pending: 'warn', refused: 'danger', approved: 'info' }
