import { refusal, type Refusal } from '@mex/core/refusal.ts'
import { auctionPhase } from '@mex/core/auctions/schedule.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { isAuctionOnly, walletFor } from '@mex/core/market/products.ts'
import { placeOpening } from '@mex/core/trading/commands.ts'
import type { OpeningRequest } from '@mex/core/trading/order-check.ts'
import type { Order } from '@mex/core/trading/orders.ts'
import type { Trading } from '@mex/core/trading/trading.ts'
import type { Wallet } from '@mex/core/wallet/wallets.ts'
import type { sendMessages } from '#areas/content/messages.ts'
import type { Tx } from '#db/sql.ts'
import type { TradingCommand } from './commands.ts'
import type { TradingDependencies } from './dependencies.ts'
import type { Nights } from '#areas/trading/overnight/nights.ts'
import { ratesOf, type Prices } from './prices.ts'
import type { Timetable } from './timetable.ts'
import { isUnderOffer } from './under-offer.ts'

/** Dependencies of the decisions. */
export type DecisionContext = TradingDependencies & { readonly timetable: Timetable; readonly nights: Nights }

/** The input of a decision: the loaded rows, and the prices at the instant of the list. */
export type Deciding = {
  readonly engine: DecisionContext
  readonly tx: Tx
  readonly trading: Trading
  readonly prices: Prices
  /** Whether an instrument is halted for everyone at that instant. */
  readonly halted: (key: string) => boolean
  /** All orders, ended ones too, for the offers of which the users of this list order a block. */
  readonly blockOrders: readonly Order[]
  readonly nextId: () => number
  /** An id for an order that no command asked for. */
  readonly takeId: () => Promise<number>
  /** Sends a message with the commit, after those about what the commands did. */
  readonly tell: (message: Message) => void
}

export type Message = Parameters<typeof sendMessages>[1][number]

export type Kind<K extends TradingCommand['kind']> = Extract<TradingCommand, { kind: K }>

/** Places an opening order by the prices and facts of now; `permission` tells why the user may not, undefined when they may. */
export function placed(
  { engine, trading, prices, halted }: Deciding,
  {
    id,
    user,
    instrument: key,
    request,
    permission,
  }: {
    readonly id: number
    readonly user: number
    readonly instrument: string
    readonly request: OpeningRequest
    readonly permission: Refusal | undefined
  },
): Order | Refusal {
  const { now } = prices
  if (!engine.accepting()) return refusal('unavailable')
  const instrument = prices.instrument(key)
  const expiresAt = instrument === undefined ? undefined : engine.timetable.expiry(instrument, now, request)
  const wallet = instrument === undefined ? undefined : walletFor({ source: request.source, market: instrument.market })
  return placeOpening(
    trading,
    { id, user, at: now, expiresAt, request },
    { ...openingFacts({ engine, prices, halted }, { ...request, instrument: key, wallet }), permission },
  )
}

/** What the market says now about an opening order. */
export function openingFacts(
  { engine, prices, halted }: Pick<Deciding, 'engine' | 'prices' | 'halted'>,
  { instrument: key, source, wallet, direction }: OrderPlace,
) {
  const { now } = prices
  const instrument = prices.instrument(key)
  return {
    instrument,
    ...ratesOf(instrument, prices, wallet),
    quote: prices.quote(key),
    halted: halted(key),
    stage: engine.timetable.stage(instrument, now),
    // Looked up for shorts alone, because the first look draws all placings.
    underOffer: direction === 'short' && isUnderOffer(engine.feed, key, now),
    quantityMax: undefined,
    feeDate: instrument === undefined ? '' : engine.timetable.feeDate(instrument, now),
    auctionIsOpen: instrument !== undefined && entersAuction(engine.timetable, instrument, { source }, now),
  }
}
type OrderPlace = {
  readonly instrument: string
  readonly source: OpeningRequest['source']
  readonly wallet: Wallet | undefined
  readonly direction: OpeningRequest['direction']
}

const entersAuction = (
  timetable: Timetable,
  instrument: Instrument,
  request: Pick<OpeningRequest, 'source'>,
  now: number,
): boolean => isAuctionOnly(request) && auctionPhase(timetable.auction(instrument, now), now) === 'entry'
