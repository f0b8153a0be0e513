import type { Money } from '@mex/core/money/money.ts'
import { Suspense } from 'react'

import type { CallState } from '#data/call.ts'
import { Later } from '#ui/later.tsx'
import { ChunkBoundary, lazyComponent } from '#ui/lazy.tsx'
import { Skeleton } from '#ui/skeleton.tsx'

const Panel = lazyComponent(() => import('#areas/portfolio/portfolio-panel.tsx').then((file) => file.PortfolioPanel))

/** What the large figures follow: the range that is chosen, or the point of the curve that somebody holds. */
export type Reading = {
  readonly profit: Money
  /** What the profit is of. */
  readonly note: string
  readonly point?: { readonly time: string; readonly total: Money }
}

/** `failed` when there is no curve to read. */
export type ReadCurve = (reading: Reading | 'failed' | undefined) => void

/** What can be shown, and how high it is in px: the curve, the curve with its sum, where the profit came from, and what the total is made of. */
const heights = { curve: 190, sum: 545, sources: 200, allocation: 300 }

export type PortfolioProps = {
  part: keyof typeof heights
  /** The total that stands above the curve, which ends there. */
  total?: Money | undefined
  /** The call that brings the total: if it fails, the curve says so at once. */
  totalCall?: Pick<CallState<unknown>, 'failure' | 'retry' | 'receivedAt'> | undefined
  onRead?: ReadCurve
}

type PlaceProps = PortfolioProps & {
  /** Whether the figures above have arrived. Until then the code of this part would compete with them for a slow line. */
  when?: boolean
}

/** A part of the portfolio. The code is loaded once the page is drawn, into a place of the same size. */
export function PortfolioPlace({ when = true, ...props }: PlaceProps) {
  const place = <Skeleton height={heights[props.part]} />
  if (!when) return place
  return (
    <ChunkBoundary onMissing={() => props.onRead?.('failed')}>
      <Later place={place}>
        <Suspense fallback={place}>
          <Panel {...props} />
        </Suspense>
      </Later>
    </ChunkBoundary>
  )
}
