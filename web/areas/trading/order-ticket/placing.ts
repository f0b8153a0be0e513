import { account } from '@mex/contract/account/calls.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { sources, type Instrument } from '@mex/core/market/instrument.ts'
import type { AcceptedOpening, OpeningRequest } from '@mex/core/trading/order-check.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { useCall, useSend, type Send } from '#data/call.ts'
import { isFinal, type CallFailure } from '#data/failure.ts'

/** Answers that an order changes. */
export const staleAfterOrder = [
  trading.positions,
  trading.orders,
  trading.holding,
  trading.closedPositions,
  wallet.balance,
  account.overview,
]

export type Placing = Omit<Send<typeof trading.close>, 'send'> & {
  readonly place: (request: OpeningRequest, accepted: AcceptedOpening) => Promise<Order | undefined>
}

const whenSent = { stale: staleAfterOrder, showsRefusals: true } as const

/** Sends an opening by the call of its product (specification, calls P). One idempotency key until there is a final answer. */
export function usePlacing({ source, market, classify, code }: Instrument): Placing {
  const stock = useSend(trading.createStock, whenSent)
  const hongKong = useSend(trading.createHongKongStock, whenSent)
  const future = useSend(trading.createFuture, whenSent)
  const forex = useSend(trading.createForex, whenSent)
  const used =
    source === sources.hongKongStock
      ? hongKong
      : source === sources.future
        ? future
        : source === sources.forex
          ? forex
          : stock
  return {
    ...used,
    place: ({ type, limit, extendedHours }, { quantity, terms }) => {
      const { side, leverage } = terms
      const order = { code, side, type, limit, quantity, leverage, purpose: 'open' } as const
      if (used === hongKong) return hongKong.send({ ...order, market, classify })
      if (used === future) return future.send({ ...order, autoRoll: false })
      if (used === forex) return forex.send(order)
      return stock.send({ ...order, market, classify, extendedHours })
    },
  }
}

/** No answer, or one that does not say what became of the order: the same key may be sent again. */
export const isUnknown = (failure: CallFailure | undefined): boolean => failure !== undefined && !isFinal(failure)

/** The order as the server knows it now: asked again whenever the person's channel says something, and every 3 s. */
export function useFreshOrder(placed: Order): Order {
  const { data } = useCall(
    trading.orders,
    { pageNum: 1, pageSize: 1, id: placed.id },
    { freshSeconds: 0, everySeconds: 3 },
  )
  const found = data?.rows[0] ?? placed
  return isLive(placed) ? found : placed
}
