import type { Levy } from '#ledger/accounts.ts'
import { present } from '#assert.ts'
import { divide, greatest, least } from '#money/decimal.ts'
import type { Instrument } from '#market/instrument.ts'
import { marketRules, type FeeSchedule } from '#market/products.ts'
import {
  addMoney,
  convert,
  money,
  moneyOf,
  multiply,
  nothing,
  one,
  rateOf,
  subtractMoney,
  type Money,
  type Quantity,
  type Rate,
  type Value,
} from '#money/money.ts'

export type Levies = Readonly<Partial<Record<Levy, Money>>>

/** The costs of an order besides its margin: the platform's commission and the levies of state and exchanges. */
export type Fee = { readonly commission: Money; readonly levies: Levies }

export const noFee: Fee = { commission: nothing, levies: {} }

/** In the order in which they are paid when there is not enough for all (rulebook §16.6). */
export const levyEntries = (fee: Fee): readonly [Levy, Money][] => Object.entries(fee.levies) as [Levy, Money][]

export const leviesTotal = (fee: Fee): Money => addMoney(...levyEntries(fee).map(([, amount]) => amount))
export const feeTotal = (fee: Fee): Money => addMoney(fee.commission, leviesTotal(fee))

/** One date-effective row of a fee table (rulebook §18, configuration `fee.<market>.<component>`). */
export type FeeRow = {
  readonly component: 'commission' | Levy
  /** First market date on which the row is in force, YYYY-MM-DD; a later row of the component replaces it. */
  readonly from: string
  /** What the rate is taken of: the notional, each unit, or the commission. */
  readonly basis: 'value' | 'unit' | 'commission'
  readonly rate: Rate
  readonly rounding: 'ceil' | 'near' | 'ceil_whole'
  readonly sellOnly?: boolean
  readonly min?: Money
  readonly max?: Money
  /** Highest amount as a share of the notional, rounded up; it beats the minimum. */
  readonly shareMax?: Rate
}
export type FeeTable = readonly FeeRow[]

const ever = '0001-01-01'

const unitedStates: FeeTable = [
  {
    component: 'commission',
    from: ever,
    basis: 'unit',
    rate: rateOf('0.0049'),
    rounding: 'ceil',
    min: moneyOf('0.99'),
    shareMax: rateOf('0.005'),
  },
  { component: 'sec', from: ever, basis: 'value', rate: rateOf('0.0000278'), rounding: 'ceil', sellOnly: true },
  { component: 'sec', from: '2025-05-14', basis: 'value', rate: rateOf('0'), rounding: 'ceil', sellOnly: true },
  { component: 'sec', from: '2026-04-04', basis: 'value', rate: rateOf('0.0000206'), rounding: 'ceil', sellOnly: true },
  {
    component: 'taf',
    from: ever,
    basis: 'unit',
    rate: rateOf('0.000166'),
    rounding: 'ceil',
    sellOnly: true,
    max: moneyOf('8.30'),
  },
  {
    component: 'taf',
    from: '2026-01-01',
    basis: 'unit',
    rate: rateOf('0.000195'),
    rounding: 'ceil',
    sellOnly: true,
    max: moneyOf('9.79'),
  },
]

const hongKong: FeeTable = [
  {
    component: 'commission',
    from: ever,
    basis: 'value',
    rate: rateOf('0.0003'),
    rounding: 'near',
    min: moneyOf('3.00'),
  },
  { component: 'stamp', from: ever, basis: 'value', rate: rateOf('0.001'), rounding: 'ceil_whole' },
  { component: 'sfc', from: ever, basis: 'value', rate: rateOf('0.000027'), rounding: 'near' },
  { component: 'afrc', from: ever, basis: 'value', rate: rateOf('0.0000015'), rounding: 'near' },
  { component: 'exchange', from: ever, basis: 'value', rate: rateOf('0.0000565'), rounding: 'near' },
  { component: 'ccass', from: ever, basis: 'value', rate: rateOf('0.000042'), rounding: 'near' },
]

const mexico: FeeTable = [
  { component: 'commission', from: ever, basis: 'value', rate: rateOf('0.001'), rounding: 'near' },
  { component: 'iva', from: ever, basis: 'commission', rate: rateOf('0.16'), rounding: 'near' },
]

const future: FeeTable = [
  { component: 'commission', from: ever, basis: 'unit', rate: rateOf('2.50'), rounding: 'near' },
]

const tables: Readonly<Record<FeeSchedule, FeeTable>> = { unitedStates, hongKong, mexico, future, spread: [] }

/** Which table the orders of a market pay by (rulebook §18). */
export const feeTableOf = ({ market }: Pick<Instrument, 'market'>): FeeTable =>
  tables[present(marketRules[market].fees, `the fees of ${market}`)]

/** The commission of a block (rulebook §18), and its least amount in USD. */
const blockCommission = { from: ever, basis: 'value', rate: rateOf('0.0005'), rounding: 'near' } as const
const blockCommissionMin = moneyOf('50.00')

/** The least commission of a block in another currency, by the mid of 1 USD in it. */
export const blockCommissionMinIn = (dollarRate: Rate): Money => multiply(blockCommissionMin, dollarRate, 'near')

/** What the purchase of a block pays (rulebook §18): a commission of its own, and the levies of the market. */
export const blockFeeTableOf = (instrument: Pick<Instrument, 'market'>, commissionMin: Money): FeeTable => [
  { ...blockCommission, component: 'commission', min: commissionMin },
  ...feeTableOf(instrument).filter(({ component }) => component !== 'commission'),
]

/** The basis of a fee: totals of an order so far. */
export type FeeBasis = {
  readonly side: 'buy' | 'sell'
  readonly units: Quantity
  /** Σ |price| × quantity × multiplier in the instrument's currency, whatever the leverage. */
  readonly notional: Value
  /** Market date whose rates apply, YYYY-MM-DD: that of the order's acceptance, for all of its fills. */
  readonly date: string
}

/**
 * The fee of an order with these totals, in cents of the instrument's currency (rulebook §18). It grows with its
 * totals; a fill is charged F(totals with it) − F(totals before it), so that minimums apply once per order.
 */
export function feeOf(table: FeeTable, basis: FeeBasis): Fee {
  let commission = nothing
  const taken: Partial<Record<Levy, Money>> = {}
  if (basis.units === 0n) return noFee
  for (const row of inForce(table, basis.date)) {
    if (row.sellOnly === true && basis.side === 'buy') continue
    const amount = componentOf(row, basis, commission)
    if (row.component === 'commission') commission = amount
    else taken[row.component] = amount
  }
  return { commission, levies: taken }
}

/**
 * What state and exchanges take of a trade on which no commission is charged (liquidation, rulebook §16.5): taxes on
 * the commission fall away with it.
 */
export function leviesOf(table: FeeTable, basis: FeeBasis): Fee {
  return feeOf(
    table.filter((row) => row.component !== 'commission' && row.basis !== 'commission'),
    basis,
  )
}

/** The rows in force on a market date (YYYY-MM-DD): the newest of each component, the commission first. */
export function inForce(table: FeeTable, date: string): readonly FeeRow[] {
  const newest = new Map<string, FeeRow>()
  for (const row of table) {
    const before = newest.get(row.component)
    if (row.from <= date && (before === undefined || before.from <= row.from)) newest.set(row.component, row)
  }
  return [...newest.values()].toSorted((left, right) => rank(left) - rank(right))
}
const rank = (row: FeeRow): number => (row.component === 'commission' ? 0 : 1)

function componentOf(row: FeeRow, basis: FeeBasis, commission: Money): Money {
  let amount: bigint = amountOf(row, basis, commission)
  if (row.min !== undefined) amount = greatest(amount, row.min)
  if (row.max !== undefined) amount = least(amount, row.max)
  if (row.shareMax !== undefined) amount = least(amount, convert(basis.notional, row.shareMax, 'ceil'))
  return money(amount)
}

function amountOf(row: FeeRow, basis: FeeBasis, commission: Money): Money {
  if (row.basis === 'commission') return multiply(commission, row.rate, row.rounding === 'near' ? 'near' : 'ceil')
  // Units and values both have 8 decimals, rates 12; cents are 2 of these 20.
  const exact = (row.basis === 'unit' ? basis.units : basis.notional) * row.rate
  if (row.rounding === 'ceil_whole') return money(divide(exact, 10n ** 20n, 'ceil') * 100n)
  return money(divide(exact, 10n ** 18n, row.rounding))
}

/**
 * A fee of the instrument's currency as cents of the wallet's (rulebook §18): the total and each levy are rounded
 * half away from zero, the commission is the remainder.
 */
export function convertFee(fee: Fee, conversionRate: Rate): Fee {
  if (conversionRate === one) return fee
  const converted: Partial<Record<Levy, Money>> = {}
  for (const [levy, amount] of levyEntries(fee)) converted[levy] = multiply(amount, conversionRate, 'near')
  const total = multiply(feeTotal(fee), conversionRate, 'near')
  return {
    commission: subtractMoney(total, leviesTotal({ commission: nothing, levies: converted })),
    levies: converted,
  }
}

/** The fee to charge now: the fee of the new totals less the fee of the old ones, component by component. */
export function feeIncrease(before: Fee, after: Fee): Fee {
  const increase: Partial<Record<Levy, Money>> = {}
  for (const [levy, amount] of levyEntries(after))
    increase[levy] = subtractMoney(amount, before.levies[levy] ?? nothing)
  return { commission: subtractMoney(after.commission, before.commission), levies: increase }
}

/** As much of the fee as can be paid: levies first, in their order, then the commission (rulebook §16.6). */
export function payable(fee: Fee, atMost: Money): Fee {
  if (feeTotal(fee) <= atMost) return fee
  let left = greatest(atMost, 0n)
  const paid: Partial<Record<Levy, Money>> = {}
  for (const [levy, amount] of levyEntries(fee)) {
    paid[levy] = money(least(amount, left))
    left -= least(amount, left)
  }
  // The rest is less than the commission, because the whole fee exceeds the payable amount.
  return { commission: money(left), levies: paid }
}
