import type { ClosedPosition, Order, Position } from '@mex/contract/shapes.ts'
import { trading } from '@mex/contract/trading.ts'
import type { Market, Source } from '@mex/core/instrument.ts'

import { useCall, type Called } from '#data/call.ts'
import type { CallFailure } from '#data/failure.ts'
import type { ListName } from './addresses.ts'

/** What an address of a detail page names. */
export type Asked = {
  readonly list: ListName
  readonly id: string
  readonly code: string
  readonly source: Source
  readonly market: Market | undefined
}

/** What was found under it; `undefined` while it is on its way or cannot be fetched. */
export type Found =
  | { readonly kind: 'position'; readonly position: Position }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'closed'; readonly parts: readonly ClosedPosition[] }
  | { readonly kind: 'nothing' }

export type Detail = {
  readonly found: Found | undefined
  readonly failure: CallFailure | undefined
  readonly retry: () => void
}

/** As many rows as one answer can have: the newest; older ones are looked at in the list. */
const wholePage = { pageNum: 1, pageSize: 50 } as const

/** The row of a list that a detail page shows. An order is looked for among all, working or not. */
export function useTradeDetail({ list, id, code, source, market }: Asked): Detail {
  const isRow = (row: { readonly id: number }) => String(row.id) === id
  const positions = useCall(trading.holding, { code, source, market }, { when: list === 'holding' })
  const orders = useCall(trading.orders, { ...wholePage, source, status: 'all' }, { when: list === 'orders' })
  const closed = useCall(trading.closedPositions, { ...wholePage, source }, { when: list === 'closed' })
  const answered = (called: Called<unknown>, found: Found | undefined): Detail => ({
    found: called.data === undefined ? undefined : (found ?? { kind: 'nothing' }),
    failure: called.failure,
    retry: () => void called.retry(),
  })
  if (list === 'holding') {
    const position = positions.data?.positions?.find(isRow)
    return answered(positions, position === undefined ? undefined : { kind: 'position', position })
  }
  if (list === 'orders') {
    const order = orders.data?.rows.find(isRow)
    return answered(orders, order === undefined ? undefined : { kind: 'order', order })
  }
  const parts = closed.data?.rows.filter(isRow) ?? []
  return answered(closed, parts.length === 0 ? undefined : { kind: 'closed', parts })
}
