import type { ReactNode } from 'react'

import type { Order, Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'
import type { Price } from '@mex/core/money/money.ts'

import type { Send } from '#data/call.ts'
import { buzz } from '#data/preferences.ts'
import { moneyText, pricedText, profitText } from '#components/figures.ts'
import { PriceNotice } from '#areas/market/door/price-notice.tsx'
import { useText } from '#text/use-text.ts'
import { Change } from '#ui/amount.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { Screen } from '#ui/screen.tsx'
import { Typography } from '#ui/typography.tsx'
import type { ClosingTicketPreview } from './closing.ts'
import { fieldsOf } from './fields.ts'
import type { LiveQuote } from './instrument.ts'
import { Outcome } from './outcome.tsx'
import { quantityWithUnit } from './quantity-with-unit.ts'
import type { OrderProblem } from './order-problem.ts'
import { PracticeNote } from './practice-note.tsx'
import { ReviewButtons } from './review-buttons.tsx'

type Props = {
  title: string
  head: ReactNode
  quote: LiveQuote
  instrument: TradedInstrument
  position: PositionView
  ticketPreview: ClosingTicketPreview
  problem: OrderProblem | undefined
  /** Lives longer than the review: an order whose outcome is unknown keeps its idempotency key. */
  sending: Send<typeof orderEntry.close>
  onEdit: () => void
  onPlaced: (order: Order) => void
}

/** The review of a close with every figure. */
export function ClosingReviewScreen(props: Props) {
  const { title, head, quote, position, ticketPreview, problem, onEdit, onPlaced } = props
  const t = useText()
  const { send, isBusy, failure } = props.sending
  const { accepted, request } = ticketPreview
  const submit = async () => {
    if (accepted === undefined) return
    buzz()
    const { amount, type, limit } = request
    const part = amount === 'full' ? { part: amount } : { quantity: accepted.quantity }
    const order = await send({ id: position.id, ...part, type, limit })
    if (order !== undefined) onPlaced(order)
  }
  return (
    <Screen
      title={title}
      head={head}
      fit
      footer={
        <ReviewButtons
          {...{ problem, isBusy, failure, onEdit }}
          kind="primary"
          place={t('ticket.placeClose')}
          onPlace={submit}
        />
      }
    >
      <PriceNotice quote={quote} />
      <PracticeNote quote={quote} />
      <ClosingRows {...props} />
      <Outcome failure={failure} />
      <Typography size={12} tone="third" as="p">
        {t('ticket.profitExplained')}
      </Typography>
    </Screen>
  )
}

function ClosingRows({ quote, instrument, position, ticketPreview }: Props) {
  const t = useText()
  const { accepted, preview, request } = ticketPreview
  const { currency } = position
  const { unit, validity } = fieldsOf(instrument, request.type, request.limit ?? quote.last)
  const price = (amount: Price | undefined) => pricedText(amount, quote.tick, quote.currency)
  const limited = t(validity === 'day' ? 'ticket.goodForDay' : 'ticket.goodTill')
  const direction = t(position.direction === 'long' ? 'trade.long' : 'trade.short', {
    leverage: String(position.leverage),
  })
  return (
    <>
      <Typography size={20} weight="bold" as="h2">
        {t('ticket.closeTitle', {
          quantity: accepted === undefined ? '—' : quantityWithUnit(t, accepted.quantity, unit),
        })}
      </Typography>
      <KeyValues
        rows={[
          { label: t('ticket.position'), value: direction },
          { label: t('ticket.type'), value: request.type === 'market' ? t('ticket.marketOrder') : limited },
          request.limit === undefined
            ? { label: t('ticket.estimatedPrice'), value: price(preview?.price) }
            : { label: t('ticket.limitPrice'), value: price(request.limit) },
          { label: t('spec.positionLabels.openPrice'), value: price(position.openPrice) },
          {
            label: t('ticket.estimatedProfit'),
            value: <Change change={profitText(preview?.profit, currency)} />,
          },
          { label: t('ticket.fee'), value: moneyText(preview?.fee, currency) },
          { label: t('ticket.netResult'), value: <Change change={profitText(preview?.netProfit, currency)} /> },
          { label: t('ticket.comesBack'), value: moneyText(preview?.received, currency), strong: true },
        ]}
      />
    </>
  )
}
