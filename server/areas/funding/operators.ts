import type { FiatVerdict } from '@mex/core/funding/deposits.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import type { Money, WalletCurrency } from '@mex/core/money/money.ts'
import { isRefusal, refusal, type Refusal } from '@mex/core/refusal.ts'
import type { WithdrawalVerdict } from '@mex/core/funding/withdrawals.ts'
import { openLane } from '#db/lane.ts'
import type { Tx } from '#db/sql.ts'
import { openChainKeys } from './chain-keys.ts'
import { reviewAll, type Review, type Reviewed } from './deposits.ts'
import type { FundingDependencies } from './dependencies.ts'
import { progressAll, type Progress, type Progressed } from './progress-withdrawals.ts'
import { fiatDepositOwner, fiatDepositsUnderReview } from './store-deposits.ts'
import { withdrawalsUnderReview, withdrawalOwner } from './store-withdrawals.ts'

/** A fiat deposit or a withdrawal whose review has not ended. */
export type PendingReview = {
  readonly kind: 'deposit' | 'withdrawal'
  readonly id: number
  readonly user: number
  readonly amount: Money
  /** The currency of the amount: for a withdrawal always that of the funding account. */
  readonly currency: WalletCurrency
  readonly dueAt: number
}

/**
 * Early decisions of an operator on pending reviews (rulebook §9.3, §10.2). They run like the automatic review, with
 * the same locks, and do not need a running server.
 */
export type MoneyReviews = {
  /** Refuses: not_found, and what `decideFiatByOperator` refuses. */
  decideDeposit(id: number, verdict: FiatVerdict, now: number): Promise<Refusal | undefined>
  /** Refuses: not_found, and what `decideWithdrawalByOperator` refuses. */
  decideWithdrawal(id: number, verdict: WithdrawalVerdict, now: number): Promise<Refusal | undefined>
}

const listedMax = 200

/** The pending reviews: deposits first, each kind in order of due time. */
export async function pendingReviews(tx: Tx): Promise<readonly PendingReview[]> {
  const [fiat, out] = [await fiatDepositsUnderReview(tx, listedMax), await withdrawalsUnderReview(tx, listedMax)]
  return [
    ...fiat.flatMap((deposit): PendingReview[] => {
      if (deposit.kind !== 'fiat') return []
      const { id, user, amount, currency, dueAt } = deposit
      return [{ kind: 'deposit', id, user, amount, currency, dueAt }]
    }),
    ...out.map(({ id, user, amount, dueAt }): PendingReview => ({
      kind: 'withdrawal',
      id,
      user,
      amount,
      currency: fundingCurrency,
      dueAt,
    })),
  ]
}

export function openMoneyReviews({
  db,
  feed,
  chainSecret,
}: Pick<FundingDependencies, 'db' | 'feed' | 'chainSecret'>): MoneyReviews {
  const keys = openChainKeys(chainSecret)
  const deposits = openLane<Review, Reviewed>({ db, work: (tx, commands) => reviewAll(tx, commands, { feed }) })
  const withdrawals = openLane<Progress, Progressed>({ db, work: (tx, commands) => progressAll(tx, commands, keys) })
  const missing = refusal('not_found', { field: 'id' })
  return {
    async decideDeposit(id, verdict, now) {
      const userId = await fiatDepositOwner(db, id)
      if (userId === undefined) return missing
      const outcome = await deposits.send({ userId, id, now, verdict })
      return isRefusal(outcome) ? outcome : undefined
    },
    async decideWithdrawal(id, verdict, now) {
      const userId = await withdrawalOwner(db, id)
      if (userId === undefined) return missing
      const outcome = await withdrawals.send({ userId, id, now, verdict })
      return isRefusal(outcome) ? outcome : undefined
    },
  }
}
