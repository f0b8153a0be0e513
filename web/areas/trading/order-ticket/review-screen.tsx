import type { ReactNode } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import type { TradedInstrument } from '@mex/core/market/instrument.ts'

import type { CallFailure } from '#data/failure.ts'
import { buzz } from '#data/preferences.ts'
import { HaltNotice } from '#areas/market/door/halt-notice.tsx'
import { useWording } from '#parts/refusal-text.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { Screen } from '#ui/screen.tsx'
import type { Account } from './account.ts'
import type { LiveQuote } from './instrument.ts'
import { isUnknown, usePlacing } from './placing.ts'
import type { Outlook } from './preview.ts'
import type { Hindrance } from './refusals.ts'
import { Review } from './review.tsx'
import type { Ticket } from './ticket.ts'

/** Why nothing can be sent now, in a person's words. */
function useHindranceText(): (hindrance: Hindrance | undefined) => string | undefined {
  const t = useText()
  const wording = useWording()
  return (hindrance) => {
    if (hindrance === undefined) return undefined
    return hindrance.kind === 'offline' ? t('ticket.paused') : wording.refusal(hindrance.refusal)
  }
}

type ButtonProps = {
  hindrance: Hindrance | undefined
  kind: 'up' | 'down' | 'primary'
  ticket: Pick<Ticket, 'quantity' | 'limit'>
  onPress: () => void
}

/** From the form to the review; while that is not possible it says why, unless a field already does. */
export function ReviewButton({ hindrance, kind, ticket, onPress }: ButtonProps) {
  const t = useText()
  const reason = useHindranceText()(hindrance)
  const { quantity, limit } = ticket
  const at = hindrance?.kind === 'refused' ? hindrance.at : undefined
  const isSaidAtField = (at === 'quantity' && quantity !== '') || (at === 'limitPrice' && limit !== '')
  return (
    <Button
      text={t('ticket.review')}
      kind={kind}
      size="large"
      wide
      disabled={hindrance !== undefined}
      reason={isSaidAtField ? undefined : reason}
      onPress={onPress}
    />
  )
}

type ReviewButtonsProps = {
  hindrance: Hindrance | undefined
  kind: 'up' | 'down' | 'primary'
  isBusy: boolean
  failure: CallFailure | undefined
  /** What sending is called. */
  place: string
  onEdit: () => void
  onPlace: () => Promise<void>
}

/** From the review back to the form, or on: after an answer that says nothing about the order, once more. */
export function ReviewButtons({ hindrance, kind, isBusy, failure, place, onEdit, onPlace }: ReviewButtonsProps) {
  const t = useText()
  const reason = useHindranceText()(hindrance)
  return (
    <>
      <Button text={t('ticket.edit')} kind="secondary" size="large" disabled={isBusy} onPress={onEdit} />
      <Button
        text={isUnknown(failure) ? t('ticket.tryAgain') : place}
        kind={kind}
        size="large"
        wide
        busy={isBusy}
        disabled={hindrance !== undefined}
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
  outlook: Outlook
  account: Account
  hindrance: Hindrance | undefined
  kind: 'up' | 'down'
  onEdit: () => void
  onPlaced: (order: Order) => void
}

/**
 * The review with its two ways on. One idempotency key per review: after an answer that says nothing about the order,
 * Try again sends the same one.
 */
export function ReviewScreen(props: Props) {
  const { title, head, quote, instrument, outlook, account, hindrance, kind, onEdit, onPlaced } = props
  const t = useText()
  const { place, isBusy, failure } = usePlacing(quote)
  const { accepted, preview, request } = outlook
  const send = async () => {
    if (accepted === undefined) return
    buzz()
    const order = await place(request, accepted)
    if (order !== undefined) onPlaced(order)
  }
  return (
    <Screen
      title={title}
      head={head}
      fit
      footer={
        <ReviewButtons {...{ hindrance, kind, isBusy, failure, onEdit }} place={t('ticket.place')} onPlace={send} />
      }
    >
      <HaltNotice halted={quote.halted} />
      {preview === undefined ? undefined : <Review {...{ instrument, quote, request, preview, account, failure }} />}
    </Screen>
  )
}
