import { Suspense } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { lazyComponent } from '#ui/lazy.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'

const OrderActions = lazyComponent(() => import('./order-actions.tsx').then((file) => file.OrderActions))

/** A cancel waits for the feed to pass it (rulebook §13.6). */
export const isCancelling = (order: Order): boolean => isLive(order) && order.cancelRequestedAt !== undefined

/** The actions of an order in progress, in place of a skeleton of their height. */
export function LazyOrderActions({ order }: { order: Order }) {
  if (!isLive(order)) return undefined
  return (
    <Suspense fallback={<SkeletonCard height={44} />}>
      <OrderActions order={order} />
    </Suspense>
  )
}
