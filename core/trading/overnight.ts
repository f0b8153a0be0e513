import { present } from '#assert.ts'
import { divide, greatest, magnitude } from '#money/decimal.ts'
import type { Instrument } from '#market/instrument.ts'
import type { OvernightRules } from '#market/products.ts'
import {
  addMoney,
  money,
  rate,
  rateOf,
  subtractMoney,
  value,
  type Money,
  type Price,
  type Rate,
  type Value,
} from '#money/money.ts'
import { chargePosition } from './charges.ts'
import { signOf } from './orders.ts'
import { worth, type Position } from './positions.ts'
import { overnightPaid, overnightReceived } from './postings.ts'
import { putPosition, type Trading } from './trading.ts'

/** Added to the base rate for money that is borrowed, taken off it for money that is lent (rulebook §31 `fin.markup`). */
export const financingMarkup = rateOf('0.025')
/** What borrowing the shares of a short sale costs, per year (rulebook §17.1 `fin.borrow`). */
export const borrowRate = rateOf('0.005')
/** Taken off the difference of two rates in both directions (rulebook §31 `fx.swapMarkup`). */
export const swapMarkup = rateOf('0.01')

/** What a night costs depends on these facts of a position at the cut-off. */
export type Held = Pick<Position, 'direction' | 'leverage' | 'quantity' | 'cost' | 'addedMargin'>

/** Public facts of one night: the same for all positions of an instrument and a wallet. */
export type Night = {
  readonly rules: OvernightRules
  readonly instrument: Pick<Instrument, 'multiplier'>
  /** Nights that are charged at once: calendar days to the next business day, or the swap's three on a Wednesday. */
  readonly nights: number
  /** Close of the day, or the mid of the first quote after the cut-off of a swap. */
  readonly price: Price
  /** Mid of the instrument's currency in the wallet's. */
  readonly conversionRate: Rate
  /** Yearly interest of the instrument's currency and, of a pair, of its base (rulebook §31 `fin.base.*`). */
  readonly interest: Rate
  readonly baseInterest: Rate | undefined
}

const whole = 10n ** 12n
/** The scale of a value times a conversion rate, as cents, and that of a yearly rate. */
const scale = 10n ** 18n * whole

/**
 * What a position receives for a night (below zero: pays), in cents of its wallet, rounded once (rulebook §17.1, §17.2).
 * A long share pays for what is borrowed, so with leverage 1 nothing; a short one is credited interest on its value, less
 * markup and borrowing. A pair earns the difference of its rates in its direction, less the markup.
 */
export function overnightAmount(held: Held, night: Night): Money {
  const { rules, conversionRate, nights } = night
  const { amount, divisor, yearly } = rules.kind === 'swap' ? swapTerms(held, night) : financingTerms(held, night)
  const numerator = amount * conversionRate * yearly * BigInt(nights)
  return money(divide(numerator, scale * rules.daysPerYear * divisor, 'near'))
}

/**
 * What a night's rate applies to, in the instrument's currency (8 decimals, rounded once), and that yearly rate, signed:
 * above zero the user receives it. Basis × conversion rate × rate × nights ÷ days of the year is the charge, except for
 * the rounding of the basis.
 */
export function overnightBasis(held: Held, night: Night): { readonly basis: Value; readonly yearly: Rate } {
  const { amount, divisor, yearly } = night.rules.kind === 'swap' ? swapTerms(held, night) : financingTerms(held, night)
  return { basis: value(divide(amount, divisor, 'near')), yearly }
}

/** A value of the instrument's currency is `amount / divisor`; the yearly rate is signed: above zero the user receives. */
type Terms = { readonly amount: bigint; readonly divisor: bigint; readonly yearly: Rate }

function swapTerms(held: Held, { instrument, price, interest, baseInterest }: Night): Terms {
  const difference = signOf(held.direction) * (present(baseInterest, 'the interest of the base of a pair') - interest)
  return {
    amount: magnitude(worth(instrument, price, held.quantity)),
    divisor: 1n,
    yearly: rate(difference - swapMarkup),
  }
}

function financingTerms(held: Held, { instrument, price, interest, conversionRate }: Night): Terms {
  if (held.direction === 'short') {
    const yearly = rate(interest - financingMarkup - borrowRate)
    return { amount: magnitude(worth(instrument, price, held.quantity)), divisor: 1n, yearly }
  }
  // C0 × (1 − 1/L) − added margin, times L, so that nothing is rounded before the end.
  const leverage = BigInt(held.leverage)
  const added = divide(held.addedMargin * 10n ** 6n * whole, conversionRate, 'floor')
  const loan = greatest(held.cost * (leverage - 1n) - added * leverage, 0n)
  return { amount: loan, divisor: leverage, yearly: rate(0n - interest - financingMarkup) }
}

/** An amount that falls due on a position for a night: above zero it is received. */
export type OvernightCharge = {
  readonly position: number
  readonly amount: Money
  /** Names the night, once for each position: 'financing 2026-11-20'. */
  readonly period: string
}

/**
 * Books the charge of a night (E36, E37): it is paid from free money, then from the margin of the position; the rest is
 * owed until the position is closed (rulebook §17.1).
 */
export function bookOvernight(trading: Trading, charge: OvernightCharge, at: number): void {
  const position = trading.positions.get(charge.position)
  if (position === undefined || position.state === 'CLOSED') return
  const { user, wallet, id } = position
  const { amount, period } = charge
  const occasion = { user, at }
  const financing = addMoney(position.financing, amount)
  if (amount >= 0n) {
    trading.balances.post(overnightReceived(occasion, id, period, wallet, amount))
    putPosition(trading, { ...position, financing, changedAt: at })
    return
  }
  const paid = chargePosition(trading, position, money(magnitude(amount)), occasion)
  trading.balances.post(overnightPaid(occasion, id, period, wallet, paid))
  putPosition(trading, {
    ...position,
    financing,
    margin: subtractMoney(position.margin, paid.margin),
    owed: { ...position.owed, funding: addMoney(position.owed.funding, paid.owed) },
    changedAt: at,
  })
}
