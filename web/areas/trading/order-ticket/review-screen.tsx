import type { ReactNode } from 'react'

import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'

import { buzz } from '#data/preferences.ts'
import { EntryCountdown } from '#areas/auctions/door/entry-countdown.tsx'
import { PriceNotice } from '#areas/market/door/price-notice.tsx'
import type { MoneyFirst } from '#areas/wallet/door/money-first.ts'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import type { Account } from './account.ts'
import type { LiveQuote } from './instrument.ts'
import type { OrderPlacement } from './place-order.ts'
import type { TicketPreview } from './preview.ts'
import type { OrderProblem } from './order-problem.ts'
import { ReviewButtons } from './review-buttons.tsx'
import { PracticeNote } from './practice-note.tsx'
import { Review } from './review.tsx'

type Props = {
  title: string
  head: ReactNode
  quote: LiveQuote
  instrument: TradedInstrument
  ticketPreview: TicketPreview
  account: Account
  /** Of futures: whether the position is to be rolled at its settlement. */
  autoRoll: boolean
  auction: AuctionQuote | undefined
  problem: OrderProblem | undefined
  kind: 'up' | 'down'
  onEdit: () => void
  onPlaced: (order: Order) => void
  placement: OrderPlacement
  moneyFirst: MoneyFirst
}

/**
 * The review with its two buttons. One idempotency key per review: after an unknown outcome, Try again sends the same
 * key.
 */
export function ReviewScreen(props: Props) {
  const { title, head, quote, instrument, ticketPreview, account, autoRoll, auction, problem, kind } = props
  const { onEdit, onPlaced, moneyFirst, placement } = props
  const t = useText()
  const { place, isBusy, failure } = placement
  const { transfers } = moneyFirst
  const { accepted, preview, request, night, shortfall } = ticketPreview
  const send = () => {
    const opening = transfers === undefined ? accepted : shortfall?.opening
    if (opening === undefined) return
    buzz()
    moneyFirst.confirm(async () => {
      const order = await place(request, opening, autoRoll)
      if (order !== undefined) onPlaced(order)
      return order
    })
  }
  return (
    <Screen
      title={title}
      head={head}
      fit
      footer={
        <ReviewButtons
          {...{ problem, kind, isBusy, failure, onEdit }}
          place={t(transfers === undefined ? 'ticket.place' : 'moneyFirst.confirm')}
          onPlace={send}
        />
      }
    >
      <PriceNotice quote={quote} />
      <PracticeNote quote={quote} />
      {auction === undefined ? undefined : <EntryCountdown share={auction} />}
      {preview === undefined ? undefined : (
        <Review {...{ instrument, quote, request, preview, night, account, autoRoll, failure, moneyFirst }} />
      )}
    </Screen>
  )
}
