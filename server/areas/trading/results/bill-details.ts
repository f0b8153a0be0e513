import { emptyBillDetail, type BillDetail } from '@mex/contract/wallet/shapes.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { price, type Price, type Rate } from '@mex/core/money/money.ts'
import type { Instrument } from '@mex/core/market/instrument.ts'
import { settleDelayMilliseconds } from '@mex/core/trading/expiry.ts'
import { overnightBasis } from '@mex/core/trading/overnight.ts'
import type { Tx } from '#db/sql.ts'
import { interestOf, type NightFacts } from '#areas/trading/overnight/overnight.ts'
import { bookingRate, pricesAt } from '#areas/trading/prices.ts'
import { tradedFacts, type TradedFacts } from './store-bill-details.ts'

/** What a movement of money belongs to, and the figures from which anyone can compute it again (specification, calls T). */
export type DetailedBill = { readonly position: number; readonly detail: BillDetail }

export type BillFacts = Pick<NightFacts, 'feed' | 'interest' | 'describe'>

/**
 * The details of these journals of a user, by journal: of fills, closings, settlements, nights, dividends and splits. Two
 * statements at most, however many journals there are; conversion rates that no row keeps are public facts of the feed.
 */
export async function billDetails(
  tx: Tx,
  userId: number,
  journals: readonly number[],
  facts: BillFacts,
): Promise<ReadonlyMap<number, DetailedBill>> {
  if (journals.length === 0) return new Map()
  const rows = await tradedFacts(tx, userId, journals)
  return new Map(rows.map((row) => [row.journal, { position: row.position, detail: detailOf(row, facts) }]))
}

function detailOf(row: TradedFacts, facts: BillFacts): BillDetail {
  const instrument = facts.describe(row.instrument, row.at)
  const { charge, action, closing, fill } = row
  const quoted = fill !== undefined || closing !== undefined
  return {
    ...emptyBillDetail,
    orderId: row.order,
    conversionRate: conversionRateOf(row, instrument, facts),
    quoteId: quoted ? row.period : undefined,
    price: charge?.price ?? fillPrice(row) ?? closingPrice(row, instrument),
    ...nightOf(row, instrument, facts),
    shares: action?.shares,
    amount: action?.amount,
    tax: action?.tax,
    ratio: action?.ratio,
  }
}

const fillPrice = ({ fill }: TradedFacts): Price | undefined =>
  fill === undefined ? undefined : price(divide(fill.value, fill.quantity, 'near'))

const closingPrice = ({ closing }: TradedFacts, { multiplier }: Instrument): Price | undefined =>
  closing === undefined ? undefined : price(divide(closing.exit * 10n ** 20n, closing.quantity * multiplier, 'near'))

/** An opening keeps the rate of its acceptance; anything else converts at the mid of its instant (rulebook §16.2). */
function conversionRateOf(row: TradedFacts, instrument: Instrument, { feed }: BillFacts): Rate | undefined {
  const { charge, action, closing, fill, orderRate } = row
  if (charge !== undefined) return charge.conversionRate
  if (fill !== undefined && row.order === row.position) return orderRate
  if (fill === undefined && closing === undefined && action === undefined) return undefined
  const { contract } = instrument
  const isSettled = closing !== undefined && contract !== undefined && row.at >= contract.lastTrade
  if (action !== undefined) return bookingRate(feed, instrument.currency, row.currency, action.exAt)
  if (!isSettled) return pricesAt(feed, row.at).conversionRate(instrument.currency, row.currency)
  return bookingRate(feed, instrument.currency, row.currency, contract.lastTrade + settleDelayMilliseconds)
}

/** The yearly rate of a night, signed as the user sees it, and what it applies to in the instrument's currency. */
function nightOf({ charge, direction, leverage }: TradedFacts, instrument: Instrument, { interest }: BillFacts) {
  const none = { nights: undefined, days: undefined, rate: undefined, basis: undefined, yearDays: undefined }
  const rates = charge === undefined ? undefined : interestOf(interest, instrument)
  if (charge === undefined || rates === undefined) return none
  const { nights, price: at, conversionRate } = charge
  const held = { ...charge, direction, leverage }
  const { basis, yearly } = overnightBasis(held, { ...rates, instrument, nights, price: at, conversionRate })
  const isSwap = rates.rules.kind === 'swap'
  return {
    nights: isSwap ? nights : undefined,
    days: isSwap ? undefined : nights,
    rate: yearly,
    basis,
    yearDays: Number(rates.rules.daysPerYear),
  }
}
