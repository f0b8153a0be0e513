import { assert } from '@mex/core/assert.ts'
import type { LoadedBalances } from '@mex/core/ledger/ledger.ts'
import type { Withdrawal, WithdrawalOutcome } from '@mex/core/funding/withdrawals.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { savePostings } from '#areas/ledger/actions.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import { withdrawalMessage } from './messages.ts'
import { saveWithdrawals } from './store-withdrawals.ts'

/** Saves decided withdrawals with their journals, messages and push frames. */
export async function recordWithdrawals(
  tx: Tx,
  outcomes: readonly WithdrawalOutcome[],
  book: LoadedBalances,
  now: number,
): Promise<void> {
  if (outcomes.length === 0) return
  const last = new Map<number, Withdrawal>(outcomes.map(({ withdrawal }) => [withdrawal.id, withdrawal]))
  await saveWithdrawals(tx, [...last.values()])
  const { repeated } = await savePostings(tx, book)
  assert(repeated.size === 0, 'nothing is posted twice')
  await sendMessages(
    tx,
    outcomes.flatMap(({ withdrawal }) => withdrawalMessage(withdrawal, now)),
  )
  await enqueueNotices(
    tx,
    [...last.values()].flatMap(({ user, id }) => [
      { userId: user, topic: 'withdrawal', refId: id },
      { userId: user, topic: 'wallet', refId: 0 },
    ]),
  )
}
