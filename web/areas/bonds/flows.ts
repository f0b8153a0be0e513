import type { Bond } from '@mex/contract/bonds/shapes.ts'
import { bondRules, couponDatesAfter, type Bond as BondTerms } from '@mex/core/bonds/bond.ts'
import { costOf } from '@mex/core/bonds/holding.ts'
import { accruedInterest, asValue, cleanValue, couponValue } from '@mex/core/bonds/pricing.ts'
import { addMoney, convert, money, one, rate, value, type Money, type Value } from '@mex/core/money/money.ts'
import { isoDate, parseIsoDate } from '@mex/core/time-zone.ts'

/** The terms of a bond as the rules read them, from an answer. */
export function termsOf({ id, code, name, kind, couponRate, issued, matures, totalFace }: Bond): BondTerms {
  return {
    id,
    code,
    name: { en: name, zh: name },
    kind,
    couponRate: rate(couponRate / 100n),
    issued: parseIsoDate(issued) ?? 0,
    matures: parseIsoDate(matures) ?? 0,
    offeredFrom: 0,
    offeredUntil: 0,
    totalFace,
    soldOutDays: 1,
  }
}

export type Payment = { readonly date: string; readonly amount: Money }

/** What face of a bond costs now and pays later, by the functions with which the server decides. */
export type BondPlan = {
  readonly face: Money
  readonly clean: Value
  /** In the bond's currency. */
  readonly accrued: Money
  /** Clean and accrued, before it is rounded: the cost in pesos follows from it. */
  readonly dirty: Value
  /** In pesos; undefined without a rate. */
  readonly cost: Money | undefined
  readonly left: Money | undefined
  readonly payments: readonly Payment[]
  readonly back: Money
  readonly fault: 'nothing' | 'below_min' | 'step' | 'over_left' | 'over_money' | undefined
}

export function planOf(bond: Bond, face: Money | undefined, available: Money | undefined): BondPlan {
  const terms = termsOf(bond)
  const amount = face ?? money(0n)
  const settles = parseIsoDate(bond.settles) ?? 0
  const clean = cleanValue(terms, amount, bond.buyPrice)
  const accrued = accruedInterest(terms, amount, settles)
  const { conversionRate } = bond
  const cost =
    conversionRate === undefined ? undefined : costOf(terms, amount, { ask: bond.buyPrice, settles }, conversionRate)
  const coupons = couponDatesAfter(terms, settles).map((date) => ({
    date: isoDate(date),
    amount: convert(couponValue(terms, amount), one, 'floor'),
  }))
  const last = coupons.at(-1)
  const payments = [
    ...coupons.slice(0, -1),
    { date: bond.matures, amount: addMoney(amount, last?.amount ?? money(0n)) },
  ]
  return {
    face: amount,
    clean,
    accrued,
    dirty: value(clean + asValue(accrued)),
    cost,
    left: cost === undefined || available === undefined ? undefined : money(available - cost),
    payments,
    back: addMoney(...payments.map((payment) => payment.amount)),
    fault: faultOf(bond, amount, cost, available),
  }
}

function faultOf(bond: Bond, face: Money, cost: Money | undefined, available: Money | undefined): BondPlan['fault'] {
  if (face === 0n) return 'nothing'
  if (face < bond.faceMin) return 'below_min'
  if (face % bond.faceUnit !== 0n) return 'step'
  if (face > bond.remaining || face > bond.totalFace / 10n) return 'over_left'
  return cost !== undefined && available !== undefined && cost > available ? 'over_money' : undefined
}

/** The most face that the money suffices for, in whole units. */
export function affordableFace(bond: Bond, available: Money | undefined): Money | undefined {
  const { conversionRate, faceUnit, remaining, totalFace } = bond
  if (conversionRate === undefined || available === undefined) return undefined
  const terms = termsOf(bond)
  const settles = parseIsoDate(bond.settles) ?? 0
  const fits = (units: bigint): boolean =>
    costOf(terms, money(units * faceUnit), { ask: bond.buyPrice, settles }, conversionRate) <= available
  const part = totalFace / 10n
  let [low, high] = [0n, (remaining < part ? remaining : part) / faceUnit]
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (fits(middle)) low = middle
    else high = middle - 1n
  }
  return money(low * bondRules[bond.kind].faceUnit)
}
