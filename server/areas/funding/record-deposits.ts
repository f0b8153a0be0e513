import { assert } from '@mex/core/assert.ts'
import type { Deposit, DepositOutcome } from '@mex/core/funding/deposits.ts'
import type { LoadedBalances } from '@mex/core/ledger/ledger.ts'
import { sendMessages } from '#areas/content/messages.ts'
import { savePostings } from '#areas/ledger/actions.ts'
import { enqueueNotices } from '#db/outbox.ts'
import type { Tx } from '#db/sql.ts'
import { depositMessage } from './messages.ts'
import { saveDeposits } from './store-deposits.ts'

/** Saves decided deposits in order, with their journals, messages and push frames. */
export async function recordDeposits(
  tx: Tx,
  outcomes: readonly DepositOutcome[],
  book: LoadedBalances | undefined,
  now: number,
): Promise<void> {
  if (outcomes.length === 0) return
  // Only the final state of each is saved: one list may detect and credit the same payment.
  const last = new Map<number, Deposit>(outcomes.map(({ deposit }) => [deposit.id, deposit]))
  await saveDeposits(tx, [...last.values()])
  if (book !== undefined) {
    const { repeated } = await savePostings(tx, book)
    assert(repeated.size === 0, 'nothing is posted twice')
  }
  await sendMessages(
    tx,
    outcomes.flatMap((outcome) => depositMessage(outcome, now)),
  )
  await enqueueNotices(
    tx,
    [...last.values()].flatMap(({ user, id, endedAt }) => [
      { userId: user, topic: 'deposit', refId: id },
      ...(endedAt === undefined ? [] : [{ userId: user, topic: 'wallet', refId: 0 }]),
    ]),
  )
}
