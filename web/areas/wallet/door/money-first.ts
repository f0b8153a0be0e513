import { account } from '@mex/contract/account/calls.ts'
import { wallet as walletCalls } from '@mex/contract/wallet/calls.ts'
import { addMoney, type Money } from '@mex/core/money/money.ts'
import type { PlannedTransfer } from '@mex/core/wallet/transfer-plan.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { useEffect, useRef, useState } from 'react'

import { leftBehind, leftMoney } from '#areas/wallet/money-first/left.ts'
import { useOrderAfter, type Confirmed, type Sending } from '#areas/wallet/money-first/order-after.ts'
import { useOtherMoney, type OtherMoney, type Purchase } from '#areas/wallet/money-first/other-money.ts'
import { stageOf, type Stage, type TransferState } from '#areas/wallet/money-first/steps.ts'
import { useFailureText } from '#components/failure-text.ts'
import { refresh } from '#data/call.ts'

/** The steps of a confirmed order, for `MoneySteps`. */
export type Moving = {
  readonly wallet: Wallet
  readonly transfers: readonly PlannedTransfer[]
  readonly states: readonly TransferState[]
  readonly stage: Stage
  /** What ended it after the transfers; undefined when a transfer did. */
  readonly ended: 'late' | 'refused' | undefined
  /** What the server said to the order. */
  readonly refusal: string | undefined
  readonly isBusy: boolean
  readonly attempt: number
  readonly onState: (index: number, state: TransferState) => void
  readonly onAgain: () => void
}

export type MoneyFirst = OtherMoney & {
  /** From the confirmation until the order is placed or its steps are left. */
  readonly moving: Moving | undefined
  /** Sends the order; if other accounts pay for it, after their transfers. */
  readonly confirm: (place: () => Promise<unknown>) => void
  /** Ends the steps: what has been sent counts, nothing else does. */
  readonly leave: () => void
}

/**
 * An order that other accounts help to pay (docs/decisions/055). Its steps, `moving`, replace the review; a form that goes away leaves
 * them.
 */
export function useMoneyFirst(purchase: Purchase, sending: Sending): MoneyFirst {
  const say = useFailureText()
  const other = useOtherMoney(purchase)
  const [confirmed, setConfirmed] = useState<Confirmed>()
  const [states, setStates] = useState<readonly TransferState[]>([])
  const [attempt, setAttempt] = useState(0)
  const moved = confirmed === undefined ? 'moving' : stageOf(states)
  const [late, setLate] = useState<Confirmed>()
  const { stage, ended, stateOf } = useOrderAfter(confirmed, {
    moved,
    attempt,
    sending,
    isLate: confirmed !== undefined && late === confirmed,
    onLate: () => setLate(confirmed),
    onPlaced: () => setConfirmed(undefined),
  })
  const latest = useRef(states)
  useEffect(() => {
    latest.current = states
  })
  useEffect(() => {
    if (confirmed === undefined) return undefined
    leftMoney.set(undefined)
    return () => leftMoney.set(leftBehind(confirmed.transfers, latest.current, stateOf(confirmed), Date.now()))
    // oxlint-disable-next-line react/exhaustive-deps -- `stateOf` reads a ref
  }, [confirmed])
  return {
    ...other,
    moving:
      confirmed === undefined
        ? undefined
        : {
            wallet: purchase.wallet,
            transfers: confirmed.transfers,
            states,
            stage,
            ended,
            refusal: say(sending.failure),
            isBusy: sending.isBusy,
            attempt,
            onState: (index, state) => setStates((now) => now.map((each, at) => (at === index ? state : each))),
            onAgain: () => setAttempt(attempt + 1),
          },
    confirm: (place) => {
      const { transfers } = other
      if (transfers === undefined) {
        void place()
        return
      }
      sending.reset()
      setStates(transfers.map(() => 'waiting'))
      setConfirmed({ transfers, place, at: Date.now() })
    },
    leave: () => {
      if (confirmed === undefined) return
      sending.reset()
      setConfirmed(undefined)
      void refresh(account.overview, walletCalls.balance)
    },
  }
}

type Planned = { readonly fault: string | undefined; readonly left: Money | undefined }

/** The plan of a form with the money that other accounts bring: what arrives counts to what is left, and nothing is missing any more. */
export function withOtherMoney<Plan extends Planned>(plan: Plan, { transfers, arriving }: OtherMoney): Plan {
  if (transfers === undefined || plan.left === undefined) return plan
  return { ...plan, fault: undefined, left: addMoney(plan.left, arriving) }
}

/** The review of a form whose confirmation moves money first: closing it leaves the steps at once. */
export const sheetWithSteps = <Sheet extends { readonly onClose: () => void }>(
  sheet: Sheet,
  moneyFirst: MoneyFirst,
) => ({
  ...sheet,
  moneyFirst,
  onClose: () => {
    moneyFirst.leave()
    sheet.onClose()
  },
})
