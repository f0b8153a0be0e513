import { blockHeight, isCoin, type Coin } from '@mex/core/funding/coins.ts'
import { fundingWallet } from '@mex/core/funding/postings.ts'
import {
  decidePayout,
  decideWithdrawalByOperator,
  decideWithdrawalReview,
  receivedOf,
  type PayoutState,
  type Withdrawal,
  type WithdrawalOutcome,
  type WithdrawalVerdict,
} from '@mex/core/funding/withdrawals.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { loadBalances } from '#areas/ledger/actions.ts'
import type { Command } from '#db/lane.ts'
import type { Tx } from '#db/sql.ts'
import type { ChainKeys } from './chain-keys.ts'
import { takeIds } from './ids.ts'
import { recordWithdrawals } from './record-withdrawals.ts'
import { cardsOf } from './store-cards.ts'
import { insertTransactions, ownersOf } from './store-chain.ts'
import { payoutStates, withdrawalsOf } from './store-withdrawals.ts'

export type Progress = Command & {
  readonly userId: number
  readonly id: number
  readonly now: number
  /** The verdict of an operator; without it the withdrawal is reviewed when due. */
  readonly verdict?: WithdrawalVerdict
}
export type Progressed = { readonly changed: boolean }

/** Reviews due withdrawals and ends paid ones (rulebook §10.2). */
export async function progressAll(
  tx: Tx,
  commands: readonly Progress[],
  keys: ChainKeys,
): Promise<(Progressed | Refusal)[]> {
  const users = [...new Set(commands.map((command) => command.userId))]
  const now = Math.max(...commands.map((command) => command.now))
  const book = await loadBalances(tx, users, [fundingWallet])
  const own = new Map((await withdrawalsOf(tx, commands)).map((withdrawal) => [withdrawal.id, withdrawal]))
  const cards = new Set((await cardsOf(tx, users)).map((card) => card.id))
  const hashes = [...own.values()].flatMap(({ transaction }) => transaction ?? [])
  const onChain = await payoutStates(tx, hashes, blockHeight(now))
  const outcomes: WithdrawalOutcome[] = []
  const answers = commands.map(({ userId, id, verdict }): Progressed | Refusal => {
    const withdrawal = own.get(id)
    if (withdrawal?.user !== userId) return { changed: false }
    const review = { now, hasCard: cards.has(withdrawal.card), transaction: keys.hashOf('payout', id) }
    const outcome =
      verdict === undefined
        ? (decideWithdrawalReview(withdrawal, review) ??
          decidePayout(withdrawal, payoutState(withdrawal, onChain), now))
        : decideWithdrawalByOperator(withdrawal, verdict, review)
    if (outcome === undefined) return { changed: false }
    if (isRefusal(outcome)) return outcome
    own.set(id, outcome.withdrawal)
    if (outcome.journal !== undefined) book.post(outcome.journal)
    outcomes.push(outcome)
    return { changed: true }
  })
  await recordWithdrawals(tx, outcomes, book, now)
  await payOut(
    tx,
    outcomes.map(({ withdrawal }) => withdrawal),
    now,
  )
  return answers
}

/** The simulated bank pays at once; coins are paid when a block contains the transaction. */
function payoutState({ asset, transaction }: Withdrawal, onChain: ReadonlyMap<string, PayoutState>): PayoutState {
  if (!isCoin(asset)) return 'done'
  return (transaction === undefined ? undefined : onChain.get(transaction)) ?? 'waiting'
}

type CoinPayout = Withdrawal & { readonly asset: Coin; readonly transaction: string }
const isCoinPayout = (withdrawal: Withdrawal): withdrawal is CoinPayout =>
  withdrawal.state === 'approved' && withdrawal.transaction !== undefined && isCoin(withdrawal.asset)

/** Sends the approved coin withdrawals in the next block. */
async function payOut(tx: Tx, withdrawals: readonly Withdrawal[], now: number): Promise<void> {
  const payouts = withdrawals.filter(isCoinPayout)
  if (payouts.length === 0) return
  const owners = await ownersOf(
    tx,
    payouts.map(({ target }) => target),
  )
  const ids = await takeIds(tx, 'chain_transaction', payouts.length)
  await insertTransactions(
    tx,
    payouts.map((withdrawal, index) => ({
      id: ids[index] ?? 0,
      hash: withdrawal.transaction,
      coin: withdrawal.asset,
      address: withdrawal.target,
      receiver: owners.get(withdrawal.target),
      amount: receivedOf(withdrawal),
      height: blockHeight(now) + 1,
      sender: undefined,
      withdrawal: withdrawal.id,
      createdAt: now,
    })),
  )
}
