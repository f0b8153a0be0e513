import type { MessageSubject } from '@mex/contract/messages.ts'
import { moneyInMessage } from '@mex/contract/messages.ts'
import { endReasonTexts } from '@mex/contract/trading/reasons.ts'
import { present } from '@mex/core/assert.ts'
import type { BlockMarket } from '@mex/core/blocks/block-offer.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { addMoney, formatPrice, formatQuantity, formatRate, rate } from '@mex/core/money/money.ts'
import { isoDate, utcDay } from '@mex/core/time-zone.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import { averagePrice } from '@mex/core/trading/positions.ts'

/** What the message about the end of a block's order says: bought whole or in part, sold out, or ended otherwise. */
export function blockSubject(order: Order, instrument: Instrument, blocks: BlockMarket): MessageSubject {
  const { code } = instrument
  const shares = formatQuantity(order.quantity)
  if (order.filled === 0n && order.reason === 'SOLD_OUT') return { kind: 'block_sold_out', values: { code, shares } }
  if (order.filled === 0n)
    return {
      kind: 'block_ended',
      values: { code, shares, why: endReasonTexts[present(order.reason, 'the reason of an ended order')] },
    }
  const id = present(order.block, 'the terms of a block').offer
  const offer = present(blocks.offer(id), `offer ${id}`)
  const price = present(averagePrice({ quantity: order.filled, cost: order.cost }, instrument), 'the price of a block')
  const values = {
    code,
    shares: formatQuantity(order.filled),
    price: `${formatPrice(price, 2)} ${instrument.currency}`,
    cost: moneyInMessage(addMoney(order.margin, order.fee), order.currency),
    // Every market opens on the same date in UTC.
    date: isoDate(utcDay(offer.unlocksAt)),
  }
  if (order.filled < order.quantity) return { kind: 'block_reduced', values }
  return { kind: 'block_filled', values: { ...values, discount: formatRate(rate(offer.discount * 100n)) } }
}
