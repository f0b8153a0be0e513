import type { PlannedTransfer } from '@mex/core/wallet/transfer-plan.ts'
import { useEffect, useEffectEvent, useRef } from 'react'

import { isFinal, type CallFailure } from '#data/failure.ts'
import { isTooLate, type Stage } from './steps.ts'

/** The call of the order. */
export type Sending = {
  readonly isBusy: boolean
  readonly failure: CallFailure | undefined
  readonly reset: () => void
}

/** What was confirmed: the transfers, and the order that follows them. */
export type Confirmed = {
  readonly transfers: readonly PlannedTransfer[]
  /** Resolves with undefined after a failure. */
  readonly place: () => Promise<unknown>
  /** Epoch milliseconds of the device's clock. */
  readonly at: number
}

type Facts = {
  /** Where the transfers stand. */
  readonly moved: Stage
  /** A higher number sends the same order again, if its answer was lost. */
  readonly attempt: number
  readonly sending: Sending
  /** The money came too late for the order. */
  readonly isLate: boolean
  readonly onLate: () => void
  readonly onPlaced: () => void
}

/** Places the order once the money is there. */
export function useOrderAfter(confirmed: Confirmed | undefined, facts: Facts) {
  const { moved, attempt, sending, isLate } = facts
  const { failure } = sending
  /** What leaving means now: the order is not sent, is sent without a final answer, or is over. */
  const order = useRef<{ readonly of: Confirmed | undefined; readonly is: 'not_sent' | 'sent' | 'ended' }>({
    of: undefined,
    is: 'not_sent',
  })
  const stateOf = (of: Confirmed | undefined) => (order.current.of === of ? order.current.is : 'not_sent')
  const follow = useEffectEvent(async () => {
    if (confirmed === undefined || moved !== 'ordering' || stateOf(confirmed) === 'ended') return
    if (stateOf(confirmed) === 'not_sent' && isTooLate(confirmed.at, Date.now())) {
      facts.onLate()
      return
    }
    order.current = { of: confirmed, is: 'sent' }
    const placed = await confirmed.place()
    if (placed === undefined || order.current.of !== confirmed) return
    order.current = { of: confirmed, is: 'ended' }
    facts.onPlaced()
  })
  useEffect(() => void follow(), [confirmed, moved, attempt])
  const isUnknown = failure !== undefined && !isFinal(failure)
  const isRefused = failure !== undefined && !isUnknown
  const isStopped = isRefused || isLate || moved === 'stopped'
  useEffect(() => {
    if (confirmed !== undefined && isStopped) order.current = { of: confirmed, is: 'ended' }
  }, [confirmed, isStopped])
  const stage: Stage = isStopped ? 'stopped' : isUnknown ? 'unknown' : moved
  return {
    stage,
    /** What ended it after the transfers; undefined when a transfer did. */
    ended: isLate ? ('late' as const) : isRefused ? ('refused' as const) : undefined,
    stateOf,
  }
}
