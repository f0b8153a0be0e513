import { noFee, payable, type Fee } from '#trading/fees.ts'
import type { BallotMechanism } from './pools.ts'
import type { Levy } from '#ledger/accounts.ts'
import type { ShareMarket } from '#market/instrument.ts'
import { divide } from '#money/decimal.ts'
import {
  convert,
  money,
  multiply,
  nothing,
  one,
  quantity,
  rate,
  rateOf,
  subtractMoney,
  value,
  valueOf,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type Value,
} from '#money/money.ts'

/** Brokerage of a Hong Kong application (rulebook §20.2). */
const brokerage = rateOf('0.01')
/** The levies of a Hong Kong application (rulebook §18, §20.2), as shares of its value. */
const levyRates = {
  sfc: rateOf('0.000027'),
  afrc: rateOf('0.0000015'),
  exchange: rateOf('0.0000565'),
} as const satisfies Partial<Record<Levy, Rate>>

/** The levies together: 0.0085 %. */
export const applicationLevyRate: Rate = rate(Object.values(levyRates).reduce<bigint>((sum, each) => sum + each, 0n))

/** What an application for a new issue costs besides the shares: 1.0085 % in Hong Kong, nothing elsewhere. */
export const applicationFeeRate = (mechanism: BallotMechanism): Rate =>
  mechanism === 'single' ? rateOf('0') : rate(brokerage + applicationLevyRate)

/** What the money of an application depends on. */
export type CostTerms = {
  readonly feeRate: Rate
  /** Mid of the offer's currency in the wallet's when the person applied: it holds until the allotment (`fxLock`). */
  readonly conversionRate: Rate
}

/** What the cost of allotted shares depends on: in Hong Kong a part of the fee is levies. */
export type AllotmentTerms = CostTerms & { readonly market: ShareMarket }

/** Value and fee in the offer's currency, in units of 8 decimals: the fee is rounded to the cent of the total. */
function withFee(at: Price, shares: Quantity, feeRate: Rate): Value {
  const worth = valueOf(at, shares, one)
  const fee = divide(worth * feeRate, 10n ** 18n, 'near')
  return value(worth + fee * 1_000_000n)
}

/** All of an application at a price, in cents of the wallet: ceil2(conv(n + F(n))), n = shares × price (rulebook §20.2). */
export const costAt = (at: Price, shares: Quantity, { feeRate, conversionRate }: CostTerms): Money =>
  convert(withFee(at, shares, feeRate), conversionRate, 'ceil')

/** What is paid when applying: `A = ceil2(conv(n + F(n)) × prefundPct)` at the highest price (rulebook §20.2). */
export function applicationAmount(
  { high, prefunded, feeRate }: { readonly high: Price; readonly prefunded: Rate; readonly feeRate: Rate },
  shares: Quantity,
  conversionRate: Rate,
): Money {
  // One rounding of the product, so that no part of a cent is rounded twice.
  const exact = withFee(high, shares, feeRate) * conversionRate * prefunded
  return money(divide(exact, 10n ** 30n, 'ceil'))
}

/** What allotted shares cost: the margin is their value, the rest is levies and brokerage (rulebook §20.2). */
export type AllotmentCost = { readonly cost: Money; readonly margin: Money; readonly fee: Fee }

export const noShares: AllotmentCost = { cost: nothing, margin: nothing, fee: noFee }

export function allotmentCost(at: Price, shares: Quantity, terms: AllotmentTerms): AllotmentCost {
  const cost = costAt(at, shares, terms)
  // Without a fee the half cent that rounding may leave belongs to the margin.
  if (terms.feeRate === 0n) return { cost, margin: cost, fee: noFee }
  const worth = valueOf(at, shares, one)
  const margin = convert(worth, terms.conversionRate, 'near')
  const fees = subtractMoney(cost, margin)
  if (terms.market !== 'HK') return { cost, margin, fee: payable({ commission: fees, levies: {} }, fees) }
  const worthInWallet = (share: Rate): Money => multiply(margin, share, 'near')
  const levies = {
    sfc: worthInWallet(levyRates.sfc),
    afrc: worthInWallet(levyRates.afrc),
    exchange: worthInWallet(levyRates.exchange),
  }
  const taken = money(levies.sfc + levies.afrc + levies.exchange)
  const commission = money(fees > taken ? fees - taken : 0n)
  return { cost, margin, fee: payable({ commission, levies }, fees) }
}

/** The most shares, in whole lots, whose cost at a price is at most `paid` (rulebook §8.3 E55). */
export function lotsCovered(at: Price, lot: Quantity, lotsMax: number, paid: Money, terms: CostTerms): number {
  return largest(lotsMax, (lots) => costAt(at, shares(lot, lots), terms) <= paid)
}

/** The most lots that a person with so much money can apply for. */
export const affordableLots = (
  offer: Parameters<typeof applicationAmount>[0] & { readonly lot: Quantity },
  lotsMax: number,
  available: Money,
  conversionRate: Rate,
): number => largest(lotsMax, (lots) => applicationAmount(offer, shares(offer.lot, lots), conversionRate) <= available)

const shares = (lot: Quantity, lots: number): Quantity => quantity(lot * BigInt(lots))

/** The largest count up to `most` that fits; what fits for a count fits for every smaller one. */
function largest(most: number, fits: (count: number) => boolean): number {
  let [known, above] = [0, most + 1]
  while (above - known > 1) {
    const middle = Math.floor((known + above) / 2)
    if (fits(middle)) known = middle
    else above = middle
  }
  return known
}
