import { currencyOf, type FundingAsset } from '@mex/core/funding/coins.ts'
import { convertMoney } from '@mex/core/money/conversion.ts'
import { fundingCurrency, fundingWallet } from '@mex/core/funding/postings.ts'
import { nothing, type Money } from '@mex/core/money/money.ts'
import { isRefusal, refuse, type Refusal } from '@mex/core/refusal.ts'
import { unsettledTotal } from '@mex/core/wallet/settlement.ts'
import { usableAmount } from '@mex/core/funding/withdrawals.ts'
import { balanceOf, loadUnsettled } from '#areas/ledger/actions.ts'
import { openLane } from '#db/lane.ts'
import { storedAnswer } from '#db/idempotency-keys.ts'
import type { Tx } from '#db/sql.ts'
import { applyAll, withdrawalRefusal, type Applied, type ApplyWithdrawal } from './apply-withdrawals.ts'
import type { Cards } from './cards.ts'
import type { ChainKeys } from './chain-keys.ts'
import type { FundingDependencies } from './dependencies.ts'
import { progressAll, type Progress, type Progressed } from './progress-withdrawals.ts'
import { fundingRate } from './rates.ts'
import { dueWithdrawals } from './store-withdrawals.ts'

export type UsableAmount = {
  readonly amount: Money
  readonly unsettled: Money
  readonly refused: Refusal | undefined
}

/** An application with the transaction password as entered. */
export type WithdrawalRequest = Omit<ApplyWithdrawal, 'payPasswordAttempt'> & { readonly payPassword: string }

/** Withdrawals from the funding account (rulebook §10). */
export type Withdrawals = {
  /** Compares the transaction password before any user is locked. Refuses what `applyAll` refuses, and unavailable. */
  apply(requested: WithdrawalRequest): Promise<Applied | Refusal>
  /** The amount that can be withdrawn now, in the currency of `asset`; refuses quote_unavailable. */
  usable(tx: Tx, user: number, asset: FundingAsset, now: number): Promise<UsableAmount>
  /** Reviews and pays due withdrawals; answers how many changed. Safe to run concurrently. */
  progressDue(now: number): Promise<number>
}

const batch = 100

export function openWithdrawals(dependencies: FundingDependencies, cards: Cards, keys: ChainKeys): Withdrawals {
  const { db, feed, checks } = dependencies
  const progress = openLane<Progress, Progressed>({
    db,
    listMax: batch,
    work: (tx, commands) => progressAll(tx, commands, keys),
  })
  const applying = openLane<ApplyWithdrawal, Applied>({
    db,
    work: (tx, commands) => applyAll(tx, commands, dependencies, cards),
  })
  return {
    async apply({ payPassword, ...requested }) {
      const { request, userId } = requested
      const before = await storedAnswer(db, request)
      if (before !== undefined) return before.answer as Applied | Refusal
      return applying.send({
        ...requested,
        payPasswordAttempt: await checks.comparePayPassword(db, userId, payPassword),
      })
    },
    async usable(tx, user, asset, now) {
      const [available, unsettledOf, stopped] = await Promise.all([
        balanceOf(tx, user, 'U.AVAIL', fundingWallet),
        loadUnsettled(tx, [user]),
        withdrawalRefusal(tx, checks, user, now),
      ])
      const unsettled = unsettledOf(user, fundingWallet, now)
      const isConverted = currencyOf(asset) !== fundingCurrency
      const published = isConverted ? (fundingRate(feed, asset, now) ?? refuse('quote_unavailable')) : undefined
      const shown = (amount: Money): Money =>
        published === undefined ? amount : convertMoney(amount, fundingCurrency, published).received
      const amount = stopped === undefined ? usableAmount(available, unsettled) : nothing
      return { amount: shown(amount), unsettled: shown(unsettledTotal(unsettled)), refused: stopped }
    },
    async progressDue(now) {
      let changed = 0
      // The second round pays what the first approved: the bank pays without delay.
      for (let round = 0; round < 2; round += 1) {
        let after = { dueAt: 0, id: 0 }
        for (;;) {
          const due = await dueWithdrawals(db, now, after, batch)
          const outcomes = await progress.sendAll(due.map(({ user, id }) => ({ userId: user, id, now })))
          changed += outcomes.filter((outcome) => !isRefusal(outcome) && outcome.changed).length
          const last = due.at(-1)
          if (last === undefined || due.length < batch) break
          after = { dueAt: last.dueAt, id: last.id }
        }
      }
      return changed
    },
  }
}
