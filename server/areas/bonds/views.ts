import type { Bond as BondView, Holding as HoldingView, YieldCurve as CurveView } from '@mex/contract/bonds/shapes.ts'
import type { Language } from '@mex/contract/language.ts'
import { textIn, type Traditional } from '@mex/contract/text.ts'
import {
  bondRules,
  couponDatesAfter,
  couponPeriod,
  remainingFace,
  settlementInstant,
  paymentDay,
  type Bond,
  type BondCountry,
} from '@mex/core/bonds/bond.ts'
import { holdingWorth, interestToCome, periodBalance, type Holding } from '@mex/core/bonds/holding.ts'
import { bondWallet } from '@mex/core/bonds/postings.ts'
import { accruedPer100, couponValue, discountOf, modifiedDuration, yieldAt } from '@mex/core/bonds/pricing.ts'
import type { BondQuote } from '@mex/core/bonds/quote.ts'
import {
  convert,
  addMoney,
  money,
  nothing,
  one,
  rate,
  subtractMoney,
  value,
  type Money,
  type Rate,
  type Value,
} from '@mex/core/money/money.ts'
import { divide } from '@mex/core/money/decimal.ts'
import { dayMilliseconds, isoDate, type DayNumber } from '@mex/core/time-zone.ts'
import { walletCurrency } from '@mex/core/wallet/wallets.ts'
import { bookingRate, pricesAt } from '#areas/trading/prices.ts'
import type { Feed } from '#feeds/feed.ts'
import { bondsAt, isOffered } from './quotes.ts'

/** The language of names in an answer. */
export type Naming = { readonly language: Language; readonly traditional: Traditional }
export type ViewFacts = { readonly now: number; readonly naming: Naming }

/** A share as a percentage: 0.0425 → 4.25. */
const percentOf = (share: Rate): Rate => rate(share * 100n)

/** Money of the bond's currency, digits beyond the cent dropped. */
const inCents = (amount: Value): Money => convert(amount, one, 'floor')

/** The figures that everybody sees, kept while the quote is the same. */
const known = new WeakMap<BondQuote, Pick<BondView, 'yield' | 'buyYield' | 'discount' | 'duration' | 'accruedPer100'>>()

function figuresOf(bond: Bond, quote: BondQuote) {
  const found = known.get(quote)
  if (found !== undefined) return found
  const { settles, ask } = quote
  const discount = discountOf(bond, settles, ask)
  const figures = {
    yield: percentOf(quote.yield),
    buyYield: percentOf(yieldAt(bond, settles, ask, quote.yield)),
    discount: discount === undefined ? undefined : percentOf(rate(divide(discount, 10_000n, 'near') * 10_000n)),
    duration: modifiedDuration(bond, settles, quote.yield),
    accruedPer100: accruedPer100(bond, settles),
  }
  known.set(quote, figures)
  return figures
}

/** A bond with its price; undefined where no trade of now settles before its maturity. */
export function bondView(feed: Feed, bond: Bond, { now, naming }: ViewFacts): BondView | undefined {
  const quote = bondsAt(feed, now).quote(bond)
  const { country, currency, couponsPerYear, faceUnit, faceMin, issuer } = bondRules[bond.kind]
  const curve = feed.bonds.curve(country, now)
  if (quote === undefined || curve === undefined) return undefined
  const period = couponsPerYear === 0 ? undefined : couponPeriod(bond, quote.settles)
  return {
    id: bond.id,
    code: bond.code,
    name: textIn(bond.name, naming.language, naming.traditional),
    kind: bond.kind,
    country,
    issuer: textIn(issuer, naming.language, naming.traditional),
    currency,
    couponRate: percentOf(bond.couponRate),
    frequency: couponsPerYear,
    issued: isoDate(bond.issued),
    matures: isoDate(bond.matures),
    faceUnit,
    faceMin,
    buyPrice: quote.ask,
    sellPrice: quote.bid,
    ...figuresOf(bond, quote),
    settles: isoDate(quote.settles),
    lastCoupon: period === undefined ? undefined : isoDate(period.start),
    nextCoupon: period === undefined ? undefined : isoDate(period.end),
    curveAt: quote.at,
    curveSource: curve.source,
    phase: quote.phase,
    conversionRate: pricesAt(feed, now).conversionRate(currency, walletCurrency[bondWallet]),
    remaining: remainingFace(bond, quote.settles),
    totalFace: bond.totalFace,
    isOffered: isOffered(bond, now),
  }
}

/** Points of a curve: terms in days of a year of 365.25. */
const terms = [
  ['1M', 30],
  ['3M', 91],
  ['6M', 183],
  ['1Y', 365],
  ['2Y', 731],
  ['3Y', 1096],
  ['5Y', 1826],
  ['7Y', 2557],
  ['10Y', 3653],
  ['20Y', 7305],
  ['30Y', 10_958],
] as const

/** How far back the older curve lies. */
const monthDays = 30

export function curveView({ bonds }: Feed, country: BondCountry, now: number): CurveView | undefined {
  const curve = bonds.curve(country, now)
  const before = bonds.curve(country, now - monthDays * dayMilliseconds)
  if (curve === undefined) return undefined
  return {
    country,
    curveAt: curve.at,
    source: curve.source,
    points: terms.map(([term, days]) => ({
      term,
      days,
      yield: percentOf(curve.yieldIn(days)),
      monthAgo: before === undefined ? undefined : percentOf(before.yieldIn(days)),
    })),
  }
}

/** The coupon that a holding is paid next, if it still gets one. */
export function nextCouponOf(bond: Bond, { couponsUntil, redemption, face }: Holding) {
  const [date] = couponDatesAfter(bond, couponsUntil)
  if (date === undefined || (redemption !== undefined && date > redemption.settles)) return undefined
  return { date, amount: inCents(couponValue(bond, face)) }
}

/** What a holding is worth, and the rate at which it is told. */
export function holdingFigures(feed: Feed, bond: Bond, holding: Holding, now: number) {
  const market = bondsAt(feed, now)
  const quote = market.quote(bond)
  const mid = bookingRate(feed, bondRules[bond.kind].currency, walletCurrency[bondWallet], now)
  const settles = holding.redemption?.settles ?? market.settles(bond)
  const isOver = holding.status === 'redeemed'
  const toCome = isOver ? value(0n) : interestToCome(bond, holding, settles)
  const worth =
    mid === undefined ? nothing : holdingWorth(bond, holding, { bid: quote?.bid, settles: market.settles(bond) }, mid)
  const gained = addMoney(isOver ? (holding.redemption?.proceeds ?? nothing) : worth, holding.received)
  return {
    quote,
    mid,
    toCome,
    worth,
    accruedPesos: mid === undefined ? nothing : convert(toCome, mid, 'floor'),
    profit: subtractMoney(gained, holding.cost),
  }
}

/** When the money of a holding comes: of its sale, or at its maturity. */
function endOf(feed: Feed, bond: Bond, { redemption }: Holding): number {
  const calendar = feed.bonds.calendar(bondRules[bond.kind].country)
  return settlementInstant(calendar, redemption?.settles ?? paymentDay(calendar, bond.matures))
}

export function holdingView(feed: Feed, bond: Bond, holding: Holding, { now, naming }: ViewFacts): HoldingView {
  const { redemption, status, face } = holding
  const { currency, faceUnit, couponsPerYear } = bondRules[bond.kind]
  const { quote, mid, toCome, worth, profit } = holdingFigures(feed, bond, holding, now)
  const next = nextCouponOf(bond, holding)
  const canSell = status === 'bought' && quote !== undefined
  const period = couponsPerYear === 0 || quote === undefined ? undefined : couponPeriod(bond, quote.settles)
  return {
    id: holding.id,
    bondId: bond.id,
    code: bond.code,
    name: textIn(bond.name, naming.language, naming.traditional),
    kind: bond.kind,
    currency,
    couponRate: percentOf(bond.couponRate),
    interest: inCents(value(holding.interest + toCome)),
    accrued: inCents(toCome),
    matures: isoDate(bond.matures),
    buyPrice: holding.price,
    sellPrice: redemption?.price ?? quote?.bid ?? holding.price,
    face,
    faceUnit,
    periodBalance: status === 'redeemed' ? nothing : balanceOf(bond, holding, quote?.settles),
    marketValue: worth,
    cost: holding.cost,
    profit,
    received: holding.received,
    status,
    redemption: redemption?.kind,
    conversionRate: holding.conversionRate,
    markRate: redemption?.conversionRate ?? mid,
    settles: isoDate(redemption?.settles ?? holding.settles),
    saleSettles: canSell ? isoDate(quote.settles) : undefined,
    lastCoupon: period === undefined ? undefined : isoDate(period.start),
    nextCoupon: next === undefined ? undefined : { date: isoDate(next.date), amount: next.amount },
    phase: bondsAt(feed, now).phase(bond),
    endsAt: endOf(feed, bond, holding),
    boughtAt: holding.boughtAt,
    changedAt: holding.changedAt,
  }
}

/** Face and what has accrued in its period; nothing accrues any more once a trade of now settles at the maturity. */
const balanceOf = (bond: Bond, { face, redemption }: Holding, settles: DayNumber | undefined): Money =>
  redemption !== undefined
    ? addMoney(face, redemption.accrued)
    : settles === undefined
      ? money(face)
      : periodBalance(bond, face, settles)
