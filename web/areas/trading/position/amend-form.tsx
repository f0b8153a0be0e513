import { useMemo, useState } from 'react'

import type { Order } from '@mex/contract/trading/shapes.ts'
import { orderEntry } from '@mex/contract/trading/order-entry.ts'
import { trading } from '@mex/contract/trading/calls.ts'
import { wallet } from '@mex/contract/wallet/calls.ts'
import { formatQuantity, quantity, type Quantity } from '@mex/core/money/money.ts'

import { useCall, useSend } from '#data/call.ts'
import { useIsConnected } from '#data/live.ts'
import { buzz } from '#data/preferences.ts'
import { fieldText, moneyText, priceText, quantityText } from '#components/figures.ts'
import { fieldsOf } from '#areas/trading/order-ticket/fields.ts'
import { useFieldProblem } from '#areas/trading/order-ticket/field-errors.ts'
import type { Conditions, LiveQuote } from '#areas/trading/order-ticket/instrument.ts'
import { marketFactsOf } from '#areas/trading/order-ticket/instrument.ts'
import { orderProblemOf } from '#areas/trading/order-ticket/order-problem.ts'
import { Outcome } from '#areas/trading/order-ticket/outcome.tsx'
import { staleAfterOrder } from '#areas/trading/order-ticket/place-order.ts'
import { ReviewButton, ReviewButtons } from '#areas/trading/order-ticket/review-buttons.tsx'
import { useTicketInstrument } from '#areas/trading/order-ticket/use-ticket-instrument.ts'
import { useText } from '#text/use-text.ts'
import { EmptyState } from '#ui/empty-state.tsx'
import { ErrorState } from '#ui/error-state.tsx'
import { KeyValues } from '#ui/key-values.tsx'
import { NumberField } from '#ui/number-field.tsx'
import { SheetBody } from '#ui/sheet-body.tsx'
import { SheetHeading } from '#ui/sheet-heading.tsx'
import { SkeletonCard } from '#ui/skeleton.tsx'
import { Typography } from '#ui/typography.tsx'
import { previewAmendment, type Amendment, type AmendmentFacts } from './amendment.ts'
import { rows } from './rows.tsx'

type Props = { order: Order; onDone: () => void }

/** The form that changes an order in progress: entry and review. */
export function AmendForm({ order, onDone }: Props) {
  const t = useText()
  const { code, source, market } = order
  const { quote, conditions, ...instrument } = useTicketInstrument({ code, source, market })
  const { data: balance, ...paid } = useCall(wallet.balance, { wallet: order.wallet })
  const isClosing = order.purpose === 'close'
  const held = useCall(
    trading.positions,
    { pageNum: 1, pageSize: 1, id: order.positionId },
    { when: isClosing, freshSeconds: 0 },
  )
  const position = held.data?.rows[0]
  if (
    quote !== undefined &&
    conditions !== undefined &&
    balance !== undefined &&
    (!isClosing || position !== undefined)
  )
    return <LoadedForm {...{ order, onDone, quote, conditions, position, available: balance.available }} />
  if (isClosing && held.data !== undefined && position === undefined)
    return <EmptyState title={t('ticket.positionGone')} text={t('ticket.positionGoneText')} />
  const failure = instrument.failure ?? paid.failure ?? held.failure
  const retry = () => {
    instrument.retry()
    void paid.retry()
    void held.retry()
  }
  if (failure !== undefined)
    return (
      <ErrorState title={t('trade.ordersFailed')} text={t('trade.failedText')} code={failure.code} onRetry={retry} />
    )
  return <SkeletonCard height={400} />
}

type LoadedProps = Props & Pick<AmendmentFacts, 'position' | 'available'> & { quote: LiveQuote; conditions: Conditions }

/** What of an order is not filled. */
const leftOf = (order: Order): Quantity => quantity(order.quantity - order.filled)

function LoadedForm({ order, onDone, quote, conditions, position, available }: LoadedProps) {
  const t = useText()
  const isConnected = useIsConnected()
  const [entry, setEntry] = useState({
    limit: order.limit === undefined ? '' : fieldText(order.limit, order.tick),
    quantity: formatQuantity(leftOf(order)),
  })
  const [isReviewing, setReviewing] = useState(false)
  const market = useMemo(() => marketFactsOf(quote, conditions), [quote, conditions])
  const amendment = previewAmendment(order, entry, { market, feeDate: conditions.feeDate, available, position })
  const problem = orderProblemOf(amendment, { isConnected, available: amendment.available })
  const { send, isBusy, failure } = useSend(orderEntry.amendOrder, {
    stale: staleAfterOrder,
    showsRefusals: true,
    done: t('orders.sent'),
  })
  const { limit, quantity: wanted } = amendment
  const change = async () => {
    if (wanted === undefined) return
    buzz()
    const changed = await send({ id: order.id, filled: order.filled, quantity: wanted, limit })
    if (changed !== undefined) onDone()
  }
  const edit = () => setReviewing(false)
  return (
    <SheetBody
      head={<SheetHeading title={t(isReviewing ? 'orders.checkTitle' : 'orders.changeTitle')} />}
      footer={
        isReviewing ? (
          <ReviewButtons
            {...{ problem, isBusy, failure }}
            kind="primary"
            place={t('orders.confirm')}
            onEdit={edit}
            onPlace={change}
          />
        ) : (
          <ReviewButton
            problem={problem}
            kind="primary"
            ticket={entry}
            text={t('orders.check')}
            onPress={() => setReviewing(true)}
          />
        )
      }
    >
      {isReviewing ? (
        <AmendReview {...{ order, amendment }} />
      ) : (
        <AmendEntry {...{ order, entry, problem, quote, market }} onChange={setEntry} />
      )}
      <Outcome failure={failure} />
    </SheetBody>
  )
}

type EntryProps = {
  order: Order
  entry: { readonly limit: string; readonly quantity: string }
  problem: ReturnType<typeof orderProblemOf>
  quote: LiveQuote
  market: AmendmentFacts['market']
  onChange: (entry: EntryProps['entry']) => void
}

function AmendEntry({ order, entry, problem, quote, market, onChange }: EntryProps) {
  const t = useText()
  const { instrument } = market
  const problemAt = useFieldProblem(problem, {
    instrument: instrument ?? { source: order.source, ticks: [] },
    last: quote.last,
    tick: quote.tick,
    max: undefined,
  })
  if (instrument === undefined) return undefined
  const fields = fieldsOf(instrument, order.type, order.limit ?? quote.last)
  return (
    <>
      {order.limit === undefined ? undefined : (
        <NumberField
          label={t('ticket.limitPrice')}
          aside={t('ticket.bidAsk', { bid: priceText(quote.bid, quote.tick), ask: priceText(quote.ask, quote.tick) })}
          value={entry.limit}
          onChange={(limit) => onChange({ ...entry, limit })}
          decimals={fields.priceDecimals}
          step={fields.priceStep}
          {...(entry.limit === '' ? {} : problemAt('limitPrice'))}
        />
      )}
      <NumberField
        label={t('orders.remaining')}
        aside={t('trade.filledOf', { filled: quantityText(order.filled), quantity: quantityText(order.quantity) })}
        value={entry.quantity}
        onChange={(wanted) => onChange({ ...entry, quantity: wanted })}
        decimals={fields.quantityDecimals}
        step={fields.lot}
        error={entry.quantity === '' ? undefined : problemAt('quantity').error}
      />
    </>
  )
}

/** Every figure before and after, and what a change is. */
function AmendReview({ order, amendment }: { order: Order; amendment: Amendment }) {
  const t = useText()
  const { currency, tick } = order
  const between = (before: string, after: string): string =>
    before === after ? before : t('orders.fromTo', { before, after })
  return (
    <>
      <KeyValues
        rows={rows(
          order.limit !== undefined && {
            label: t('ticket.limitPrice'),
            value: between(priceText(order.limit, tick), priceText(amendment.limit, tick)),
          },
          {
            label: t('orders.remaining'),
            value: between(quantityText(leftOf(order)), quantityText(amendment.quantity ?? leftOf(order))),
          },
          order.filled > 0n && { label: t('orders.filledSoFar'), value: quantityText(order.filled) },
          amendment.reserve !== undefined && {
            label: t('orders.setAside'),
            value: between(moneyText(order.reserve, currency), moneyText(amendment.reserve, currency)),
          },
          amendment.fee !== undefined && { label: t('orders.fee'), value: moneyText(amendment.fee, currency) },
          amendment.left !== undefined && {
            label: t('orders.availableAfter'),
            value: moneyText(amendment.left, currency),
            strong: true,
          },
        )}
      />
      <Typography size={13} tone="second" as="p">
        {t('orders.anew')}
      </Typography>
      <Typography size={13} tone="second" as="p">
        {t('orders.both')}
      </Typography>
    </>
  )
}
