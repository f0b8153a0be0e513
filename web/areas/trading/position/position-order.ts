import type { Position } from '@mex/contract/trading/shapes.ts'

import { sortedBy, type SortOrder } from '#components/sort-order.ts'
import { readStored, writeStored } from '#data/storage.ts'
import { createStore, useStore } from '#data/store.ts'
import { liveFiguresOf, type LiveFigures } from './live-figures.ts'

/** What positions are sorted by. */
export const positionColumns = ['opened', 'name', 'value', 'profit', 'favour', 'today'] as const
export type PositionColumn = (typeof positionColumns)[number]
export type PositionOrder = SortOrder<PositionColumn>

/** The order in a stored text; undefined for none, and for one that an older version wrote. */
export function positionOrderOf(stored: string | undefined): PositionOrder {
  const [name, from] = stored?.split(':') ?? []
  const column = positionColumns.find((each) => each === name)
  return column === undefined || (from !== 'low' && from !== 'high') ? undefined : { column, from }
}

const store = createStore<PositionOrder>(positionOrderOf(readStored('positionOrder')))

/** The order of the positions, as this device last chose it; undefined is the order of the server, newest first. */
export const usePositionOrder = (): PositionOrder => useStore(store)

export function setPositionOrder(order: PositionOrder): void {
  writeStored('positionOrder', order === undefined ? undefined : `${order.column}:${order.from}`)
  store.set(order)
}

/** More than there will ever be ids. */
const idsMax = 10n ** 15n

const valueOf = (position: Position, figures: LiveFigures, column: PositionColumn) => {
  switch (column) {
    case 'opened':
      // Orders that one tick fills share the time: then the one that was given later is the newer one.
      return BigInt(position.openedAt) * idsMax + BigInt(position.id)
    case 'name':
      return position.name
    case 'value':
      return figures.marketValue
    case 'profit':
      return figures.profit
    case 'favour':
      return figures.favour
    case 'today':
      return figures.today
  }
}

/** Sorts by the figures of the last answer, not by every tick: a row must not jump from under a finger. */
export const sortPositions = (
  positions: readonly Position[],
  order: PositionOrder,
  language: string,
): readonly Position[] =>
  order === undefined
    ? positions
    : sortedBy(
        positions,
        order.from,
        (position) => valueOf(position, liveFiguresOf(position, undefined), order.column),
        language,
      )
