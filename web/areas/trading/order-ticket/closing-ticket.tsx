import { useMemo, useState, type ReactNode } from 'react'

import type { Order, Position as PositionView } from '@mex/contract/trading/shapes.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { formatQuantity } from '@mex/core/money/money.ts'
import { closable } from '@mex/core/trading/positions.ts'

import { hrefOf, type Parameters } from '#data/links.ts'
import { useCall, useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { fieldText } from '#components/figures.ts'
import { parseId } from '#components/parse-id.ts'
import { positionOf } from '#areas/trading/position/position-of.ts'
import { useText } from '#text/use-text.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { Screen } from '#ui/screen.tsx'
import { previewClosingTicket, type ClosingTicketState } from './closing.ts'
import { ClosingEntry } from './closing-entry.tsx'
import { ClosingReviewScreen } from './closing-review.tsx'
import { marketFactsOf, type Conditions, type LiveQuote } from './instrument.ts'
import { NoTicket } from './no-ticket.tsx'
import { staleAfterOrder } from './place-order.ts'
import { ReceiptScreen } from './receipt-screen.tsx'
import { orderProblemOf } from './order-problem.ts'
import { ReviewButton } from './review-buttons.tsx'
import { TicketHead } from './ticket-head.tsx'
import { TicketLoading } from './ticket-loading.tsx'
import { marketOf, sourceOf, useTicketInstrument, type InstrumentKey } from './use-ticket-instrument.ts'

type Given = Parameters<'closePosition'>
type Props = { title: string; given: Given }

/** The form that closes a position or a part of it: entry, review and receipt. */
export function ClosingTicket({ title, given }: Props) {
  const id = parseId(given.id)
  if (id === undefined) return <NoTicket title={title} code={given.code ?? ''} />
  return <HeldClosing {...{ title, given, id }} />
}

const useHeld = (id: number) => useCall(trading.positions, { pageNum: 1, pageSize: 1, id }, { freshSeconds: 0 })

/** The head shows the position; until it has loaded, the name and code of the URL. */
function HeldClosing({ title, given, id }: Props & { id: number }) {
  const held = useHeld(id)
  const position = held.data?.rows[0]
  const source = position?.source ?? sourceOf(given.source)
  const code = position?.code ?? given.code
  if (source !== undefined && code !== undefined) {
    const market = position?.market ?? marketOf(given.market, source)
    return <NamedClosing {...{ title, given, held }} named={{ source, code, market }} />
  }
  if (held.data !== undefined) return <Gone {...{ title, head: undefined }} />
  return <TicketLoading title={title} failure={held.failure} retry={() => void held.retry()} />
}

type NamedProps = Props & { named: InstrumentKey; held: ReturnType<typeof useHeld> }

function NamedClosing({ title, given, named, held }: NamedProps) {
  const [placed, setPlaced] = useState<Order>()
  const ticketInstrument = useTicketInstrument(named)
  const { quote, conditions } = ticketInstrument
  const position = held.data?.rows[0]
  const name = position?.name ?? given.name ?? named.code
  const failure = ticketInstrument.failure ?? held.failure
  const isFailed = failure !== undefined
  const { staleAt } = ticketInstrument
  const head = <TicketHead code={named.code} {...{ name, quote, staleAt, isFailed }} />
  if (placed !== undefined && quote !== undefined) {
    return <ReceiptScreen {...{ title, head, placed }} phase={quote.phase} />
  }
  if (held.data !== undefined && position === undefined) return <Gone {...{ title, head }} />
  if (quote !== undefined && conditions !== undefined && position !== undefined) {
    return <LoadedClosing {...{ title, head, given, quote, conditions, position }} onPlaced={setPlaced} />
  }
  const retry = () => {
    ticketInstrument.retry()
    void held.retry()
  }
  return <TicketLoading {...{ title, head, failure, retry }} />
}

type LoadedProps = {
  title: string
  head: ReactNode
  given: Given
  quote: LiveQuote
  conditions: Conditions
  position: PositionView
  onPlaced: (order: Order) => void
}

/** The URL parameter `part` selects half or full; the default is full. */
function firstClosing({ given, quote, position, conditions }: LoadedProps): ClosingTicketState {
  const facts = { market: marketFactsOf(quote, conditions), position: positionOf(position), available: undefined }
  const empty: ClosingTicketState = { type: 'market', limit: '', quantity: '' }
  const { half, full } = previewClosingTicket(empty, { ...facts, feeDate: conditions.feeDate })
  return {
    type: given.orderType === '1' ? 'limit' : 'market',
    limit: fieldText(quote.last, quote.tick),
    quantity: formatQuantity(given.part === 'half' ? half : full),
  }
}

function LoadedClosing(props: LoadedProps) {
  const { title, head, quote, conditions, position: view, onPlaced } = props
  const isConnected = useIsConnected()
  const [ticket, setTicket] = useState(() => firstClosing(props))
  const [isReviewing, setReviewing] = useState(false)
  const sending = useSend(orderEntry.close, { stale: staleAfterOrder, showsRefusals: true })
  const balance = useCall(wallet.balance, { wallet: view.wallet })
  const available = balance.data?.available
  const market = useMemo(() => marketFactsOf(quote, conditions), [quote, conditions])
  const position = useMemo(() => positionOf(view), [view])
  const ticketPreview = useMemo(
    () => previewClosingTicket(ticket, { market, position, available, feeDate: conditions.feeDate }),
    [ticket, market, position, available, conditions.feeDate],
  )
  const problem = orderProblemOf({ refusal: ticketPreview.refusal, shortfall: undefined }, { isConnected, available })
  const { instrument } = market
  if (instrument === undefined) return <NoTicket title={title} code={quote.code} />
  const shared = { quote, instrument, ticketPreview, problem, position: view }
  if (isReviewing) {
    const edit = () => {
      sending.reset()
      setReviewing(false)
    }
    return <ClosingReviewScreen {...{ ...shared, title, head, sending, onPlaced }} onEdit={edit} />
  }
  return (
    <Screen
      title={title}
      head={head}
      footer={<ReviewButton {...{ problem, ticket }} kind="primary" onPress={() => setReviewing(true)} />}
    >
      <ClosingEntry {...{ ...shared, ticket }} locked={position.locked} max={closable(position)} onChange={setTicket} />
    </Screen>
  )
}

function Gone({ title, head }: { title: string; head: ReactNode }) {
  const t = useText()
  return (
    <Screen title={title} head={head}>
      <EmptyState
        title={t('ticket.positionGone')}
        text={t('ticket.positionGoneText')}
        action={<Button text={t('ticket.showClosed')} href={hrefOf('trade', { list: 1 })} />}
      />
    </Screen>
  )
}
