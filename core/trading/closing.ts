import { divide, greatest, least, magnitude } from '#money/decimal.ts'
import { feeTotal, noFee, payable, type Fee } from './fees.ts'
import { coverDeficit, type ConversionRateOf, type Opposite } from './liquidation.ts'
import {
  addMoney,
  money,
  nothing,
  price,
  quantity,
  subtractMoney,
  type Money,
  type Price,
  type Quantity,
  type Rate,
  type Value,
} from '#money/money.ts'
import { netProfit, portionOf, withoutPortion, type Portion } from './portions.ts'
import { profitBetween, type CloseReason, type Position } from './positions.ts'
import { nothingOwed, owedTotal, type ClosingPosting, type Cover, type Owed } from './postings.ts'
import { walletCurrency } from '#wallet/wallets.ts'

export type ClosingFacts = {
  readonly quantity: Quantity
  /** Σ price × quantity × multiplier of the exit, exact. */
  readonly exit: Value
  readonly conversionRateOf: ConversionRateOf
  /** What the closing would cost, in cents of the wallet. */
  readonly fee: Fee
  /** Free money of the wallet that may pay what the position cannot; nothing in a liquidation (rulebook §16.5). */
  readonly available: Money
  /** The user's other positions on the other side of the instrument, with their equity. */
  readonly opposites: readonly Opposite[]
}

/** The result of closing a portion, in cents of the wallet (rulebook §16.6). */
export type ClosingFill = {
  readonly quantity: Quantity
  readonly exit: Value
  readonly portion: Portion
  /** Before fees. */
  readonly profit: Money
  readonly owedPaid: Owed
  readonly owedUnpaid: Owed
  /** What is charged of the fee; the rest is waived. */
  readonly fee: Fee
  /** Set when the loss is beyond the margin (E35): what opposite positions pay of it. */
  readonly covers: readonly Cover[]
  readonly beyondMargin: boolean
  /** Change of the wallet's free money; below zero when it paid for fees. */
  readonly received: Money
  /** `sellProfit`: profit less opening and closing fees, with financing and dividends. */
  readonly netProfit: Money
}

/**
 * Closes a portion of a position (rulebook §16.6): owed amounts are paid first, out of the portion's margin and profit;
 * then X = margin + profit − owed paid. X ≥ fees: the user gets X − fees. 0 ≤ X < fees: levies before commission,
 * what is short from free money, the rest waived. X < 0: the loss beyond the margin is taken from opposite positions,
 * then from the reserve, and no fee is charged.
 */
export function closingFill(position: Position, facts: ClosingFacts): ClosingFill {
  const { exit, conversionRateOf, available } = facts
  const last = facts.quantity === position.quantity
  const portion = portionOf(position, facts.quantity)
  const conversionRate: Rate = conversionRateOf(walletCurrency[position.wallet])
  const profit = profitBetween(position.direction, portion.cost, exit, conversionRate)
  const owedPaid = payOwed(position.owed, addMoney(portion.margin, money(greatest(profit, 0n))))
  const owedUnpaid = last ? lessOwed(position.owed, owedPaid) : nothingOwed
  const rest = subtractMoney(addMoney(portion.margin, profit), owedTotal(owedPaid))
  const beyondMargin = rest < 0n
  const fee = beyondMargin ? noFee : payable(facts.fee, addMoney(rest, available))
  const deficit = money(beyondMargin ? magnitude(rest) : 0n)
  return {
    quantity: facts.quantity,
    exit,
    portion,
    profit,
    owedPaid,
    owedUnpaid,
    fee,
    covers: coverDeficit(deficit, position.wallet, facts.opposites, conversionRateOf),
    beyondMargin,
    received: beyondMargin ? nothing : subtractMoney(rest, feeTotal(fee)),
    netProfit: netProfit(profit, portion, feeTotal(fee)),
  }
}

/** Owed amounts are paid to SYS.FUNDING first, then to SYS.ISSUER. */
function payOwed(owed: Owed, atMost: Money): Owed {
  const funding = least(owed.funding, atMost)
  return { funding: money(funding), issuer: money(least(owed.issuer, atMost - funding)) }
}

const lessOwed = (owed: Owed, paid: Owed): Owed => ({
  funding: subtractMoney(owed.funding, paid.funding),
  issuer: subtractMoney(owed.issuer, paid.issuer),
})

/** The numbers of the journal E34, E35 or E41. */
export function closingPosting(
  position: Position,
  fill: ClosingFill,
  names: Pick<ClosingPosting, 'reference' | 'period' | 'forcedEvent'>,
): ClosingPosting {
  const { profit, owedPaid, owedUnpaid, fee, covers } = fill
  return { ...names, wallet: position.wallet, margin: fill.portion.margin, profit, owedPaid, owedUnpaid, fee, covers }
}

/** The position after a portion was closed; `unlocked` is the quantity that a closing order had locked. */
export function positionAfterClosing(
  position: Position,
  fill: ClosingFill,
  facts: { readonly at: number; readonly reason: CloseReason; readonly unlocked: Quantity },
): Position {
  const left = withoutPortion(position, fill.quantity, fill.portion)
  const owed = lessOwed(lessOwed(position.owed, fill.owedPaid), fill.owedUnpaid)
  const open = { ...left, owed, locked: quantity(position.locked - facts.unlocked), changedAt: facts.at }
  if (open.quantity > 0n) return open
  return { ...open, state: 'CLOSED', locked: quantity(0n), closedAt: facts.at, closeReason: facts.reason }
}

/** An opposite position after its margin paid for the loss of another (rulebook §16.5). */
export const positionAfterCover = (position: Position, cover: Cover, at: number): Position => ({
  ...position,
  margin: subtractMoney(position.margin, cover.taken),
  changedAt: at,
})

/** A closed portion, as the list of closed positions stores it. */
export type Closing = {
  readonly position: number
  readonly user: number
  /** The closing order; undefined for a forced closing (liquidation, expiry). */
  readonly order: number | undefined
  /** Id of the quote that closed it; of a settlement the last one of the contract. */
  readonly quote: string
  readonly reason: CloseReason
  readonly at: number
  readonly quantity: Quantity
  /** Average exit price with 8 decimals, and the exact value. */
  readonly price: Price
  readonly exit: Value
  readonly cost: Value
  /** Margin of the portion, profit before fees, opening fees of the portion, fees charged, financing and dividends. */
  readonly margin: Money
  readonly profit: Money
  readonly openingFee: Money
  readonly fee: Money
  readonly financing: Money
  readonly netProfit: Money
}

/** The row of the list of closed positions. */
export function closingOf(
  position: Position,
  fill: ClosingFill,
  multiplier: Rate,
  facts: Pick<Closing, 'order' | 'quote' | 'reason' | 'at'>,
): Closing {
  const { portion } = fill
  return {
    ...facts,
    position: position.id,
    user: position.user,
    quantity: fill.quantity,
    price: price(divide(fill.exit * 10n ** 20n, fill.quantity * multiplier, 'near')),
    exit: fill.exit,
    cost: portion.cost,
    margin: portion.margin,
    profit: fill.profit,
    openingFee: portion.openingFee,
    fee: feeTotal(fill.fee),
    financing: portion.financing,
    netProfit: fill.netProfit,
  }
}
