import type { EventCode } from '#ledger/accounts.ts'
import {
  addMoney,
  multiply,
  nothing,
  one,
  subtractMoney,
  type Money,
  type Rate,
  type WalletCurrency,
} from '#money/money.ts'
import { walletCurrency, wallets, type Wallet } from '#wallet/wallets.ts'
import {
  holdingSources,
  moneyKindOf,
  sourceOfMovement,
  walletOfSource,
  type HoldingSource,
  type MoneyKind,
  type ProfitSource,
} from './profit-sources.ts'

/** The mid of each wallet currency in pesos. */
export type PesoRates = Readonly<Record<Exclude<WalletCurrency, 'MXN'>, Rate>>

/** What the market says of an instant: rates, and what everything open was worth beyond the money that it held, by source. */
export type PointFacts = {
  readonly at: number
  readonly rates: PesoRates
  /** In the currency of the wallet of the source. */
  readonly open: ReadonlyMap<HoldingSource, Money>
}

/** By how much a journal changed what a user has in a wallet. */
export type Movement = {
  /** The first point that has it. */
  readonly point: number
  readonly at: number
  readonly event: EventCode
  readonly wallet: Wallet
  readonly amount: Money
}

export type CurveFacts = {
  /** Ascending; the last is now. */
  readonly points: readonly PointFacts[]
  /** All that is in each wallet now (available and used). */
  readonly balances: ReadonlyMap<Wallet, Money>
  /** Everything that moved since the first point. */
  readonly movements: readonly Movement[]
  /** The rates of the instant at which money came from outside or went there. */
  readonly ratesAt: (instant: number) => PesoRates
}

/** `moneyIn` is the total at the start with all that came from outside since then, less what went there. */
export type CurvePoint = { readonly at: number; readonly total: Money; readonly moneyIn: Money }
export type Flow = { readonly at: number; readonly kind: MoneyKind; readonly amount: Money }

/** All in centavos of pesos: `start + moneyIn + profit = total`, and the profits of the sources add up to `profit`. */
export type Curve = {
  readonly points: readonly CurvePoint[]
  readonly flows: readonly Flow[]
  readonly start: Money
  readonly moneyIn: Money
  readonly profit: Money
  readonly total: Money
  readonly sources: ReadonlyMap<ProfitSource, Money>
}

/** An amount of a wallet in pesos at mid, rounded to the nearest centavo as the total of the account is (rulebook §27). */
export function pesos(amount: Money, wallet: Wallet, rates: PesoRates): Money {
  const currency = walletCurrency[wallet]
  return multiply(amount, currency === 'MXN' ? one : rates[currency], 'near')
}

const add = <Key>(sums: Map<Key, Money>, key: Key, amount: Money): void =>
  void sums.set(key, addMoney(sums.get(key) ?? nothing, amount))

/** What a user had at every point: the balances of now, less what has moved since (rulebook §7.3 at each instant). */
function totalsOf({ points, balances, movements }: CurveFacts): readonly Money[] {
  const held = new Map(balances)
  const moved = Map.groupBy(movements, ({ point }) => point)
  const totals: Money[] = []
  for (let index = points.length - 1; index >= 0; index -= 1) {
    const { rates, open } = points[index] as PointFacts
    const equity = new Map(held)
    for (const [source, amount] of open) add(equity, walletOfSource[source], amount)
    totals.unshift(addMoney(...wallets.map((wallet) => pesos(equity.get(wallet) ?? nothing, wallet, rates))))
    for (const { wallet, amount } of moved.get(index) ?? []) add(held, wallet, subtractMoney(nothing, amount))
  }
  return totals
}

/** The money from outside by point and kind, in pesos of its instant. */
function flowsOf({ movements, ratesAt }: CurveFacts): readonly (Flow & { readonly point: number })[] {
  const flows = new Map<string, Flow & { readonly point: number }>()
  for (const { point, at, event, wallet, amount } of movements) {
    const kind = moneyKindOf(event, amount)
    if (kind === undefined) continue
    const inPesos = walletCurrency[wallet] === 'MXN' ? amount : pesos(amount, wallet, ratesAt(at))
    const before = flows.get(`${point} ${kind}`)
    const sum = addMoney(before?.amount ?? nothing, inPesos)
    flows.set(`${point} ${kind}`, { point, kind, at: Math.max(at, before?.at ?? at), amount: sum })
  }
  return [...flows.values()]
    .filter(({ amount }) => amount !== 0n)
    .toSorted((one, other) => one.point - other.point || one.at - other.at)
}

/**
 * The result of each source in pesos at the last rates: what its movements brought, and what it holds now beyond what it held at the start.
 * What is left of the profit is the change of the currencies themselves, and the spread of conversions between wallets.
 */
function sourcesOf({ points, movements }: CurveFacts, profit: Money): ReadonlyMap<ProfitSource, Money> {
  const [first, last] = [points[0], points.at(-1)]
  if (first === undefined || last === undefined) return new Map()
  const local = new Map<HoldingSource, Money>()
  for (const source of holdingSources) {
    add(local, source, subtractMoney(last.open.get(source) ?? nothing, first.open.get(source) ?? nothing))
  }
  for (const { event, wallet, amount } of movements) {
    const source = sourceOfMovement(event, wallet)
    if (source !== undefined) add(local, source, amount)
  }
  const sources = new Map<ProfitSource, Money>()
  for (const [source, amount] of local) {
    const result = pesos(amount, walletOfSource[source], last.rates)
    if (result !== 0n) sources.set(source, result)
  }
  const rest = subtractMoney(profit, addMoney(...sources.values()))
  if (rest !== 0n) sources.set('CURRENCIES', rest)
  return sources
}

/** The curve of a user's total with the money that was put in, and where the profit between the two came from. */
export function curveOf(facts: CurveFacts): Curve {
  // The first point has its movements already.
  const within = { ...facts, movements: facts.movements.filter(({ point }) => point > 0) }
  const totals = totalsOf(within)
  const flows = flowsOf(within)
  const [start, total] = [totals[0] ?? nothing, totals.at(-1) ?? nothing]
  let next = 0
  let moneyIn = start
  const points = facts.points.map(({ at }, index): CurvePoint => {
    for (; (flows[next]?.point ?? Infinity) <= index; next += 1)
      moneyIn = addMoney(moneyIn, flows[next]?.amount ?? nothing)
    return { at, total: totals[index] ?? nothing, moneyIn }
  })
  const profit = subtractMoney(total, moneyIn)
  return {
    points,
    flows: flows.map(({ at, kind, amount }) => ({ at, kind, amount })),
    start,
    moneyIn: subtractMoney(moneyIn, start),
    profit,
    total,
    sources: sourcesOf(within, profit),
  }
}
