import { useMemo, useState, type ReactNode } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import type { Source } from '@mex/core/market/instrument.ts'
import type { Direction } from '@mex/core/trading/orders.ts'
import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { isAuctionOnly, isSoldBy, walletFor } from '@mex/core/market/products.ts'

import { standsAt, useAuction, useTakesOrders } from '#areas/auctions/door/use-auction.ts'
import type { Parameters } from '#data/links.ts'
import { useIsConnected } from '#data/live.ts'
import { fieldText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import { useAvailable, type Account } from './account.ts'
import { Entry } from './entry.tsx'
import { directionsOf } from './fields.ts'
import { marketFactsOf, type Conditions, type LiveQuote } from './instrument.ts'
import { NoTicket } from './no-ticket.tsx'
import { previewTicket } from './preview.ts'
import { ReceiptScreen } from './receipt-screen.tsx'
import { orderProblemOf } from './order-problem.ts'
import { ReviewButton, ReviewScreen } from './review-screen.tsx'
import type { Ticket } from './ticket.ts'
import { TicketHead } from './ticket-head.tsx'
import { TicketLoading } from './ticket-loading.tsx'
import { marketOf, sourceOf, useTicketInstrument } from './use-ticket-instrument.ts'

type Given = Parameters<'stockOrder'>
type Props = {
  title: string
  given: Given
  /** The products of the form; a URL without a source means the first. */
  takes: readonly [Source, ...Source[]]
}

/** The order form for shares, futures and currency pairs: entry, review and receipt. */
export function OpeningTicket({ title, given, takes }: Props) {
  const source = given.source === undefined ? takes[0] : sourceOf(given.source)
  const { code } = given
  if (code === undefined) return <NoTicket title={title} code="" />
  if (source === undefined || !takes.includes(source)) return <NoTicket title={title} isElsewhere />
  return <NamedTicket {...{ title, given, takes, source, code }} />
}

function NamedTicket({ title, given, takes, source, code }: Props & { source: Source; code: string }) {
  const market = isAuctionOnly({ source }) ? 'US' : marketOf(given.market, source)
  const ticketInstrument = useTicketInstrument({ code, source, market })
  const { conditions } = ticketInstrument
  const quote = soldBy(source, ticketInstrument.quote)
  const auction = useAuction(isAuctionOnly({ source }) ? quote?.code : undefined)
  const paid = useAvailable(quote)
  const failure = ticketInstrument.failure ?? auction.failure ?? paid.failure
  if (ticketInstrument.failure?.code === 1400) return <NoTicket title={title} code={code} />
  if (quote !== undefined && walletFor(quote) === undefined) {
    return <NoTicket title={title} code={code} />
  }
  if (quote !== undefined && !takes.includes(quote.source)) return <NoTicket title={title} isElsewhere />
  const { staleAt } = ticketInstrument
  const head = <TicketHead name={given.name ?? code} {...{ code, quote, staleAt }} auction={auction.share} />
  const isLoaded = !isAuctionOnly({ source }) || auction.share !== undefined
  if (quote !== undefined && conditions !== undefined && paid.account !== undefined && isLoaded) {
    const account = { ...paid.account, conversionRate: conditions.conversionRate }
    // An old link may request a short side that the instrument does not allow.
    const wanted: Direction = given.direction === '1' ? 'short' : 'long'
    const direction = directionsOf(quote).includes(wanted) ? wanted : 'long'
    return <LoadedTicket {...{ title, head, given, quote, conditions, account, direction }} auction={auction.share} />
  }
  const retry = () => {
    ticketInstrument.retry()
    void auction.retry()
    void paid.retry()
  }
  return <TicketLoading {...{ title, head, failure, retry }} />
}

/** A share as the product of the form, which decides what pays for it and how its orders work. */
const soldBy = (source: Source, quote: LiveQuote | undefined): LiveQuote | undefined =>
  quote !== undefined && isAuctionOnly({ source }) && isSoldBy(source, quote) ? { ...quote, source } : quote

type LoadedProps = {
  title: string
  head: ReactNode
  given: Given
  quote: LiveQuote
  conditions: Conditions
  account: Account
  direction: Direction
  /** Of an order for an auction. */
  auction: AuctionQuote | undefined
}

const firstTicket = ({ given, quote, direction, auction }: LoadedProps): Ticket => ({
  direction,
  type: given.orderType === '1' ? 'limit' : 'market',
  limit: /^\d+(\.\d+)?$/.test(given.price ?? '')
    ? (given.price ?? '')
    : fieldText(auction === undefined ? quote.last : standsAt(auction), quote.tick),
  quantity: '',
  leverage: 1,
  extendedHours: false,
  autoRoll: false,
})

function LoadedTicket(props: LoadedProps) {
  const t = useText()
  const { title, head, quote, conditions, account, auction } = props
  const isOpen = useTakesOrders(auction)
  const isConnected = useIsConnected()
  const [ticket, setTicket] = useState(() => firstTicket(props))
  const [isReviewing, setReviewing] = useState(false)
  const [placed, setPlaced] = useState<Order>()
  const market = useMemo(() => marketFactsOf(quote, conditions), [quote, conditions])
  const { available } = account
  const ticketPreview = useMemo(
    () =>
      previewTicket(ticket, {
        market,
        available,
        feeDate: conditions.feeDate,
        night: conditions.night,
        auctionIsOpen: isOpen,
      }),
    [ticket, market, available, conditions, isOpen],
  )
  const problem = orderProblemOf(ticketPreview, { isConnected, available })
  const { instrument } = market
  if (instrument === undefined) return <NoTicket title={title} code={quote.code} />
  if (placed !== undefined) return <ReceiptScreen {...{ title, head, placed }} phase={quote.phase} />
  const kind = ticket.direction === 'long' ? 'up' : 'down'
  const closed = auction === undefined || isOpen ? undefined : t('auctions.closed')
  if (isReviewing) {
    return (
      <ReviewScreen
        {...{ title, head, quote, instrument, ticketPreview, account, problem, kind, auction }}
        autoRoll={ticket.autoRoll}
        onEdit={() => setReviewing(false)}
        onPlaced={setPlaced}
      />
    )
  }
  return (
    <Screen
      title={title}
      head={head}
      footer={<ReviewButton {...{ problem, kind, ticket, closed }} onPress={() => setReviewing(true)} />}
    >
      <Entry {...{ instrument, quote, ticket, ticketPreview, problem, account, auction }} onChange={setTicket} />
    </Screen>
  )
}
