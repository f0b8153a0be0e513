import { account } from '@mex/contract/account/calls.ts'
import type { Answer } from '@mex/contract/call.ts'
import { money as amountField } from '@mex/contract/fields.ts'
import { funding } from '@mex/contract/funding/calls.ts'
import type { Card } from '@mex/contract/funding/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { currencyOf, type FundingAsset } from '@mex/core/funding/coins.ts'
import { pairOf } from '@mex/core/money/conversion.ts'
import { fundingCurrency } from '@mex/core/funding/postings.ts'
import type { Money, WalletCurrency } from '@mex/core/money/money.ts'
import { payoutOf } from '@mex/core/funding/withdrawals.ts'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'

import { useSend } from '#data/call.ts'
import { useDraftValue } from '#data/drafts.ts'
import { buzz } from '#data/preferences.ts'
import { usePayLockout } from '#areas/account/door/pay-password-field.tsx'
import { useCallForm } from '#components/call-form.tsx'
import { useRates } from '#areas/wallet/door/rates.ts'

export type AppliedWithdrawal = Answer<typeof funding.withdraw>

/** The preview of a withdrawal, from the function of core that settles it. */
export type WithdrawalPlan = {
  readonly card: Card | undefined
  readonly asset: FundingAsset
  readonly amount: Money | undefined
  readonly payout: ReturnType<typeof payoutOf>
  /** True while the withdrawal needs a conversion rate that is unknown. */
  readonly lacksRate: boolean
}

function readAmount(text: string): Money | undefined {
  const read = z.safeDecode(amountField, text as never)
  return read.success ? read.data : undefined
}

/** The state of a withdrawal from the form to the receipt. */
export function useWithdrawalForm(cards: readonly Card[]) {
  const [applied, setApplied] = useState<AppliedWithdrawal>()
  const [currency, setCurrency] = useDraftValue<WalletCurrency>('withdraw currency', fundingCurrency)
  const apply = useSend(funding.withdraw, {
    stale: [funding.usable, funding.withdrawals, account.overview, wallet.balance, wallet.bills, trading.bills],
    showsRefusals: true,
    done: true,
    onAnswer: (answer) => {
      buzz()
      form.deleteDraft()
      setApplied(answer)
    },
  })
  const first = cards.find((card) => card.isDefault) ?? cards[0]
  const form = useCallForm(
    funding.withdraw,
    { cardId: first === undefined ? '' : String(first.id), amount: '', payPassword: '' },
    apply.failure,
    { draft: 'withdraw' },
  )
  const { setValue } = form
  const isLocked = usePayLockout(apply.failure).left !== undefined
  const chosen = form.watch('cardId')
  const isGone = !cards.some(({ id }) => String(id) === chosen)
  useEffect(() => {
    // The card of a draft may have been removed since.
    if (isGone && first !== undefined) setValue('cardId', String(first.id))
  }, [isGone, first, setValue])
  const { published } = useRates(15)
  const card = cards.find(({ id }) => String(id) === chosen)
  const asset: FundingAsset = card?.kind === 'coin' ? (card.coin ?? 'SUSD') : currency
  const amount = readAmount(form.watch('amount'))
  const pair = pairOf(currencyOf(asset), fundingCurrency)
  const rate =
    pair === undefined ? undefined : published?.find(({ base, quote }) => base === pair.base && quote === pair.quote)
  const plan: WithdrawalPlan = {
    card,
    asset,
    amount,
    payout: amount === undefined || card === undefined ? undefined : payoutOf(amount, asset, rate),
    lacksRate: card !== undefined && pair !== undefined && rate === undefined,
  }
  return {
    form,
    apply,
    applied,
    plan,
    isLocked,
    currency,
    setCurrency,
    /**
     * Without a final answer the idempotency key stays, so that a retry cannot act twice; otherwise a new one starts. A
     * lockout continues to count down.
     */
    beginReview: () => {
      setValue('payPassword', '')
      if (isLocked) return
      form.clearErrors('payPassword')
      if (apply.failure !== undefined) apply.reset()
    },
    confirm: form.submitTo((input) => apply.send({ ...input, asset })),
    startAnew: () => {
      if (applied === undefined) return
      setValue('amount', '')
      setValue('payPassword', '')
      apply.reset()
      setApplied(undefined)
    },
  }
}

export type WithdrawalForm = ReturnType<typeof useWithdrawalForm>
