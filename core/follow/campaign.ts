import { assert } from '#assert.ts'
import { divide } from '#money/decimal.ts'
import {
  addMoney,
  money,
  moneyOf,
  price,
  rate,
  rateOf,
  subtractMoney,
  type Money,
  type Price,
  type Rate,
} from '#money/money.ts'
import { turnCostBasisPoints } from '#strategies/strategy.ts'

/** Whether a campaign gains when the price rises or when it falls. */
export const sides = ['long', 'short'] as const
export type Side = (typeof sides)[number]

/**
 * A campaign of an agency (rulebook §25.2): one instrument, one direction, a fixed start and end. Its terms are computed from prices of
 * before its publication, and never change.
 */
export type Campaign = {
  readonly id: number
  readonly agency: number
  /** Counts the campaigns of the agency from 1. */
  readonly number: number
  /** Key of the instrument. */
  readonly instrument: string
  readonly side: Side
  readonly leverage: number
  /** The campaign ends when the price has moved so much against it, as a share of the entry price. */
  readonly stop: Rate
  /** Epoch milliseconds. Orders are accepted from the publication until `subscribeEnd`. */
  readonly publishedAt: number
  readonly subscribeEnd: number
  readonly opensAt: number
  readonly closesAt: number
  /** When the money comes back, unless the stop ends the campaign before. */
  readonly settlesAt: number
  /** Published, like the schedule by which it falls (rulebook §19): orders of users do not change it. */
  readonly capacity: Money
  /** SHA-256 of the schedule, hexadecimal (`capacityText`). */
  readonly scheduleHash: string
}

/** A purchase or sale of a campaign at a public quote. */
export type Turn = { readonly at: number; readonly quoteId: string; readonly price: Price }

/** Why a campaign ended: at its time or by its stop. */
export type EndKind = 'time' | 'stop'

/** The last turn; its price is in the shares of the entry, should they have been split since. */
export type Exit = Turn & { readonly kind: EndKind; readonly settlesAt: number }

/** What has happened to a campaign by an instant. */
export type CampaignRun = {
  readonly entry: Turn | undefined
  readonly exit: Exit | undefined
  /** When the agency closed before the campaign began: nobody's money is used. */
  readonly cancelledAt: number | undefined
}

export type CampaignState = { readonly campaign: Campaign; readonly run: CampaignRun }

/** Amounts of all orders of a user in one campaign (rulebook §31 `follow.min`, `follow.max`). */
export const followMin = moneyOf('100')
export const followMax = moneyOf('1000000')
/** Of a profit (`follow.perfFee`). */
export const performanceFee = rateOf('0.1')
/** Business days from the exit to the settlement (`follow.settleDays`). */
export const settleDays = 1
/** A halt of the instrument at the opening that lasts longer refunds the orders of a campaign. */
export const haltMaxMilliseconds = 86_400_000

const tenThousand = 10_000n

type Terms = Pick<Campaign, 'side' | 'leverage'>
const signed = ({ side, leverage }: Terms): bigint => BigInt(side === 'long' ? leverage : -leverage)

/**
 * What an amount has become between two prices, after the cost of both turns and before the performance fee (rulebook §25.2):
 * max(0, floor2(a × (1 + dir × L × (P_out / P_in − 1) − L × 2 × 5 bp))).
 */
export function followValue(amount: Money, terms: Terms, open: Price, close: Price): Money {
  assert(open > 0n, 'a campaign opens at a price above zero')
  const parts = growthParts(terms, open, close)
  return money(parts > 0n ? divide(amount * parts, open * tenThousand, 'floor') : 0n)
}

/** The growth in ten thousandths of the opening price, so that nothing is rounded before the end. */
function growthParts(terms: Terms, open: Price, close: Price): bigint {
  const cost = BigInt(terms.leverage) * 2n * turnCostBasisPoints
  return open * (tenThousand - cost) + signed(terms) * (close - open) * tenThousand
}

/** The agency's own figure: the value of 1 before the performance fee, less 1, to the nearest 1e-12; never below −1. */
export function campaignResult(terms: Terms, open: Price, close: Price): Rate {
  const result = divide((growthParts(terms, open, close) - open * tenThousand) * 10n ** 12n, open * tenThousand, 'near')
  return rate(result < -(10n ** 12n) ? -(10n ** 12n) : result)
}

/** The performance fee of a value: 10 % of the profit, rounded up (rulebook §25.2). */
export const feeOf = (amount: Money, value: Money): Money =>
  money(value > amount ? divide((value - amount) * performanceFee, 10n ** 12n, 'ceil') : 0n)

/** What is paid out for an amount: its value less the fee, and profit = v − fee − a. */
export function payoutOf(
  amount: Money,
  value: Money,
): { readonly fee: Money; readonly paid: Money; readonly profit: Money } {
  const fee = feeOf(amount, value)
  const paid = subtractMoney(value, fee)
  return { fee, paid, profit: subtractMoney(paid, amount) }
}

/** The price at which the stop ends a campaign: P_in × (1 − dir × stop), to the nearest 1e-8. */
export const stopPrice = ({ side, stop }: Pick<Campaign, 'side' | 'stop'>, open: Price): Price =>
  price(divide(open * (side === 'long' ? 10n ** 12n - stop : 10n ** 12n + stop), 10n ** 12n, 'near'))

/** Whether the lowest and highest price of a time have reached the stop. */
export const isStopped = (
  campaign: Pick<Campaign, 'side' | 'stop'>,
  open: Price,
  { low, high }: { readonly low: Price; readonly high: Price },
): boolean => (campaign.side === 'long' ? low <= stopPrice(campaign, open) : high >= stopPrice(campaign, open))

/** Money that invented followers put into a campaign: what is left falls by it. */
export type Placement = { readonly at: number; readonly amount: Money }

/** What is left of the capacity at an instant, by the schedule. */
export function capacityLeft(
  { capacity }: Pick<Campaign, 'capacity'>,
  placements: readonly Placement[],
  at: number,
): Money {
  const gone = addMoney(money(0n), ...placements.filter((each) => each.at <= at).map(({ amount }) => amount))
  return gone >= capacity ? money(0n) : subtractMoney(capacity, gone)
}

/** The schedule as text, whose SHA-256 is published with the terms: the nonce, then each epoch millisecond with its cents. */
export const capacityText = (nonce: string, placements: readonly Placement[]): string =>
  [nonce, ...placements.map(({ at, amount }) => `${at}:${amount}`)].map((line) => `${line}\n`).join('')

export const isOpenForOrders = (
  { publishedAt, subscribeEnd }: Pick<Campaign, 'publishedAt' | 'subscribeEnd'>,
  { cancelledAt }: Pick<CampaignRun, 'cancelledAt'>,
  now: number,
): boolean => publishedAt <= now && now < subscribeEnd && (cancelledAt === undefined || now < cancelledAt)
