import { account } from '@mex/contract/account/calls.ts'
import { quantify as calls } from '@mex/contract/quantify/calls.ts'
import type { Product, QuantifyOrder } from '@mex/contract/quantify/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { useState } from 'react'

import { useLessonGate } from '#areas/lessons/door/lesson-gate.tsx'
import { useMoneyFirst } from '#areas/wallet/door/money-first.ts'
import { useCall, useSend } from '#data/call.ts'
import { useSession } from '#data/session.ts'
import { centsOf, faultOf } from './figures.ts'

/** Everything that putting money in changes. */
const changed = [calls.orders, calls.profits, calls.products, wallet.balance, account.overview, wallet.bills]

/** The term that a sheet opens with. */
const usualDays = 30

/** The state of putting money in a strategy, from the form to the receipt. `products` are its terms. */
export function usePuttingIn(products: readonly Product[], isOpen: boolean) {
  const isSignedIn = useSession() !== undefined
  const balance = useCall(wallet.balance, { wallet: 'FINANCIAL' }, { everySeconds: 30, when: isSignedIn })
  const available = balance.data?.available
  const bought = useCall(calls.orders, { pageNum: 1, pageSize: 1 }, { when: isSignedIn })
  const gate = useLessonGate('quantify', bought.data === undefined ? undefined : bought.data.total > 0)
  const [termDays, setTermDays] = useState(usualDays)
  const [text, setText] = useState('')
  const [isAgreed, setAgreed] = useState(false)
  const [isShown, setShown] = useState(false)
  const [isReviewed, setReviewed] = useState(false)
  const [accepted, setAccepted] = useState<QuantifyOrder>()
  const sending = useSend(calls.save, { stale: changed, showsRefusals: true, onAnswer: setAccepted })
  const product = products.find((each) => each.termDays === termDays) ?? products[0]
  const amount = centsOf(text)
  const own = product === undefined ? 'nothing' : faultOf(product, amount, available)
  const moneyFirst = useMoneyFirst(
    {
      wallet: 'FINANCIAL',
      available: isOpen ? available : undefined,
      needed: own === 'over_money' ? amount : undefined,
      isFixed: true,
    },
    sending,
  )
  const fault = moneyFirst.transfers === undefined ? own : undefined
  return {
    moneyFirst,
    isSignedIn,
    available,
    product,
    termDays,
    setTermDays,
    text,
    setText,
    amount,
    isAgreed,
    setAgreed,
    fault: isShown ? fault : undefined,
    isAgreementMissing: isShown && !isAgreed,
    isReviewed,
    gate,
    sending,
    accepted,
    review: () => {
      setShown(true)
      if (sending.failure !== undefined) sending.reset()
      if (fault === undefined && isAgreed) gate.before(() => setReviewed(true))
    },
    edit: () => setReviewed(false),
    confirm: () => {
      if (product === undefined || amount === undefined) return
      moneyFirst.confirm(() => sending.send({ product: product.id, amount, agree: true }))
    },
    startAnew: () => {
      setReviewed(false)
      setShown(false)
      if (accepted === undefined) return
      setAccepted(undefined)
      setText('')
      setAgreed(false)
      sending.reset()
    },
  }
}

export type PuttingIn = ReturnType<typeof usePuttingIn>
