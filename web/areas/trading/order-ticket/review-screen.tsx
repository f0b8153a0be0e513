import type { ReactNode } from 'react'

import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import type { Order } from '@mex/contract/trading/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'

import type { CallFailure } from '#data/failure.ts'
import { buzz } from '#data/preferences.ts'
import { EntryCountdown } from '#areas/auctions/door/entry-countdown.tsx'
import { HaltNotice } from '#areas/market/door/halt-notice.tsx'
import { useWording } from '#components/refusal-text.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Screen } from '#ui/screen.tsx'
import type { Account } from './account.ts'
import type { LiveQuote } from './instrument.ts'
import { isOutcomeUnknown, usePlaceOrder } from './place-order.ts'
import type { TicketPreview } from './preview.ts'
import type { OrderProblem } from './order-problem.ts'
import { Review } from './review.tsx'
import type { Ticket } from './ticket.ts'

/** The text of the problem. */
function useHindranceText(): (problem: OrderProblem | undefined) => string | undefined {
  const t = useText()
  const wording = useWording()
  return (problem) => {
    if (problem === undefined) return undefined
    return problem.kind === 'offline' ? t('ticket.paused') : wording.refusal(problem.refusal)
  }
}

type ButtonProps = {
  problem: OrderProblem | undefined
  kind: 'up' | 'down' | 'primary'
  ticket: Pick<Ticket, 'quantity' | 'limit'>
  /** Why nothing can be ordered at all; comes before what is missing in the form. */
  closed?: string | undefined
  onPress: () => void
}

/** The button from the form to the review; when disabled it shows the reason, unless a field already does. */
export function ReviewButton({ problem, kind, ticket, closed, onPress }: ButtonProps) {
  const t = useText()
  const reason = useHindranceText()(problem)
  const { quantity, limit } = ticket
  const at = problem?.kind === 'refused' ? problem.at : undefined
  const isSaidAtField = (at === 'quantity' && quantity !== '') || (at === 'limitPrice' && limit !== '')
  return (
    <Button
      text={t('ticket.review')}
      kind={kind}
      size="large"
      wide
      disabled={problem !== undefined || closed !== undefined}
      reason={closed ?? (isSaidAtField ? undefined : reason)}
      onPress={onPress}
    />
  )
}

type ReviewButtonsProps = {
  problem: OrderProblem | undefined
  kind: 'up' | 'down' | 'primary'
  isBusy: boolean
  failure: CallFailure | undefined
  /** The label of the submit button. */
  place: string
  onEdit: () => void
  onPlace: () => Promise<void>
}

/** The buttons of the review: back to the form, and submit, or Try again after an unknown outcome. */
export function ReviewButtons({ problem, kind, isBusy, failure, place, onEdit, onPlace }: ReviewButtonsProps) {
  const t = useText()
  const reason = useHindranceText()(problem)
  return (
    <>
      <Button text={t('ticket.edit')} kind="secondary" size="large" disabled={isBusy} onPress={onEdit} />
      <Button
        text={isOutcomeUnknown(failure) ? t('ticket.tryAgain') : place}
        kind={kind}
        size="large"
        wide
        busy={isBusy}
        disabled={problem !== undefined}
        reason={reason}
        onPress={() => void onPlace()}
      />
    </>
  )
}

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
}

/**
 * The review with its two buttons. One idempotency key per review: after an unknown outcome, Try again sends the same
 * key.
 */
export function ReviewScreen(props: Props) {
  const { title, head, quote, instrument, ticketPreview, account, autoRoll, auction, problem, kind } = props
  const { onEdit, onPlaced } = props
  const t = useText()
  const { place, isBusy, failure } = usePlaceOrder(quote)
  const { accepted, preview, request, night } = ticketPreview
  const send = async () => {
    if (accepted === undefined) return
    buzz()
    const order = await place(request, accepted, autoRoll)
    if (order !== undefined) onPlaced(order)
  }
  return (
    <Screen
      title={title}
      head={head}
      fit
      footer={
        <ReviewButtons {...{ problem, kind, isBusy, failure, onEdit }} place={t('ticket.place')} onPlace={send} />
      }
    >
      <HaltNotice halted={quote.halted} />
      {auction === undefined ? undefined : <EntryCountdown share={auction} />}
      {preview === undefined ? undefined : (
        <Review {...{ instrument, quote, request, preview, night, account, autoRoll, failure }} />
      )}
    </Screen>
  )
}
