import { account } from '@mex/contract/account/calls.ts'
import { money as amountField } from '@mex/contract/fields.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet as calls } from '@mex/contract/wallet/calls.ts'
import { nothing, type Money } from '@mex/core/money/money.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import { useState } from 'react'
import * as z from 'zod/mini'

import { useSend } from '#data/call.ts'
import { buzz } from '#data/preferences.ts'
import { useCallForm } from '#components/call-form.tsx'
import { useRates } from './door/rates.ts'
import { transferFigures } from './transfer-figures.ts'
import type { Accepted, Plan } from './transfer-plan.ts'

type Ways = { readonly from: Wallet; readonly to: Wallet }

/** Parses an amount; undefined when the text is none. */
function readAmount(text: string): Money | undefined {
  const read = z.safeDecode(amountField, text as never)
  return read.success ? read.data : undefined
}

/** The state of a transfer from the form to the receipt: entered values, preview and answer. */
export function useTransferForm(asked: Ways) {
  const [accepted, setAccepted] = useState<Accepted>()
  const transfer = useSend(calls.transfer, {
    stale: [account.overview, calls.balance, calls.bills, trading.bills],
    showsRefusals: true,
    done: true,
    onAnswer: (answer) => {
      buzz()
      setAccepted({ answer, at: Date.now() })
    },
  })
  const form = useCallForm(
    calls.transfer,
    { fromWalletType: asked.from, toWalletType: asked.to, amount: '' },
    transfer.failure,
    { draft: 'transfer' },
  )
  const { published } = useRates(15)
  const { setValue, watch } = form
  const [from, to] = [watch('fromWalletType'), watch('toWalletType')]
  const amount = readAmount(watch('amount'))
  const plan: Plan = {
    from,
    to,
    amount: amount ?? nothing,
    figures: transferFigures({ from, to, amount: amount ?? nothing }, published),
  }
  return {
    form,
    transfer,
    accepted,
    plan,
    hasAmount: amount !== undefined,
    chooseWays: (ways: Ways) => {
      setValue('fromWalletType', ways.from)
      setValue('toWalletType', ways.to)
      form.clearErrors()
    },
    beginReview: () => {
      if (transfer.failure !== undefined) transfer.reset()
    },
    confirm: () => {
      if (amount === undefined) return
      void transfer.send({ from, to, amount }).then((answer) => (answer === undefined ? undefined : form.deleteDraft()))
    },
    /** Starts another transfer between the same wallets after a receipt. */
    startAnew: () => {
      if (accepted === undefined) return
      setValue('amount', '')
      transfer.reset()
      setAccepted(undefined)
    },
  }
}
