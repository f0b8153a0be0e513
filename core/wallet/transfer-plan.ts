import { least } from '#money/decimal.ts'
import { convertMoney, paidToReceive, pairOf, spreadOf, type PublishedRate } from '#money/conversion.ts'
import {
  addMoney,
  divideBy,
  money,
  multiply,
  nothing,
  one,
  rate,
  rateOf,
  subtractMoney,
  type Money,
} from '#money/money.ts'
import { transferDelaySeconds } from './transfer.ts'
import { transferable, walletCurrency, type Wallet } from './wallets.ts'

/**
 * What is moved beyond the missing money, as a share of what the order needs and of every conversion on the way. Rate and price are
 * fixed after `transferDelaySeconds`, and again for a second transfer; in a minute they rarely move by a tenth of this.
 */
const movementReserve = rateOf('0.01')

/** What is moved beyond the missing money of an order. */
export const movementReserveOf = ({ needed, isFixed = false }: Pick<MoneyNeed, 'needed' | 'isFixed'>): Money =>
  isFixed ? nothing : multiply(needed, movementReserve, 'ceil')

export type AccountMoney = { readonly wallet: Wallet; readonly available: Money; readonly unsettled: Money }

/** A transfer that is needed before an order can be placed. */
export type PlannedTransfer = {
  readonly from: Wallet
  readonly to: Wallet
  /** Cents of the wallet that it leaves. */
  readonly amount: Money
  /** Estimates in cents of the other wallet: what arrives, and the spread in it; 0 without a conversion. */
  readonly arrives: Money
  readonly spread: Money
}

/**
 * The accounts after the funding account, in the order in which they give money: without a conversion first. The account of the
 * robots is the last, because they buy their energy from it.
 */
const givers: readonly Wallet[] = [
  'STOCK',
  'SUBSCRIPTION',
  'FOLLOW',
  'FOREX',
  'FUTURE',
  'US_STOCK',
  'HK_STOCK',
  'FINANCIAL',
]

type Rates = readonly PublishedRate[]

const freeOf = (wallet: Wallet, accounts: readonly AccountMoney[]): Money => {
  const found = accounts.find((account) => account.wallet === wallet)
  return found === undefined ? nothing : transferable(found.available, found.unsettled)
}

function rateBetween(from: Wallet, to: Wallet, rates: Rates): PublishedRate | 'same' | undefined {
  const pair = pairOf(walletCurrency[from], walletCurrency[to])
  if (pair === undefined) return 'same'
  return rates.find(({ base, quote }) => base === pair.base && quote === pair.quote)
}

/** A transfer of this amount; undefined without a rate, or when not a cent would arrive. */
function transferOf(from: Wallet, to: Wallet, amount: Money, rates: Rates): PlannedTransfer | undefined {
  const published = rateBetween(from, to, rates)
  if (published === undefined || amount <= 0n) return undefined
  if (published === 'same') return { from, to, amount, arrives: amount, spread: nothing }
  const conversion = convertMoney(amount, walletCurrency[from], published)
  if (conversion.received === 0n) return undefined
  return { from, to, amount, arrives: conversion.received, spread: spreadOf(conversion) }
}

/** What leaves `from` so that `arriving` arrives; undefined without a rate. */
function amountFor(arriving: Money, from: Wallet, to: Wallet, rates: Rates): Money | undefined {
  const published = rateBetween(from, to, rates)
  if (published === undefined || published === 'same') return published === undefined ? undefined : arriving
  return paidToReceive(arriving, walletCurrency[from], published)
}

/** Transfers that bring an amount to the funding account, one account after the other; undefined when all together do not. */
function gather(
  wanted: Money,
  except: Wallet,
  accounts: readonly AccountMoney[],
  rates: Rates,
): readonly PlannedTransfer[] | undefined {
  const transfers: PlannedTransfer[] = []
  let missing = wanted
  for (const from of givers) {
    if (missing <= 0n) break
    const converts = rateBetween(from, 'BALANCE', rates) !== 'same'
    const aim = converts ? divideBy(missing, rate(one - movementReserve), 'ceil') : missing
    const most = from === except ? undefined : amountFor(aim, from, 'BALANCE', rates)
    if (most === undefined) continue
    const transfer = transferOf(from, 'BALANCE', money(least(most, freeOf(from, accounts))), rates)
    if (transfer === undefined) continue
    const { arrives } = transfer
    const counted = converts ? subtractMoney(arrives, multiply(arrives, movementReserve, 'ceil')) : arrives
    missing = subtractMoney(missing, counted)
    transfers.push(transfer)
  }
  return missing > 0n ? undefined : transfers
}

export type MoneyNeed = {
  readonly wallet: Wallet
  readonly needed: Money
  /** Neither a price nor a rate can change what is needed until the order is placed. */
  readonly isFixed?: boolean
}

/**
 * Which transfers bring the money that an order needs to the wallet that pays for it (rulebook §11: always through the funding account):
 * the funding account gives first, then the others. Transfers to the funding account can run at once; one from it follows them. Empty when
 * the wallet has the money; undefined when all accounts together do not have it and `movementReserve`, or a rate is missing.
 */
export function planTransfers(
  need: MoneyNeed,
  accounts: readonly AccountMoney[],
  rates: Rates,
): readonly PlannedTransfer[] | undefined {
  const { wallet, needed } = need
  // Unsettled proceeds pay for orders of their own wallet, but leave no other.
  const own = accounts.find((account) => account.wallet === wallet)?.available ?? nothing
  if (needed <= own) return []
  const missing = subtractMoney(addMoney(needed, movementReserveOf(need)), own)
  if (wallet === 'BALANCE') return gather(missing, wallet, accounts, rates)
  const amount = amountFor(missing, 'BALANCE', wallet, rates)
  if (amount === undefined) return undefined
  const free = freeOf('BALANCE', accounts)
  const first = amount <= free ? [] : gather(subtractMoney(amount, free), wallet, accounts, rates)
  const last = transferOf('BALANCE', wallet, amount, rates)
  return first === undefined || last === undefined ? undefined : [...first, last]
}

/** How long the transfers of a plan take: those to the funding account together, then the one from it. */
export const planSeconds = (transfers: readonly PlannedTransfer[]): number =>
  transferDelaySeconds * new Set(transfers.map(({ to }) => to)).size

/** Seconds beyond `planSeconds` for the next rate and for the order itself. */
const placingSeconds = 15

/** Whether an order that follows these transfers is placed before orders end. Instants are epoch milliseconds of the market. */
export const arrivesBefore = (transfers: readonly PlannedTransfer[], now: number, endsAt: number): boolean =>
  now + (planSeconds(transfers) + placingSeconds) * 1000 < endsAt

/**
 * What a wallet would have if all money that can leave the other accounts were moved to it, at the rates of now; undefined while its
 * own rate is missing.
 */
export function moneyInReach(wallet: Wallet, accounts: readonly AccountMoney[], rates: Rates): Money | undefined {
  const own = accounts.find((account) => account.wallet === wallet)?.available ?? nothing
  const others = givers
    .filter((from) => from !== wallet)
    .map((from) => transferOf(from, 'BALANCE', freeOf(from, accounts), rates)?.arrives ?? nothing)
  if (wallet === 'BALANCE') return addMoney(own, ...others)
  if (rateBetween('BALANCE', wallet, rates) === undefined) return undefined
  const pool = money(addMoney(freeOf('BALANCE', accounts), ...others))
  return addMoney(own, transferOf('BALANCE', wallet, pool, rates)?.arrives ?? nothing)
}

/**
 * The most that an order of a wallet may need so that `planTransfers` brings it, the reserve included; undefined while the
 * wallet's rate is missing. What can be paid of one sum can be paid of every smaller one.
 */
export function mostPayable(
  { wallet, isFixed = false }: Omit<MoneyNeed, 'needed'>,
  accounts: readonly AccountMoney[],
  rates: Rates,
): Money | undefined {
  const reach = moneyInReach(wallet, accounts, rates)
  if (reach === undefined) return undefined
  // The own money needs no plan.
  let low: bigint = accounts.find((account) => account.wallet === wallet)?.available ?? nothing
  let high: bigint = reach
  while (low < high) {
    const middle = (low + high + 1n) / 2n
    if (planTransfers({ wallet, needed: money(middle), isFixed }, accounts, rates) === undefined) high = middle - 1n
    else low = middle
  }
  return money(low)
}
