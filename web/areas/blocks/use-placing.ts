import { account } from '@mex/contract/account/calls.ts'
import { blocks } from '@mex/contract/blocks/calls.ts'
import type { BlockOffer } from '@mex/contract/blocks/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'

import { useMoneyFirst, withOtherMoney } from '#areas/wallet/door/money-first.ts'
import { useSend } from '#data/call.ts'
import { mostOf, paidFrom } from './figures.ts'
import { usePlan } from './use-plan.ts'

/** What the order of a block changes. */
const changed = [blocks.offers, trading.orders, wallet.balance, account.overview, trading.bills, wallet.bills]

/** An order of a block from the form to the receipt. */
export function usePlacing(offer: BlockOffer, text: string, onPlaced: (order: Order) => void) {
  const { plan: own, fault, available, ...planned } = usePlan(offer, text)
  const { send, ...sending } = useSend(blocks.create, { stale: changed, showsRefusals: true, onAnswer: onPlaced })
  const needed = own.fault === 'money' ? own.amount : undefined
  const moneyFirst = useMoneyFirst({ wallet: paidFrom, available, needed, endsAt: offer.endsAt }, sending)
  const plan = withOtherMoney(own, moneyFirst)
  return {
    ...planned,
    ...sending,
    plan,
    /** The most that all accounts together can pay. */
    most: mostOf(offer, moneyFirst.payable() ?? available),
    fault: plan.fault === undefined ? undefined : fault,
    moneyFirst,
    confirm: () => moneyFirst.confirm(() => send({ id: offer.offerId, quantity: plan.units, direction: 0 })),
    /** Back to the form. */
    leave: () => {
      moneyFirst.leave()
      sending.reset()
    },
  }
}

export type BlockPlacing = ReturnType<typeof usePlacing>
