import { sources, type TradedInstrument } from '#market/instrument.ts'
import { walletFor } from '#market/products.ts'
import type { Quote } from '#market/quote.ts'
import { formatQuantity, type Money, type Quantity, type Rate } from '#money/money.ts'
import { isRefusal, refusal, type Refusal } from '#refusal.ts'
import { untouched } from '#trading/commands.ts'
import { checkQuantity, contractsMax, openOrdersMax } from '#trading/order-check.ts'
import { isLive, type Order } from '#trading/orders.ts'
import { reserved } from '#trading/postings.ts'
import type { OpeningTerms, Reserve } from '#trading/reserve.ts'
import { liveOrdersOf, openPositionsOf, putOrder, type Trading } from '#trading/trading.ts'
import { walletCurrency } from '#wallet/wallets.ts'
import { present } from '#assert.ts'
import { blockReserve } from './block-cost.ts'
import { blockPrice, blockQuantityMin, buyableBlock, isOpenBlock, type BlockOffer } from './block-offer.ts'

/** Facts about the market and the user at the acceptance of a block. */
export type BlockFacts = {
  /** Undefined when the share is not listed any more. */
  readonly instrument: TradedInstrument | undefined
  /** The newest quote, however old. */
  readonly quote: Quote | undefined
  readonly halted: boolean
  /** Mids of the share's currency in the wallet's, and of USD in the share's currency; undefined when one is missing. */
  readonly conversionRate: Rate | undefined
  readonly dollarRate: Rate | undefined
  /** Why the user may not buy blocks (rulebook §6.4); undefined when they may. */
  readonly permission: Refusal | undefined
  /** Whether the user is short in the share, or has an order to be: a block is not sold with a hedge (rulebook §21). */
  readonly isShort: boolean
  /** What is left of the offer now, and what the user has bought of it, waiting orders included. */
  readonly remaining: Quantity
  readonly bought: Quantity
  readonly openOrders: number
  readonly openPositions: number
  readonly available: Money
  /** Market date whose fees apply, YYYY-MM-DD. */
  readonly feeDate: string
}

export type BlockCommand = {
  /** From the shared sequence; also the id of the position that the order will open. */
  readonly id: number
  readonly user: number
  readonly at: number
  readonly offer: BlockOffer
  readonly quantity: Quantity | undefined
}

export type AcceptedBlock = {
  readonly instrument: TradedInstrument
  readonly quantity: Quantity
  readonly terms: OpeningTerms
  readonly commissionMin: Money
  readonly reserve: Reserve
}

/**
 * Decides whether a block may be ordered (rulebook §22); the first failure wins. Refuses: the permission's reason, wrong_state
 * when the offer is over, trading_halted, quote_unavailable, short_not_available, quantity_missing, quantity_step,
 * block_too_small, block_too_large, too_many_orders, insufficient_balance. The limits of one order's size do not apply.
 */
export function checkBlock({ offer, quantity, at }: BlockCommand, facts: BlockFacts): AcceptedBlock | Refusal {
  const { instrument, quote, conversionRate, dollarRate } = facts
  if (facts.permission !== undefined) return facts.permission
  if (instrument === undefined || !instrument.tradable || !isOpenBlock(offer, at)) return refusal('wrong_state')
  if (facts.halted) return refusal('trading_halted')
  if (quote === undefined || conversionRate === undefined || dollarRate === undefined)
    return refusal('quote_unavailable')
  if (facts.isShort) return refusal('short_not_available')
  const refused = checkBlockQuantity(quantity, offer, facts)
  if (refused !== undefined || quantity === undefined)
    return refused ?? refusal('quantity_missing', { field: 'quantity' })
  if (facts.openOrders >= openOrdersMax || facts.openOrders + facts.openPositions >= contractsMax)
    return refusal('too_many_orders')
  const { feeDate } = facts
  const { terms, commissionMin, reserve } = blockReserve(
    instrument,
    quantity,
    blockPrice(offer, instrument.ticks, quote.last),
    { offer: offer.id, conversionRate, dollarRate, feeDate },
  )
  if (reserve.total > facts.available) return refusal('insufficient_balance')
  return { instrument, quantity, terms, commissionMin, reserve }
}

function checkBlockQuantity(
  wanted: Quantity | undefined,
  offer: BlockOffer,
  { remaining, bought }: Pick<BlockFacts, 'remaining' | 'bought'>,
): Refusal | undefined {
  const field = 'quantity'
  const refused = checkQuantity(wanted, offer)
  if (refused !== undefined || wanted === undefined) return refused
  if (wanted < blockQuantityMin) return refusal('block_too_small', { field })
  const buyable = buyableBlock(offer, remaining, bought)
  return wanted > buyable ? refusal('block_too_large', { field, values: { n: formatQuantity(buyable) } }) : undefined
}

/** Accepts a block and reserves its money (E30), or refuses it like `checkBlock`. */
export function placeBlock(
  trading: Trading,
  command: BlockCommand,
  facts: Omit<BlockFacts, 'openOrders' | 'openPositions' | 'available' | 'isShort'>,
): Order | Refusal {
  const { id, user, at, offer } = command
  const source = sources.blockTrade
  const wallet = present(walletFor({ source, market: offer.market }), 'the wallet of blocks')
  const accepted = checkBlock(command, {
    ...facts,
    isShort: isShortIn(trading, user, offer.instrument),
    openOrders: liveOrdersOf(trading, user),
    openPositions: openPositionsOf(trading, user),
    available: trading.balances.available(user, wallet),
  })
  if (isRefusal(accepted)) return accepted
  const { terms, reserve, commissionMin } = accepted
  const order: Order = {
    id,
    user,
    instrument: offer.instrument,
    source,
    purpose: 'open',
    side: terms.side,
    type: 'market',
    limit: undefined,
    quantity: accepted.quantity,
    leverage: terms.leverage,
    wallet,
    currency: walletCurrency[wallet],
    position: undefined,
    isForced: false,
    extendedHours: false,
    acceptedAt: at,
    // A block that no quote could fill until then would be bought without a lock-up.
    expiresAt: offer.unlocksAt,
    conversionRate: terms.conversionRate,
    feeDate: terms.feeDate,
    reserve: reserve.total,
    block: { offer: offer.id, commissionMin },
    ...untouched(at),
  }
  trading.balances.post(reserved({ user, at }, { type: 'order', id }, wallet, reserve.total))
  putOrder(trading, order)
  return order
}

function isShortIn({ positions, orders }: Trading, user: number, instrument: string): boolean {
  for (const position of positions.values())
    if (
      position.user === user &&
      position.instrument === instrument &&
      position.direction === 'short' &&
      position.state !== 'CLOSED'
    )
      return true
  for (const order of orders.values())
    if (
      order.user === user &&
      order.instrument === instrument &&
      order.purpose === 'open' &&
      order.side === 'sell' &&
      isLive(order)
    )
      return true
  return false
}

/** What a user has bought of an offer: all of a waiting order, and what the others were filled with. */
export function boughtOf(orders: Iterable<Order>, user: number, offer: number): Quantity {
  let total = 0n
  for (const order of orders)
    if (order.user === user && order.block?.offer === offer) total += isLive(order) ? order.quantity : order.filled
  return total as Quantity
}
