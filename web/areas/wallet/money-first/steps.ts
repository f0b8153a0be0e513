import type { PlannedTransfer } from '@mex/core/wallet/transfer-plan.ts'
import type { TransferStatus } from '@mex/core/wallet/transfer-status.ts'

import { isFinal, type CallFailure } from '#data/failure.ts'

/** `unknown`: no answer came, so that the same request has to be sent again. */
export type TransferState = 'waiting' | 'sending' | 'refused' | 'unknown' | TransferStatus

/**
 * Seconds after the confirmation in which the order still follows by itself. A transfer takes half a minute, two take one; later the
 * prices that were confirmed no longer say much, as on a telephone that was locked in between.
 */
export const followSecondsMax = 300

/** Instants are epoch milliseconds of the device's clock. */
export const isTooLate = (confirmedAt: number, now: number): boolean => now - confirmedAt > followSecondsMax * 1000

/** Where the whole stands: `stopped` ends it without an order. */
export type Stage = 'moving' | 'unknown' | 'stopped' | 'ordering'

export function stageOf(states: readonly TransferState[]): Stage {
  if (states.some((state) => state === 'refused' || state === 'cancelled')) return 'stopped'
  if (states.includes('unknown')) return 'unknown'
  return states.every((state) => state === 'settled') ? 'ordering' : 'moving'
}

/** Transfers to the funding account run at once; the one from it needs what they bring. */
export const mayStart = ({ to }: Pick<PlannedTransfer, 'to'>, earlier: readonly TransferState[]): boolean =>
  to === 'BALANCE' || earlier.every((state) => state === 'settled')

type Sent = {
  readonly isBusy: boolean
  readonly isAnswered: boolean
  readonly failure: CallFailure | undefined
  readonly status: TransferStatus
}

export function stateOfTransfer({ isBusy, isAnswered, failure, status }: Sent): TransferState {
  if (isAnswered) return status
  if (isBusy) return 'sending'
  if (failure === undefined) return 'waiting'
  return isFinal(failure) ? 'refused' : 'unknown'
}
