import {
  money,
  quantity as asQuantity,
  type Money,
  type Quantity,
  type Rate,
  type WalletCurrency,
} from '@mex/core/money/money.ts'
import {
  checkClosing,
  type AcceptedClosing,
  type ClosingRequest,
  type MarketFacts,
} from '@mex/core/trading/order-check.ts'
import { halfOf } from '@mex/core/trading/portions.ts'
import { closable, type Position } from '@mex/core/trading/positions.ts'
import { previewClosing, type ClosingPreview } from '@mex/core/trading/preview.ts'
import { isRefusal, type Refusal } from '@mex/core/refusal.ts'
import { priceOfText, quantityOfText, type Ticket } from './ticket.ts'

/** The entered values of the closing form. */
export type ClosingTicketState = Pick<Ticket, 'type' | 'limit' | 'quantity'>

export type ClosingFacts = {
  readonly market: MarketFacts
  readonly position: Position
  readonly available: Money | undefined
  readonly feeDate: string
}

export type ClosingTicketPreview = {
  readonly request: ClosingRequest
  readonly accepted: AcceptedClosing | undefined
  readonly preview: ClosingPreview | undefined
  readonly refusal: Refusal | undefined
  /** The quantities of the half and full buttons (rulebook §16.6). */
  readonly half: Quantity
  readonly full: Quantity
}

/** Previews a close at the current price with the check and the settlement code of the server. */
export function previewClosingTicket(ticket: ClosingTicketState, facts: ClosingFacts): ClosingTicketPreview {
  const { market, position, feeDate } = facts
  const full = closable(position)
  const request = requestOf(ticket, full)
  const checked = checkClosing(request, { ...market, position })
  const conversionRateOf = (currency: WalletCurrency): Rate => rateTo(currency, facts)
  const available = facts.available ?? money(0n)
  return {
    request,
    accepted: isRefusal(checked) ? undefined : checked,
    preview: isRefusal(checked)
      ? undefined
      : previewClosing(checked, request, { conversionRateOf, available, feeDate }),
    refusal: isRefusal(checked) ? checked : undefined,
    half: market.instrument === undefined ? full : halfOf(position, market.instrument.lot),
    full,
  }
}

const nothing = asQuantity(0n)

function requestOf({ type, limit, quantity }: ClosingTicketState, full: Quantity): ClosingRequest {
  const wanted = quantityOfText(quantity)
  return {
    // A full close is sent as 'full', because an odd lot can only be closed in full (rulebook §16.6).
    amount: wanted === full ? 'full' : (wanted ?? nothing),
    type,
    limit: type === 'limit' ? priceOfText(limit) : undefined,
    extendedHours: false,
  }
}

/** Checks the position's own wallet only; the server checks opposite positions. */
function rateTo(currency: WalletCurrency, { market, position }: ClosingFacts): Rate {
  const { conversionRate } = market
  if (currency !== position.currency || conversionRate === undefined) throw new Error(`No rate into ${currency}`)
  return conversionRate
}
