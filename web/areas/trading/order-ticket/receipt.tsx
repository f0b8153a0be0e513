import { Check, Clock, X } from 'lucide-react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import { isAuctionOnly, orderRulesOf } from '@mex/core/market/products.ts'
import type { Phase } from '@mex/core/market/quote.ts'
import { worksIn } from '@mex/core/trading/execution.ts'
import type { Money } from '@mex/core/money/money.ts'
import { isLive } from '@mex/core/trading/orders.ts'

import { moneyText, averageText } from '#components/figures.ts'
import { orderStateText } from '#areas/trading/position/order-state.ts'
import { useReasons } from '#areas/trading/end-reasons.ts'
import { formatTimestamp } from '#text/format-time.ts'
import { useText } from '#text/use-text.ts'
import { classes } from '#ui/classes.ts'
import { KeyValues } from '#ui/key-values.tsx'
import { quantityWithUnit } from './quantity-with-unit.ts'
import styles from './receipt.module.css'

type Props = { order: Order; phase: Phase }

/** The live state of a placed order, in the sheet of its form. */
export function Receipt({ order, phase }: Props) {
  const t = useText()
  const { title, text } = useOrderState(order, phase)
  const quantity = quantityWithUnit(t, order.filled, orderRulesOf(order.source).unit)
  const isDone = order.status === 'filled'
  const Icon = isDone ? Check : isLive(order) ? Clock : X
  return (
    <>
      <output className={styles['state']}>
        <span className={classes(styles['icon'], isDone ? styles['filled'] : !isLive(order) && styles['ended'])}>
          <Icon aria-hidden="true" />
        </span>
        <h2 className={styles['title']}>{title}</h2>
        <p className={styles['text']}>{text}</p>
      </output>
      <KeyValues
        rows={[
          { label: t('ticket.orderNumber'), value: order.number },
          { label: t('ticket.status'), value: orderStateText(t, order) },
          { label: t('ticket.filledQuantity'), value: order.filled === 0n ? '—' : quantity },
          {
            label: t('ticket.averagePrice'),
            value: order.averagePrice === undefined ? '—' : averageText(order.averagePrice, order.tick),
          },
          // Each row is there from the beginning, so that nothing moves at the fill.
          ...(order.purpose === 'open'
            ? [{ label: t('spec.positionLabels.margin'), value: filledMoney(order, order.margin) }]
            : []),
          { label: t('ticket.fee'), value: filledMoney(order, order.fee) },
          { label: t('ticket.placedAt'), value: formatTimestamp(order.acceptedAt) },
        ]}
      />
    </>
  )
}

const filledMoney = ({ filled, currency }: Order, amount: Money): string =>
  filled === 0n ? '—' : moneyText(amount, currency)

function useOrderState(order: Order, phase: Phase): { title: string; text: string } {
  const t = useText()
  const reasons = useReasons()
  const unit = orderRulesOf(order.source).unit
  const filled = quantityWithUnit(t, order.filled, unit)
  const quantity = quantityWithUnit(t, order.quantity, unit)
  switch (order.status) {
    case 'accepted': {
      if (isAuctionOnly(order)) return { title: t('auctions.waits'), text: t('auctions.waitsText') }
      const works = worksIn({ source: order.source, type: order.type, extendedHours: false }, phase)
      return works
        ? { title: t('ticket.working'), text: t('ticket.workingText') }
        : { title: t('ticket.waiting'), text: t('ticket.waitingText') }
    }
    case 'partly_filled':
      return { title: t('ticket.partly'), text: t('ticket.partlyText', { filled, quantity }) }
    case 'filled': {
      const price = order.averagePrice === undefined ? '—' : averageText(order.averagePrice, order.tick)
      return { title: t('ticket.filled'), text: t('ticket.filledText', { quantity: filled, price }) }
    }
    case 'ended':
      return {
        title: t('ticket.ended'),
        text: order.reason === undefined ? '—' : reasons.endReason(order.reason),
      }
  }
}
