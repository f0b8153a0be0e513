import { useState } from 'react'

import type { Position } from '@mex/contract/trading/shapes.ts'

import type { Pages } from '#data/pages.ts'
import { useText } from '#text/use-text.ts'
import { Stack } from '#ui/layout.tsx'
import { CloseSeveral } from './close-several.tsx'
import { idOf, Rows } from './lists.tsx'
import { PositionCard } from './position-card.tsx'
import { PositionSort } from './position-sort.tsx'
import { PositionTotals } from './position-totals.tsx'
import { useSortedPositions } from './use-sorted-positions.ts'

type Props = { pages: Pages<Position>; onAddMargin: (position: Position) => void }

/** The open positions with their totals, in the chosen order. */
export function PositionList({ pages, onAddMargin }: Props) {
  const t = useText()
  const sorted = useSortedPositions(pages)
  const positions = sorted.data ?? []
  // The sheet stays when it has closed all but one: it shows what became of each.
  const [hadSeveral, setHadSeveral] = useState(false)
  if (positions.length > 1 && !hadSeveral) setHadSeveral(true)
  return (
    <Stack>
      {hadSeveral ? <CloseSeveral positions={positions} /> : undefined}
      {positions.length > 0 ? <PositionTotals positions={positions} total={pages.total} /> : undefined}
      {positions.length > 1 ? <PositionSort /> : undefined}
      <Rows list="holding" pages={sorted} keyOf={idOf} failed={t('trade.positionsFailed')}>
        {(position, state) => <PositionCard {...{ position, state, onAddMargin }} />}
      </Rows>
    </Stack>
  )
}
