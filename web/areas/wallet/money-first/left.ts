import type { PlannedTransfer } from '@mex/core/wallet/transfer-plan.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'

import { onUserChange } from '#data/session.ts'
import { createStore } from '#data/store.ts'
import type { TransferState } from './steps.ts'

/** What the last order that moved money first has left behind. */
export type LeftMoney = {
  /** Of the order. */
  readonly wallet: Wallet
  /** Where its money is, or arrives. */
  readonly at: Wallet
  /** Whether its person left before the order was sent, or before the answer to it came. */
  readonly left: 'before' | 'unanswered' | undefined
  /** Until then money may be on its way, which no balance shows; epoch milliseconds of the device's clock. */
  readonly movingUntil: number
}

/** Until the page is loaded again. */
export const leftMoney = createStore<LeftMoney | undefined>(undefined)
onUserChange(() => leftMoney.set(undefined))

/** A transfer takes half a minute; one whose answer was lost may have been sent. */
const movingMilliseconds = 60_000
const mayMove: readonly TransferState[] = ['sending', 'moving', 'unknown']

/** What is left behind when these transfers are no longer followed. */
export function leftBehind(
  transfers: readonly PlannedTransfer[],
  states: readonly TransferState[],
  order: 'not_sent' | 'sent' | 'ended',
  now: number,
): LeftMoney | undefined {
  const last = transfers.at(-1)
  if (last === undefined) return undefined
  const left = order === 'ended' ? undefined : order === 'sent' ? 'unanswered' : 'before'
  const isMoving = states.some((state) => mayMove.includes(state))
  if (left === undefined && !isMoving) return undefined
  return {
    wallet: last.to,
    // The one from the funding account waits for the others.
    at: states.at(-1) === 'waiting' ? 'BALANCE' : last.to,
    left,
    movingUntil: isMoving ? now + movingMilliseconds : now,
  }
}
