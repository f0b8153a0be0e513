import type { ClosedPosition, Order, Position } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'

import { useCall, type CallState } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import { usePages } from '#data/pages.ts'
import type { ListName } from './links.ts'

/** The parameters of a detail page. */
export type Asked = { readonly list: ListName; readonly id: number; readonly code: string }

/** The found row; undefined while loading and after a failure. */
export type Found =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'order'; readonly order: Order }
  | {
      readonly kind: 'closed'
      readonly parts: readonly ClosedPosition[]
      /** Fetches older portions; undefined when all are loaded. */
      readonly more: (() => void) | undefined
    }
  | { readonly kind: 'nothing' }

export type Detail = {
  readonly found: Found | undefined
  readonly failure: CallFailure | undefined
  readonly retry: () => void
}

const oneRow = { pageNum: 1, pageSize: 1 } as const
const parts = { pageNum: 1, pageSize: 20 } as const

/** The row of a detail page, fetched by its id, whatever its age and state. */
export function useTradeDetail({ list, id }: Asked): Detail {
  const positions = useCall(trading.positions, { ...oneRow, id }, { when: list === 'holding' })
  const orders = useCall(trading.orders, { ...oneRow, id }, { when: list === 'orders' })
  const closed = usePages(trading.closedPositions, { ...parts, id }, { when: list === 'closed' })
  const answered = (
    called: Pick<CallState<unknown>, 'data' | 'failure' | 'retry'>,
    found: Found | undefined,
  ): Detail => ({
    found: called.data === undefined ? undefined : (found ?? { kind: 'nothing' }),
    failure: called.failure,
    retry: () => void called.retry(),
  })
  if (list === 'holding') {
    const position = positions.data?.rows[0]
    return answered(positions, position === undefined ? undefined : { kind: 'position', position })
  }
  if (list === 'orders') {
    const order = orders.data?.rows[0]
    return answered(orders, order === undefined ? undefined : { kind: 'order', order })
  }
  const rows = closed.data ?? []
  const more = closed.hasMore ? closed.more : undefined
  return answered(closed, rows.length === 0 ? undefined : { kind: 'closed', parts: rows, more })
}
