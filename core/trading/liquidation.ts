import { divide, least, magnitude } from '#money/decimal.ts'
import type { Instrument } from '#market/instrument.ts'
import {
  absoluteValue,
  money,
  moneyOf,
  price,
  quantity,
  rateOf,
  subtractMoney,
  addMoney,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type WalletCurrency,
} from '#money/money.ts'
import type { Direction } from './orders.ts'
import { floatingProfit, markOf, worth, type Position } from './positions.ts'
import { owedTotal, type Cover } from './postings.ts'
import type { Quote } from '#market/quote.ts'
import { tickDown, tickUp } from '#market/ticks.ts'
import { walletCurrency, type Wallet } from '#wallet/wallets.ts'

/** Share of the required margin at which a position is closed out (rulebook §16.3, `liq.closeOutPct`). */
export const closeOutShare = rateOf('0.50')
/** Multiple of the maintenance margin at which the user is warned (rulebook §16.5, `liq.warnRatio`). */
export const warnRatio = rateOf('1.5')
/** A position is warned at most this often (rulebook §16.5). */
export const warningSeconds = 3600
/** Levels in another currency are recomputed when mid has moved by this share (rulebook §16.4, `liq.fxStep`). */
export const conversionRateStep = rateOf('0.001')
/** Notional in USD above which mode `half` closes half first (rulebook §16.5, `liq.halfAbove`). */
export const halfAbove = moneyOf('250000')
const whole = 10n ** 12n

/** Whether prices can liquidate it at all: a fully paid long cannot lose more than was paid (rulebook §16.3). */
export const isFullyPaid = (position: { readonly direction: Direction; readonly leverage: number }): boolean =>
  position.direction === 'long' && position.leverage === 1

type Margined = Pick<Position, 'direction' | 'leverage' | 'quantity' | 'cost' | 'margin' | 'owed'>

/** MM = r × conv(|mark| × quantity × multiplier), up to the cent; r = closeOutShare ÷ leverage (rulebook §16.3). */
export function maintenanceMargin(
  position: Margined,
  instrument: Pick<Instrument, 'multiplier'>,
  mark: Price,
  conversionRate: Rate,
): Money {
  if (isFullyPaid(position)) return money(0n)
  const notional = absoluteValue(worth(instrument, mark, position.quantity))
  return money(divide(notional * conversionRate * closeOutShare, 10n ** 30n * BigInt(position.leverage), 'ceil'))
}

/** Position equity E = M + floating profit − owed (rulebook §16.3). */
export function positionEquity(
  position: Margined,
  instrument: Pick<Instrument, 'multiplier'>,
  mark: Price,
  conversionRate: Rate,
): Money {
  const floating = floatingProfit(position, instrument, mark, conversionRate)
  return subtractMoney(addMoney(position.margin, floating), owedTotal(position.owed))
}

export type Health = 'healthy' | 'warned' | 'liquidated'

export type Assessment = {
  readonly mark: Price
  readonly equity: Money
  readonly maintenance: Money
  /** Warned at E ≤ 1.5 × MM, liquidated at E ≤ MM (rulebook §16.5). */
  readonly health: Health
}

/** Equity and health of a position on the exit side of a quote (rulebook §16.5). The quote must be usable and tradable. */
export function assess(
  position: Margined,
  instrument: Pick<Instrument, 'multiplier'>,
  quote: Quote,
  conversionRate: Rate,
): Assessment {
  const mark = markOf(position.direction, quote)
  const equity = positionEquity(position, instrument, mark, conversionRate)
  const maintenance = maintenanceMargin(position, instrument, mark, conversionRate)
  return { mark, equity, maintenance, health: healthOf(position, equity, maintenance) }
}

function healthOf(position: Margined, equity: Money, maintenance: Money): Health {
  if (isFullyPaid(position)) return 'healthy'
  if (equity <= maintenance) return 'liquidated'
  return equity * whole <= maintenance * warnRatio ? 'warned' : 'healthy'
}

/**
 * P_liq (rulebook §16.4), for information: the price on the grid, just before which a position is liquidated; none
 * for a fully paid long and where it would not be above zero. `conversionRate` is the mid of the last recomputation.
 */
export function liquidationPrice(
  position: Margined,
  instrument: Pick<Instrument, 'multiplier' | 'ticks'>,
  conversionRate: Rate,
): Price | undefined {
  if (isFullyPaid(position) || position.quantity === 0n) return undefined
  const margin = subtractMoney(position.margin, owedTotal(position.owed))
  const exact = criticalPrice(position, instrument, margin, conversionRate, closeOutShare)
  const level = position.direction === 'long' ? tickUp(instrument.ticks, exact) : tickDown(instrument.ticks, exact)
  return level > 0n ? level : undefined
}

export type TriggerRatio = 'warn' | 'liquidate'

/**
 * The level at which the trigger index must look at a position again: a long when bid ≤ level, a short when
 * ask ≥ level. It lies up to three cents of equity on the safe side, for the roundings of equity and maintenance;
 * `assess` on the quote decides. Undefined where no price can trigger.
 */
export function triggerPrice(
  position: Margined,
  instrument: Pick<Instrument, 'multiplier'>,
  conversionRate: Rate,
  ratio: TriggerRatio,
): Price | undefined {
  if (isFullyPaid(position) || position.quantity === 0n) return undefined
  const margin = money(position.margin - owedTotal(position.owed) - 3n)
  const share = ratio === 'warn' ? divide(closeOutShare * warnRatio, whole, 'ceil') : closeOutShare
  return criticalPrice(position, instrument, margin, conversionRate, share)
}

/**
 * The price at which margin + floating profit = share ÷ leverage × |price| × units. With N units of value and M′ the
 * margin in the instrument's currency: long (C0 − M′) ÷ (N × (1 − r)), short (C0 + M′) ÷ (N × (1 + r)); below zero the
 * sign before r turns, because maintenance counts |price|. A long is rounded up, a short down, at 8 decimals.
 */
function criticalPrice(
  position: Margined,
  instrument: Pick<Instrument, 'multiplier'>,
  margin: Money,
  conversionRate: Rate,
  share: bigint,
): Price {
  const long = position.direction === 'long'
  // Values have 8 decimals, money 2, rates 12: cents × 10^18 ÷ rate is a value.
  const cost = position.cost * conversionRate
  const paid = margin * 10n ** 18n
  const gap = long ? cost - paid : cost + paid
  const leverage = BigInt(position.leverage)
  const towards = long === gap > 0n ? -share : share
  const numerator = gap * 10n ** 20n * whole * leverage
  const denominator = conversionRate * position.quantity * instrument.multiplier * (whole * leverage + towards)
  return price(divide(numerator, denominator, long ? 'ceil' : 'floor'))
}

/** Whether mid has moved so far since levels were computed that they are computed again (rulebook §16.4). */
export const hasConversionRateMoved = (before: Rate, now: Rate): boolean =>
  magnitude(now - before) * whole > before * conversionRateStep

/** `liq.mode` (rulebook §16.5): close everything at once, or half of a large position first. */
export type LiquidationMode = 'full' | 'half'

/** How much of a position that is to be liquidated is closed on this tick. `notionalUsd` in cents of USD. */
export function liquidationQuantity(
  position: Position,
  lot: Quantity,
  equity: Money,
  notionalUsd: Money,
  mode: LiquidationMode,
): Quantity {
  if (mode === 'full' || position.halved || equity <= 0n || notionalUsd <= halfAbove) return position.quantity
  const half = (position.quantity / 2n / lot) * lot
  return quantity(half === 0n ? position.quantity : half)
}

/** Mid of the instrument's currency in a wallet's currency. */
export type ConversionRateOf = (currency: WalletCurrency) => Rate

/** A position of the same user on the other side of the same instrument, and its equity on the quote. */
export type Opposite = { readonly position: Position; readonly equity: Money }

/**
 * Who pays for a loss beyond the margin (rulebook §16.5): the user's opposite positions in the instrument, by id, each
 * up to min(margin, equity), converted at mid. The reserve pays the rest.
 */
export function coverDeficit(
  deficit: Money,
  wallet: Wallet,
  opposites: readonly Opposite[],
  conversionRateOf: ConversionRateOf,
): readonly Cover[] {
  const covers: Cover[] = []
  let left: bigint = deficit
  for (const { position, equity } of opposites.toSorted((one, other) => one.position.id - other.position.id)) {
    const most = least(position.margin, equity)
    if (left <= 0n || most <= 0n) continue
    const from = conversionRateOf(walletCurrency[position.wallet])
    const to = conversionRateOf(walletCurrency[wallet])
    const wanted = divide(left * from, to, 'ceil')
    const taken = least(wanted, most)
    const covered = taken === wanted ? left : divide(taken * to, from, 'floor')
    covers.push({ position: position.id, wallet: position.wallet, taken: money(taken), covered: money(covered) })
    left -= covered
  }
  return covers
}
