import { account } from '@mex/contract/account/calls.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import { openingCalls } from '@mex/contract/trading/products.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { present } from '@mex/core/assert.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import type { AcceptedOpening, OpeningRequest } from '@mex/core/trading/order-check.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { useCall, useSend, type Send } from '#data/call.ts'
import { isFinal, type CallFailure } from '#data/failure.ts'

/** Calls whose cached answers an order invalidates. */
export const staleAfterOrder = [
  trading.positions,
  trading.orders,
  trading.holding,
  trading.closedPositions,
  wallet.balance,
  account.overview,
]

export type OrderPlacement = Omit<Send<typeof orderEntry.close>, 'send'> & {
  readonly place: (request: OpeningRequest, accepted: AcceptedOpening, autoRoll: boolean) => Promise<Order | undefined>
}

const whenSent = { stale: staleAfterOrder, showsRefusals: true } as const

type Placed = Pick<Instrument, 'source' | 'market' | 'classify' | 'code'>

/**
 * Sends an opening order with the call of its product (specification, calls P). A call encodes only its own fields, so
 * one ticket fits all calls. The idempotency key stays until there is a final answer.
 */
export function usePlaceOrder({ source, market, classify, code }: Placed): OrderPlacement {
  const { send, ...sending } = useSend(present(openingCalls[source], `the call of product ${source}`), whenSent)
  return {
    ...sending,
    place: ({ type, limit, extendedHours }, { quantity, terms: { side, leverage } }, autoRoll) => {
      const order = { code, side, type, limit, quantity, leverage, purpose: 'open' } as const
      return send({ ...order, market, classify, extendedHours, autoRoll })
    },
  }
}

/** The outcome of the order is unknown: a retry sends the same idempotency key. */
export const isOutcomeUnknown = (failure: CallFailure | undefined): boolean =>
  failure !== undefined && !isFinal(failure)

/** The current state of the order, refetched after frames of the user channel and every 3 s. */
export function useFreshOrder(placed: Order): Order {
  const { data } = useCall(
    trading.orders,
    { pageNum: 1, pageSize: 1, id: placed.id },
    { freshSeconds: 0, everySeconds: 3 },
  )
  const found = data?.rows[0] ?? placed
  return isLive(placed) ? found : placed
}
