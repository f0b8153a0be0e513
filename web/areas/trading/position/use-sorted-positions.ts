import { useEffect } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'

import type { Pages } from '#data/pages.ts'
import { useLanguage } from '#text/use-text.ts'
import { sortPositions, usePositionOrder } from './position-order.ts'

/** The positions in the chosen order. An order other than the server's needs all pages, and loads them. */
export function useSortedPositions(pages: Pages<Position>): Pages<Position> {
  const language = useLanguage()
  const order = usePositionOrder()
  const { hasMore, isFetchingMore, moreFailure, more } = pages
  const isWanted = order !== undefined && hasMore && !isFetchingMore && moreFailure === undefined
  useEffect(() => {
    if (isWanted) more()
  })
  const { data } = pages
  return data === undefined ? pages : { ...pages, data: sortPositions(data, order, language) }
}
