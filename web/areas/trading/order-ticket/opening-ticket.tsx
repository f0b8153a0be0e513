import { useEffect, useMemo, useState, type ReactNode } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import type { Source } from '@mex/core/market/instrument.ts'
import type { Direction } from '@mex/core/trading/orders.ts'
import type { AuctionQuote } from '@mex/contract/auctions/shapes.ts'
import { isAuctionOnly, isSoldBy, walletFor } from '@mex/core/market/products.ts'
import { formatQuantity, quantity } from '@mex/core/money/money.ts'

import { askedDirection } from '#areas/trading/door/asked-direction.ts'
import { standsAt, useAuction, useTakesOrders } from '#areas/auctions/door/use-auction.ts'
import type { Parameters } from '#data/links.ts'
import { useMoneyFirst } from '#areas/wallet/door/money-first.ts'
import { MoneySteps, MoneyStepsButtons } from '#areas/wallet/door/money-steps.tsx'
import { useDraft } from '#data/drafts.ts'
import { useIsConnected } from '#data/live.ts'
import { fieldText } from '#components/figures.ts'
import { useText } from '#text/use-text.ts'
import { Screen } from '#ui/screen.tsx'
import { useAvailable, type Account } from './account.ts'
import { Entry } from './entry.tsx'
import { directionsOf } from './fields.ts'
import { marketFactsOf, type Conditions, type LiveQuote } from './instrument.ts'
import { NoTicket } from './no-ticket.tsx'
import { openingLeverage, previewTicket, type TicketFacts } from './preview.ts'
import { ReceiptScreen } from './receipt-screen.tsx'
import { orderProblemOf } from './order-problem.ts'
import { usePlaceOrder } from './place-order.ts'
import { ReviewButton } from './review-buttons.tsx'
import { ReviewScreen } from './review-screen.tsx'
import { enteredText, type Ticket } from './ticket.ts'
import { TicketHead } from './ticket-head.tsx'
import { TicketLoading } from './ticket-loading.tsx'
import { marketOf, sourceOf, useTicketInstrument } from './use-ticket-instrument.ts'

const nothing = quantity(0n)

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
  const isFailed = failure !== undefined
  const head = <TicketHead name={given.name ?? code} {...{ code, quote, staleAt, isFailed }} auction={auction.share} />
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

const firstTicket = ({ given, quote, direction, auction }: LoadedProps, facts: TicketFacts): Ticket => {
  const ticket = {
    direction,
    type: given.orderType === '1' ? 'limit' : 'market',
    by: 'quantity',
    amount: '',
    limit: /^\d+(\.\d+)?$/.test(given.price ?? '')
      ? (given.price ?? '')
      : fieldText(auction === undefined ? quote.last : standsAt(auction), quote.tick),
    quantity: '',
    leverage: 1,
    extendedHours: false,
    autoRoll: false,
  } as const
  return { ...ticket, leverage: openingLeverage(ticket, facts) }
}

/** The entered values, kept as a draft, and the steps from the form to the receipt. */
function useTicketSteps(props: LoadedProps, facts: TicketFacts) {
  const { quote } = props
  const draft = useDraft(`ticket ${quote.market}:${quote.code}`)
  const [ticket, setTicket] = useState<Ticket>(() => ({
    ...firstTicket(props, facts),
    ...(draft.read() as Partial<Ticket>),
  }))
  useEffect(() => draft.keep({ ...ticket }), [draft, ticket])
  /** The quantity that is reviewed: that of an amount must not follow the price any more. */
  const [reviewed, setReviewed] = useState<string>()
  const [placed, setPlaced] = useState<Order>()
  useEffect(
    () =>
      askedDirection.subscribe(() => {
        const wanted = askedDirection.get()?.direction
        setReviewed(undefined)
        setPlaced(undefined)
        setTicket((now) => {
          const direction = wanted !== undefined && directionsOf(quote).includes(wanted) ? wanted : now.direction
          return { ...now, direction, ...(placed === undefined ? {} : { quantity: '', amount: '' }) }
        })
      }),
    [quote, placed],
  )
  return {
    ticket: reviewed === undefined ? ticket : ({ ...ticket, by: 'quantity', quantity: reviewed } as const),
    setTicket,
    isReviewing: reviewed !== undefined,
    placed,
    edit: () => setReviewed(undefined),
    review: setReviewed,
    finish: (order: Order) => {
      draft.forget()
      setReviewed(undefined)
      setPlaced(order)
    },
  }
}

function LoadedTicket(props: LoadedProps) {
  const t = useText()
  const { title, head, quote, conditions, account, auction } = props
  const isOpen = useTakesOrders(auction)
  const isConnected = useIsConnected()
  const market = useMemo(() => marketFactsOf(quote, conditions), [quote, conditions])
  const { available } = account
  const { feeDate, night } = conditions
  const facts = { market, available, feeDate, night, auctionIsOpen: isOpen }
  const { ticket, setTicket, isReviewing, placed, ...steps } = useTicketSteps(props, facts)
  const placement = usePlaceOrder(quote)
  const ticketPreview = previewTicket(ticket, facts)
  const found = orderProblemOf(ticketPreview, { isConnected, available })
  const needed = found?.kind === 'money' ? found.shortfall.needed : undefined
  const moneyFirst = useMoneyFirst({ ...account, needed }, placement)
  // Money that the other accounts can bring is no obstacle.
  const problem = moneyFirst.transfers === undefined ? found : undefined
  const { instrument } = market
  if (instrument === undefined) return <NoTicket title={title} code={quote.code} />
  if (placed !== undefined) return <ReceiptScreen {...{ title, head, placed }} phase={quote.phase} />
  const kind = ticket.direction === 'long' ? 'up' : 'down'
  const closed = auction === undefined || isOpen ? undefined : t('auctions.closed')
  const edit = () => {
    moneyFirst.leave()
    placement.reset()
    steps.edit()
  }
  const { moving } = moneyFirst
  if (moving !== undefined) {
    return (
      <Screen {...{ title, head }} fit footer={<MoneyStepsButtons moving={moving} onLeave={edit} />}>
        <MoneySteps moving={moving} />
      </Screen>
    )
  }
  if (isReviewing) {
    return (
      <ReviewScreen
        {...{ title, head, quote, instrument, ticketPreview, account, problem, kind, auction, placement, moneyFirst }}
        autoRoll={ticket.autoRoll}
        onEdit={edit}
        onPlaced={steps.finish}
      />
    )
  }
  return (
    <Screen
      title={title}
      head={head}
      footer={
        <ReviewButton
          {...{ problem, kind, closed }}
          ticket={{ limit: ticket.limit, quantity: enteredText(ticket) }}
          onPress={() => {
            // Also after a review that another direction has closed.
            placement.reset()
            steps.review(formatQuantity(ticketPreview.request.quantity ?? nothing))
          }}
        />
      }
    >
      <Entry
        {...{ instrument, quote, ticket, ticketPreview, problem: found, account, auction, moneyFirst }}
        onChange={setTicket}
      />
    </Screen>
  )
}
