import type { Order, Position } from '@mex/contract/trading/shapes.ts'
import { directionNumbers } from '@mex/core/trading/orders.ts'

import { hrefOf } from '#data/links.ts'

/** The lists of the Trade tab: the spec's numbers. */
export const listNumbers = { holding: 0, closed: 1, orders: 2, subscriptions: 4, follow: 5, bonds: 6 } as const
export type ListName = keyof typeof listNumbers
export const listNames = [
  'holding',
  'orders',
  'closed',
  'subscriptions',
  'follow',
  'bonds',
] as const satisfies ListName[]

/** The labels of the lists (spec §2). */
export const listLabels = {
  holding: 'spec.lists.holding',
  orders: 'spec.lists.entrustedOrders',
  closed: 'spec.lists.closedPositions',
  subscriptions: 'spec.lists.subscription',
  follow: 'spec.lists.follow',
  bonds: 'spec.lists.bonds',
} as const satisfies Record<ListName, string>

/** The list of a URL parameter; holdings by default. */
export const listOfNumber = (number: string | undefined): ListName =>
  listNames.find((name) => String(listNumbers[name]) === number) ?? 'holding'

type Row = Pick<Position | Order, 'id' | 'name' | 'code' | 'source' | 'market'>

/** Link to the detail page of a row. */
export const detailHrefOf = ({ id, name, code, source, market }: Row, list: ListName): string =>
  hrefOf('tradeDetail', { name, code, source, id, type: listNumbers[list], market })

/** Link to the form that closes a position or half of it. */
export const closeHrefOf = (position: Position, part?: 'half' | 'full'): string => {
  const { id, name, code, source, market, direction } = position
  const given = { id, name, code, source, market, part, direction: directionNumbers[direction] }
  return hrefOf('closePosition', given)
}
