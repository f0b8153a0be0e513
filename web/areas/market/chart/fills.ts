import type { Order } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import type { Quote } from '@mex/contract/market/shapes.ts'
import type { Zone } from '@mex/core/time-zone.ts'
import { useMemo } from 'react'

import { useCall } from '#data/call.ts'
import { hrefOf } from '#data/links.ts'
import { useSession } from '#data/session.ts'
import { averageText, quantityText } from '#components/figures.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText, type Text } from '#text/use-text.ts'
import type { Chosen } from './chosen.ts'
import { drawn, wallTime } from './series.ts'

/** An order of the user's own that was filled, at its average price. */
export type Fill = {
  readonly key: string
  readonly side: Order['side']
  /** When it was filled, on the venue's wall clock. */
  readonly time: number
  readonly price: number
  readonly text: string
  /** The order, which names its position. */
  readonly href: string
}

/** More would cover the chart; the list of orders has all. */
const fillsMax = 30

/** The newest filled orders of the user in an instrument. */
export function useFills({ code, market }: Pick<Quote, 'code' | 'market'>, zone: Zone, chosen: Chosen) {
  const t = useText()
  const isWanted = useSession() !== undefined && chosen.has('orders')
  const wanted = { pageNum: 1, pageSize: fillsMax, status: 'filled', market, code } as const
  const { data } = useCall(trading.orders, wanted, { when: isWanted, everySeconds: 30 })
  const rows = isWanted ? data?.rows : undefined
  return useMemo(() => (rows ?? []).flatMap((order) => fillOf(t, order, zone)), [t, rows, zone])
}

function fillOf(t: Text, order: Order, zone: Zone): readonly Fill[] {
  const { id, side, averagePrice, changedAt, quantity, lot, tick, name, code, source, market } = order
  if (averagePrice === undefined) return []
  return [
    {
      key: String(id),
      side,
      time: wallTime(changedAt / 1000, zone),
      price: drawn(averagePrice),
      text: t(side === 'buy' ? 'quote.boughtMark' : 'quote.soldMark', {
        quantity: quantityText(quantity, lot),
        price: averageText(averagePrice, tick),
        time: formatTimestamp(changedAt, zone),
      }),
      href: hrefOf('tradeDetail', { name, code, source, market, id, type: 2 }),
    },
  ]
}
