import type { Order } from '@mex/contract/trading/shapes.ts'

import { capitalize } from '#text/capitalize.ts'
import type { Text } from '#text/use-text.ts'

/** The label of an order's state (spec §4). */
export function orderStateText(t: Text, { status }: Pick<Order, 'status'>): string {
  switch (status) {
    case 'accepted':
    case 'partly_filled':
      return capitalize(t('spec.orderStatus.inProgress'))
    case 'filled':
      return capitalize(t('spec.orderStatus.success'))
    case 'ended':
      return capitalize(t('spec.orderStatus.cancelled'))
  }
}
